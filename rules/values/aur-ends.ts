/** Within so many minutes a payment by Aur is approved on the phone. */
export const aurMinutes = 3;

/** How a deposit by Aur ended without money; what each means stands in the contract. */
export const aurEnds = ['over', 'timedOut', 'givenUp', 'unanswered', 'otherAmount'] as const;
export type AurEnd = (typeof aurEnds)[number];
