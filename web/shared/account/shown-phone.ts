/** `611 0011`, for Icelandic numbers; others as they are. */
export function shownPhone(phone: string): string {
  return phone.replace(/^(\d{3})(\d{4})$/, '$1\u00a0$2');
}
