/** Picture and text beside each other: side, width and height of the picture are the editor's choice. */
import type { Split as SplitContent } from '#contract/content.ts';
import { ContentImage } from './image.tsx';
import { StructuredText } from './structured-text.tsx';

const widths = {
  oneThird: '(min-width: 768px) 33vw',
  half: '(min-width: 768px) 50vw',
  twoThirds: '(min-width: 768px) 66vw',
};

export function Split({ split, children }: { split: SplitContent; children?: React.ReactNode }) {
  const { imageSide, imageRatio, imageVerticalAlignment, image, textContent } = split;
  return (
    <div className={`split split-${imageSide} split-${imageRatio} split-${imageVerticalAlignment}`}>
      <ContentImage image={image} sizes={`${widths[imageRatio] ?? ''}, 100vw`} />
      <div className="split-text">
        <StructuredText text={textContent} />
        {children}
      </div>
    </div>
  );
}
