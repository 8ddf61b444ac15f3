/** Money available for a purchase: debt is paid first, so it reduces the balance. */
export const available = ({ balance, debt }: { balance: number; debt: number }): number => balance - debt;
