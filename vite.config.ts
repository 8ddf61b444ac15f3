import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { oldestBrowsers } from './tools/browsers/oldest.ts';
import { isModule, scopedName, sheetOf } from './tools/css-modules.ts';
import { cutFont } from './tools/cut-font.ts';
import { leanRouter } from './tools/lean-router.ts';
import { pageTexts } from './tools/page-texts/plugin.ts';
import { precompressed } from './tools/precompressed.ts';
import { noServerCodeInBrowser } from './tools/walls/client-bundle.ts';

/** What every page has around it from the start. */
const frame = new RegExp(
  [
    'web/root\\.tsx$',
    'web/shell/(panel-icon|panels?|panel-rules|header|error-page|session-provider|auth-dialog-provider)\\.tsx?$',
    'web/shell/(auth-code|payments-provider)\\.tsx?$',
    'web/document/(deferred-scripts|before-hydration)\\.(tsx|js)$',
    'web/page/(paths|site|shell|page-meta|server-clock)\\.tsx?$',
    'web/api/(refused|later-api|api-error)\\.ts$',
    'web/personal/own-part\\.ts$',
    'web/visits/affiliate\\.ts$',
    'web/features/auth/(auth-link|transitions|auth-fetch|session-client|tabs)\\.ts$',
    'web/blocks/(platforms|content-link)\\.tsx?$',
    'web/text/[a-z-]+\\.tsx?$',
    'texts/[a-z-]+\\.ts$',
    'web/shared/(games/(number-games|game-name)|payments/(payments-context|available)|session/session)\\.ts$',
    'web/shared/(purchase/last-purchase|tickets/forget-kept)\\.ts$',
    'web/ui/(browser-store|icon|button|lazy-island|section|domain-clock|discs)\\.tsx?$',
  ].join('|'),
);

/** Shared by game pages and the play page: whether a draw is on sale, and until when. */
const sale = /web\/shared\/(games\/countdown|account\/on-break)\.tsx$/;

/** Beyond that, what pages of games share. */
const games = /web\/blocks\/game-panel\.tsx$|web\/shared\/games\/(pot|draw-on-sale)\.tsx$/;

/**
 * What the play page shares with others, each by itself: a chunk takes what it uses along, and whoever needs
 * one of these needs no play page.
 */
const parts = [
  { name: 'table', test: /web\/(ui\/table|shared\/games\/prize-name)\.tsx?$/ },
  { name: 'disclosure', test: /web\/ui\/disclosure\.tsx$/ },
  { name: 'checkbox', test: /web\/ui\/(checkbox|use-throttled)\.tsx?$/ },
  {
    name: 'browser-random',
    test: /web\/shared\/games\/browser-random\.ts$|rules\/values\/random-health\.ts$/,
  },
  { name: 'lazy-dialog', test: /web\/ui\/lazy-dialog\.ts$/ },
  { name: 'toast', test: /web\/ui\/toast\.tsx$/ },
  { name: 'notice', test: /web\/ui\/notice\.tsx$/ },
  { name: 'field', test: /web\/ui\/field\.tsx$/ },
  { name: 'kept-slip', test: /web\/shared\/purchase\/kept-slip\.ts$/ },
  { name: 'random-key', test: /web\/ui\/random-key\.ts$/ },
  { name: 'values', test: /rules\/values\/(money|random|weeks)\.ts$/ },
];

/** What every page that sells has from the start, and its review shares. */
const purchase =
  /web\/shared\/purchase\/(moves|run-purchase|use-[a-z-]+|limit-left|line|review-way|focus-way-on)\.tsx?$/;

/** What the play page has from the start and later parts of it share. */
const play = new RegExp(
  [
    'web/features/numbers/(slip|undo|undo-parts|rows|focus|slip-card|quote|use-slip|use-given-slip|board',
    '|joker-field|number-grid|grid-keys|draws-field|mode-field|your-rows|slip-sources|draw-closed)\\.tsx?$',
    '|rules/numbers/(system|combinations|price|quick-pick)\\.ts$',
  ].join(''),
);

/** What the play pages of pools share with the page of saved rows. */
const pools = new RegExp(
  [
    'rules/pools/(games|picks|panels|systems|marks|play-address)\\.ts$',
    'web/features/pools/(slip|slip-lines|quote|worth-saving)\\.tsx?$',
  ].join('|'),
);

/** The bit of Lightning CSS (`Features.LightDark`) for `light-dark()`. */
const lightDark = 1 << 20;

export default defineConfig({
  // Files with fixed addresses: icons.
  publicDir: 'web/public',
  plugins: [
    pageTexts(),
    tailwindcss(),
    reactRouter(),
    noServerCodeInBrowser(),
    leanRouter(),
    cutFont(),
    precompressed(),
  ],
  // Lowered, colours would not follow `data-theme` within a page: `old-browsers.js` lowers them instead.
  css: {
    lightningcss: { exclude: lightDark },
    modules: { generateScopedName: scopedName },
  },
  build: {
    // The sprites are shared by every page and cached: never copied into scripts or markup.
    assetsInlineLimit: 0,
    target: oldestBrowsers,
    cssTarget: oldestBrowsers,
    rolldownOptions: {
      // Rolldown drops the sheet of a module when all its class names are inlined.
      optimization: { inlineConst: false },
      output: {
        // What most pages share travels in one piece: many small ones press badly and fill the manifest.
        codeSplitting: {
          groups: [
            { name: 'frame', test: (id) => (isModule(id) ? sheetOf(id) === 'frame' : frame.test(id)) },
            { name: sheetOf, test: isModule },
            { name: 'sale', test: sale },
            { name: 'games', test: games },
            ...parts,
            { name: 'purchase', test: purchase },
            { name: 'play', test: play },
            { name: 'pools', test: pools },
          ],
        },
      },
    },
  },
});
