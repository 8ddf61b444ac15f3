/** `?page=` of an address, in digits; anything else is the first. */
export function pageNumber(url: URL): string {
  const asked = url.searchParams.get('page') ?? '1';
  return /^\d{1,6}$/.test(asked) ? asked : '1';
}
