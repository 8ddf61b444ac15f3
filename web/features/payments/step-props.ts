/** Properties of the first step of a payment: the request, and a callback for the end. */
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';

export type StepProps<F extends PaymentWish['form']> = Omit<Extract<PaymentWish, { form: F }>, 'form'> & {
  onEnd: (isDone: boolean) => void;
};
