/** What the addresses of content pages may look like; everything else is no page. */

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const slugMax = 200;

/** The slug that a path without language asks for, or null. `pathname` is still encoded. */
export function slugOf(pathname: string): string | null {
  const path = pathname.replace(/^\/en(?=\/|$)/, '').replace(/^\/|\/$/g, '');
  return path.length <= slugMax && path.split('/').every((part) => slug.test(part)) ? path : null;
}

export function isSlug(text: string | undefined): text is string {
  return text !== undefined && text.length <= slugMax && slug.test(text);
}

/** A page number as the address spells it, from 1; null when there can be no such page. */
export function pageNumberOf(text: string | undefined): number | null {
  if (text === undefined) return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}
