const startedAt = performance.now();

/** One line of progress, with the seconds since the start. */
export function note(text: string): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.error(`${String(seconds).padStart(5)} s  ${text}`);
}
