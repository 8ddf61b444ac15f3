/** What an operator may do; each command names one. */
export const roles = [
  'draws',
  'pools',
  'betting',
  'clubs',
  'payments',
  'players',
  'reads',
  /** Adds, removes and revokes operators. */
  'operators',
] as const;

export type Role = (typeof roles)[number];

export const isRole = (text: string): text is Role => roles.some((role) => role === text);
