/** What would have been played in each past program, as addresses spell it; the first if none is asked for. */
export const pastChoices = ['liklegast', 'vinsaelast', 'eigin'] as const;
export type PastChoice = (typeof pastChoices)[number];
