/** Binomial coefficient, exact while the answer is a safe integer; 0 where nothing fits. */
export function choose(from: number, count: number): number {
  if (count < 0 || from < 0 || count > from) return 0;
  let ways = 1;
  for (let step = 1; step <= Math.min(count, from - count); step++) ways = (ways * (from - step + 1)) / step;
  return ways;
}

/** Every choice of `pick` of the numbers, in the order of the numbers. */
export function* combinations(numbers: readonly number[], pick: number): Generator<number[]> {
  const places = Array.from({ length: pick }, (_, index) => index);
  if (pick > numbers.length) return;
  for (;;) {
    yield places.map((place) => numbers[place] as number);
    let moved = pick - 1;
    while (moved >= 0 && places[moved] === numbers.length - pick + moved) moved--;
    if (moved < 0) return;
    places[moved] = (places[moved] as number) + 1;
    for (let next = moved + 1; next < pick; next++) places[next] = (places[next - 1] as number) + 1;
  }
}
