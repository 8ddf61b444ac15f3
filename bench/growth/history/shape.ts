/** Copies of the template week. */
export const copies = 150;

/** Of all that is random in a history. */
export const seed = 32;

/** The id of the copy, by `m.k`, of a ticket or coupon. */
export const copiedId = (original: string) => `md5('${seed} ' || m.k || ' ' || ${original})::uuid`;
