/**
 * A path that stays on its origin. One with an empty segment does not: `//host` is another host, and browsers
 * resolve `/a/..//host` to it.
 */
export const ownPath = /^\/(?:[^\s\\/?#]+\/)*(?:[^\s\\/?#]+)?(?:[?#][^\s\\]*)?$/;
