/** Rows before a page of a list. Pages start at 1: page 0 is empty, as one past the end is. */
export function pageOffset(page: number, pageSize: number): number {
  return page < 1 ? Number.MAX_SAFE_INTEGER : (page - 1) * pageSize;
}
