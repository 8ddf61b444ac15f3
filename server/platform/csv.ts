/** A text as a field of CSV (RFC 4180): in quotes where a reader would end it too soon. */
export const csvField = (text: string, separator = ','): string =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
