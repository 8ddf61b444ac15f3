import * as hundredThreadsCss from './hundred-threads.module.css';
/** Hundred threads: of each 100 kr., as many stand tall as go to prizes. */

/** @param tall of 100 */
export function HundredThreads({ tall, label }: { tall: number; label: string }) {
  return (
    <svg
      className={hundredThreadsCss.threads}
      viewBox="0 0 1000 56"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={hundredThreadsCss.inside} d={threads(0, tall, 0, 56)} />
      <path className={hundredThreadsCss.rest} d={threads(tall, 100, 11, 45)} />
    </svg>
  );
}

function threads(from: number, to: number, top: number, bottom: number): string {
  const each = Array.from(
    { length: to - from },
    (_, place) => `M${(from + place) * 10} ${top}h9V${bottom}h-9z`,
  );
  return each.join('');
}
