/**
 * A hash as a 16×16 knitted rose: its first 36 bits fill cells (i, j), i ≤ j < 8, row by row, mirrored in the
 * diagonal and both axes; the four middle cells are always on. A glance compares two.
 */
import { useId } from 'react';
import * as knitCss from './knit.module.css';

const half = 8;
const size = 16;

/** Which cells of the rose are on, row by row; `hash` is hexadecimal text of at least nine characters. */
export function knitCells(hash: string): boolean[][] {
  const bits = [...hash.slice(0, 9)].flatMap((char) => {
    const value = Number.parseInt(char, 16);
    return [8, 4, 2, 1].map((bit) => (value & bit) !== 0);
  });
  const quarter = Array.from({ length: half }, () => Array<boolean>(half).fill(false));
  let next = 0;
  for (let i = 0; i < half; i += 1) {
    for (let j = i; j < half; j += 1, next += 1) {
      const on = bits[next] === true;
      (quarter[i] as boolean[])[j] = on;
      (quarter[j] as boolean[])[i] = on;
    }
  }
  (quarter[half - 1] as boolean[])[half - 1] = true;
  const folded = (at: number): number => (at < half ? at : size - 1 - at);
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => quarter[folded(i)]?.[folded(j)] === true),
  );
}

function pathOf(cells: boolean[][]): string {
  return cells.map((row, i) => row.map((on, j) => (on ? `M${j} ${i}h1v1h-1z` : '')).join('')).join('');
}

/** One stitch; patterns repeat it over the ground and over the cells that are on. */
const stitch = 'M.02 0 .5.44.98 0V.56L.5 1 .02.56z';

export function Knit({ hash, label, size: px = 96 }: { hash: string; label: string; size?: number }) {
  const id = useId();
  return (
    <svg className={knitCss.weave} viewBox="0 0 16 16.5" width={px} height={px} role="img" aria-label={label}>
      <pattern id={`${id}a`} width="1" height="1" patternUnits="userSpaceOnUse">
        <path d={stitch} fill="currentColor" opacity="0.2" />
      </pattern>
      <pattern id={`${id}b`} width="1" height="1" patternUnits="userSpaceOnUse">
        <path d={stitch} fill="currentColor" />
      </pattern>
      <path d="M0 0h16v16.5H0z" fill={`url(#${id}a)`} />
      <path d={pathOf(knitCells(hash))} fill={`url(#${id}b)`} />
    </svg>
  );
}

/** A hash in groups of four for reading and comparing. */
export function groupedHash(hash: string): string {
  return (hash.match(/.{1,4}/g) ?? []).join(' ');
}
