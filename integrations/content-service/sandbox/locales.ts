/** The languages of the content, the first one first. */
export const locales = ['is', 'en'] as const;
export type Locale = (typeof locales)[number];
