/** What an editor may link to: the web, mail, telephone, and paths of our own. */

const allowed = /^(?:https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu;
/** Neither `//elsewhere` nor `/\elsewhere`, which browsers read as another site. */
const ownPath = /^(?:\/(?![/\\])|#)[^\s\p{Cc}\\]*$/u;
const longest = 2_000;

export function isSafeAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longest && (allowed.test(value) || ownPath.test(value));
}

/** Words joined by `-`, in folders by `/`: nothing that could leave its folder or its site. */
export function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && /^[\w-]+(?:[./][\w-]+)*$/.test(value);
}
