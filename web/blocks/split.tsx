/** Picture and text beside each other: side, width and height of the picture are the editor's choice. */
import type { Split as SplitContent } from '#contract/content.ts';
import { ContentImage } from './image.tsx';
import * as splitCss from './split.module.css';
import { StructuredText } from './structured-text.tsx';

const widths = {
  oneThird: '(min-width: 768px) 33vw',
  half: '(min-width: 768px) 50vw',
  twoThirds: '(min-width: 768px) 66vw',
};

const sides = { left: '', right: splitCss.right };
const ratios = { oneThird: splitCss.oneThird, half: '', twoThirds: splitCss.twoThirds };
const heights = { top: splitCss.top, center: splitCss.center, bottom: splitCss.bottom };

export function Split({ split, children }: { split: SplitContent; children?: React.ReactNode }) {
  const { imageSide, imageRatio, imageVerticalAlignment, image, textContent } = split;
  const looks = [splitCss.split, sides[imageSide], ratios[imageRatio], heights[imageVerticalAlignment]];
  return (
    <div className={looks.filter(Boolean).join(' ')}>
      <ContentImage image={image} sizes={`${widths[imageRatio] ?? ''}, 100vw`} />
      <div className={splitCss.text}>
        <StructuredText text={textContent} />
        {children}
      </div>
    </div>
  );
}
