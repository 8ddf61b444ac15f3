/**
 * The place of something whose size is known, until it comes: the same box, and after three seconds words.
 */

import * as skeletonCss from './skeleton.module.css';
import { useAfter } from './use-after.ts';

type Props = {
  /** What is being fetched. */
  label: string;
  /** Lines of text in the box, or its height in pixels. */
  lines?: number;
  height?: number;
};

const wordsAfterMs = 3_000;

export function Skeleton({ label, lines = 1, height }: Props) {
  const isLate = useAfter(wordsAfterMs);
  return (
    <div
      className={isLate ? `${skeletonCss.skeleton} ${skeletonCss.isLate}` : skeletonCss.skeleton}
      aria-busy="true"
    >
      {height === undefined ? (
        Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike
          <span key={line} className={skeletonCss.bar} aria-hidden="true" />
        ))
      ) : (
        <svg className={skeletonCss.block} width="100%" height={height} aria-hidden="true" />
      )}
      <p role="status">{isLate && label}</p>
    </div>
  );
}
