/** Steps of a course for a picture: evenly spread, no more than `most`, the last one always. */
export function thinned<Step>(steps: readonly Step[], most: number): Step[] {
  const every = Math.max(1, Math.ceil(steps.length / most));
  return steps.filter((_, index) => (steps.length - 1 - index) % every === 0);
}
