import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { noServerCodeInBrowser } from './tools/walls/client-bundle.ts';

/** What every page has around it. */
const frame = new RegExp(
  [
    'web/shell/(panels?|panel-rules|header|footer|found-list|search-panel|error-page|session-watch|theme',
    '|sign-in-gate|sign-out|use-after-load|visit-counter|counted-pages|cookie-choice)\\.tsx?$',
    '|web/(site|affiliate|counting-choice)\\.ts$|web/features/auth/auth-calls\\.ts$',
    '|web/blocks/(platforms|content-link|structured-text|text-nodes|image)\\.tsx?$',
    '|web/text/[a-z-]+\\.tsx?$|web/paths\\.ts$',
    '|web/ui/(shell|icon|button|page-meta|section|countdown|domain-clock|pot|games|discs|draw-on-sale)\\.tsx?$',
  ].join(''),
);

/** All but running text and what can stand in it, which home fetches when it shows some. */
const blocks = /\/web\/blocks\/(?!large|blocks|video|document|club-list|contributions|data-table|map)/;

export default defineConfig({
  // Files with fixed addresses: icons.
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), noServerCodeInBrowser()],
  build: {
    // The sprites are shared by every page and cached: never copied into scripts or markup.
    assetsInlineLimit: 0,
    target: 'es2023',
    // The first that know `light-dark()`, with which the tokens say both themes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // What most pages share travels in one piece: many small ones press badly and fill the manifest.
        codeSplitting: {
          groups: [
            { name: 'frame', test: frame, priority: 3 },
            { name: 'blocks', test: blocks, priority: 2 },
            { name: 'large-blocks', test: /\/web\/blocks\//, priority: 1 },
          ],
        },
      },
    },
  },
});
