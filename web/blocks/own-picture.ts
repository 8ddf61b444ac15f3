/** At the start, or in a `srcSet` after a comma that ends the source before. */
const elsewhere = /(^|,\s+|\s[\d.]+[wxh],)(https?):\/\//gi;

/**
 * Addresses of pictures elsewhere, one or a whole `srcSet`, as addresses of our own origin, which answers
 * with those pictures (`server/http/content-pictures.ts`). Other addresses stay as they are.
 */
export function ownPicture(addresses: string): string {
  return addresses.replace(elsewhere, '$1/myndir/$2/');
}
