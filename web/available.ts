/** What a purchase can take: a debt is paid before anything else, so it counts against the balance. */
export const available = ({ balance, debt }: { balance: number; debt: number }): number => balance - debt;
