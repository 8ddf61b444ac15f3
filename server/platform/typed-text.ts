/** Names and reasons as operators type them: kept for years, and read by others in spreadsheets. */

/** A spreadsheet evaluates a cell that begins with one of these, even after blanks. */
const formulaStart = /^[=+\-@]/;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** One line: NFKC, without invisible marks, blanks single and none outside. */
export function typedText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/ +|\p{Zs}+/gu, ' ')
    .trim();
}

/** Describes the fault of a name or a reason; null when it has none. */
export function typedFault(text: string): string | null {
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return 'has a tab, a line break or another control character';
  const line = typedText(text);
  if (line === '') return 'is empty';
  if (line.length > 500) return 'is longer than 500 characters';
  // A reader that takes semicolons or commas for the end of a cell finds a formula behind one.
  if (formulaStart.test(line.replace(/^["'\s]+/, '')) || /[;,|]\s*["']?[=@]/.test(line))
    return 'begins like a formula of a spreadsheet';
  return null;
}
