/** What would have been played in each past program, as addresses spell it; the first is the default. */
export const pastChoices = ['liklegast', 'vinsaelast', 'eigin'] as const;
export type PastChoice = (typeof pastChoices)[number];
