/** A build step: the font carries the weights that our sheets use and no others, which halves it. */
// @ts-expect-error it says nothing of its types
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Those of `@font-face` in web/styles/base.css. */
const weights = { min: 400, max: 750 };

const variableFont = /-wght-normal[^/]*\.woff2$/;

/** Latin as Icelandic and English write it, names of neighbours, and the marks of our texts. */
const letters = [
  ...Array.from({ length: 0x17f - 0x20 + 1 }, (_, place) => String.fromCharCode(0x20 + place)),
  ...'–—‘’‚“”„†•…‹›€™−×→←',
].join('');

export function cutFont(): Plugin {
  return {
    name: 'cut-font',
    apply: 'build',
    async generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      for (const part of Object.values(bundle)) {
        if (part.type !== 'asset' || !variableFont.test(part.fileName)) continue;
        const cut = { targetFormat: 'woff2', variationAxes: { wght: weights } };
        part.source = (await subsetFont(Buffer.from(part.source), letters, cut)) as Buffer;
      }
    },
  };
}
