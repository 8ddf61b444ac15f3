/** What was drawn, as the kind writes it down: JSON, kept as it is and compared as it is. */
export type Outcome = Readonly<Record<string, unknown>>;
