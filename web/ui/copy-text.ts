/** False where the browser refuses, or has no clipboard: on plain http. */
export async function isTextCopied(text: string): Promise<boolean> {
  const copying = navigator.clipboard?.writeText(text);
  return copying === undefined
    ? false
    : copying.then(
        () => true,
        () => false,
      );
}
