/** The amount of a form: as it is typed, what it comes to, and what the last attempt to send found wrong. */
import { type FormEvent, useState } from 'react';
import { type AmountBounds, type AmountFault, readAmount } from './amount.ts';

type Parts = {
  /** Of the field. */
  id: string;
  initial: string;
  bounds: AmountBounds;
  onSend: (amount: number) => void;
  /** The field may not be shown yet. */
  onFault?: () => void;
};

export function useAmount({ id, initial, bounds, onSend, onFault }: Parts) {
  const [typed, setTyped] = useState(initial);
  const [fault, setFault] = useState<AmountFault | null>(null);
  const read = readAmount(typed, bounds);
  const onTyped = (text: string): void => {
    setTyped(text);
    setFault(null);
  };
  return {
    /** Null while it is none, or out of bounds. */
    amount: 'amount' in read ? read.amount : null,
    onTyped,
    field: { id, value: typed, fault, onTyped },
    submit: (event: FormEvent): void => {
      event.preventDefault();
      if ('amount' in read) {
        onSend(read.amount);
        return;
      }
      setFault(read.fault);
      onFault?.();
      // The field may come with this press.
      setTimeout(() => document.getElementById(id)?.focus());
    },
  };
}
