/** Properties of the first step of a payment: what was asked for, and how its end is reported. */
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';

export type StepProps<F extends PaymentWish['form']> = Omit<Extract<PaymentWish, { form: F }>, 'form'> & {
  onEnd: (isDone: boolean) => void;
};
