/** One line on a terminal's standard error that replaces itself; nothing when nobody looks. */
let shown = false;

export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001b[K${text}`);
  shown = true;
}

export function clearProgress(): void {
  if (!shown) return;
  process.stderr.write('\r\u001b[K');
  shown = false;
}
