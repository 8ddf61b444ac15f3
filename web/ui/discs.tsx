/**
 * Drawn or chosen numbers. Main: filled disc; bonus: double ring, shield or star by game; hit: check mark.
 */
import type { ReactNode } from 'react';

export type BonusShape = 'bonus' | 'shield' | 'star';

type Props = {
  numbers: readonly number[];
  bonus?: readonly number[];
  shape?: BonusShape;
  /** What a bonus number is called, for those who do not see its shape. */
  bonusName?: string;
  size?: 'small' | 'huge';
};

export function Discs({ numbers, bonus = [], shape = 'bonus', bonusName = '', size }: Props) {
  const sized = size ? ` disc-${size}` : '';
  return (
    <ul className="discs figures">
      {numbers.map((number) => (
        <li key={number} className={`disc disc-on${sized}`}>
          {number}
        </li>
      ))}
      {bonus.length > 0 && <li className="plus" aria-hidden="true" />}
      {bonus.map((number) => (
        <li key={`b${number}`} className={`disc disc-${shape}${sized}`}>
          <span className="visually-hidden">{bonusName} </span>
          {number}
        </li>
      ))}
    </ul>
  );
}

/** Five Joker digits; `spoken` reads them one by one. */
export function Digits(props: {
  digits: readonly number[];
  spoken: string;
  small?: boolean;
  hits?: boolean[];
}) {
  const cells: ReactNode[] = props.digits.map((digit, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a digit
    <span key={place} className={props.hits?.[place] ? 'hit' : undefined} aria-hidden="true">
      {digit}
    </span>
  ));
  return (
    <span className={props.small ? 'digits digits-small figures' : 'digits figures'}>
      <span className="visually-hidden">{props.spoken}</span>
      {cells}
    </span>
  );
}
