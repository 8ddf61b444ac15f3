/** Names of operators, however they were typed. */
export const isSamePerson = (one: string | null, other: string): boolean =>
  one?.trim().toLowerCase() === other.trim().toLowerCase();
