/** The parts of one's tickets that the list shows, by state; `won` waits for a person (must-hold 88). */
export const ticketFilters = ['all', 'pending', 'paid', 'lost', 'cancelled', 'won'] as const;
export type TicketFilter = (typeof ticketFilters)[number];
