import { type Area, sharedRules } from './area.ts';

const browser = ['react', 'react-dom', 'react-router'];
const forOtherPrograms: Readonly<Record<string, readonly string[]>> = {
  sharing: ['ical-generator'],
  tickets: ['qr'],
};

// What other programs read is written on the server alone.
const packagesOfFeature = (name: string) => [...browser, ...(forOtherPrograms[name] ?? [])];

/** What every part of the web may stand on. */
const webGround = [...sharedRules, 'texts', 'web/text', 'web/ui', 'web/assets', 'web/page'];
const webShared = [...webGround, 'web/api', 'web/forms', 'web/personal', 'web/shared'];
const webParts = [...webShared, 'web/blocks', 'web/loaders', 'web/visits', 'web/styles'];

/** Folders of the web and whom they may import, read as in levels.ts; from the ground up. */
export const webAreas: readonly Area[] = [
  {
    name: 'web/document',
    at: /^web\/document\//,
    sees: ['web/document'],
    packages: browser,
    instead: 'these scripts run before any page: they know none',
  },
  {
    name: 'web/text',
    at: /^web\/text\//,
    sees: ['web/text', 'texts', 'content/texts', 'rules/values'],
    types: ['contract'],
    packages: [...browser, 'node:'],
    instead: 'texts know keys and values: take the rest as a property',
  },
  {
    name: 'web/ui',
    at: /^web\/ui\//,
    sees: ['web/ui', 'web/text', 'web/assets', 'texts'],
    packages: [...browser, '@noble/hashes'],
    instead: 'primitives hold no data: take it as a property, or move the component to web/shared',
  },
  {
    name: 'web/styles',
    at: /^web\/styles\//,
    sees: ['web/styles', 'rules/games.ts'],
    packages: [],
    instead: 'styles know no page and no data',
  },
  {
    name: 'web/page',
    at: /^web\/page\//,
    sees: ['web/page', 'web/document', 'web/ui', 'web/text', 'texts'],
    types: ['contract'],
    packages: browser,
    instead: 'it says what every page knows of itself: what one page knows stands with its feature',
  },
  {
    name: 'web/api',
    at: /^web\/api\//,
    sees: ['web/api', 'web/text'],
    types: ['contract'],
    packages: browser,
    instead: 'the client knows calls and refusals: what they are for stands with its feature',
  },
  {
    name: 'web/forms',
    at: /^web\/forms\//,
    sees: ['web/forms', 'web/api', 'web/ui', 'web/text', 'rules/values'],
    packages: browser,
    instead: 'a form takes its fields and its call as arguments',
  },
  {
    name: 'web/personal',
    at: /^web\/personal\//,
    sees: ['web/personal', 'web/page', 'web/text'],
    types: ['contract'],
    packages: browser,
    instead: 'it says where a page shows personal data: what is shown stands with its feature',
  },
  {
    name: 'web/loaders',
    at: /^web\/loaders\//,
    sees: ['web/loaders', 'web/api', 'web/personal', 'web/page', 'web/text', 'texts'],
    types: ['contract'],
    packages: browser,
    instead: 'it holds what loaders of all pages need: what one page loads stands with its feature',
  },
  {
    name: 'web/visits',
    at: /^web\/visits\//,
    sees: ['web/visits', 'web/page', 'web/ui'],
    packages: browser,
    instead: 'counting knows addresses and widths, and nothing of who visits',
  },
  {
    name: 'what pages show of pools',
    at: /^web\/shared\/pools\//,
    sees: [...webShared, 'rules/pools'],
    types: ['contract'],
    packages: browser,
    instead: 'what one feature alone needs stands in that feature',
  },
  {
    name: 'web/shared',
    at: /^web\/shared\//,
    sees: webShared,
    types: ['contract'],
    packages: browser,
    instead: 'what one feature alone needs stands in that feature',
  },
  {
    name: 'web/blocks',
    at: /^web\/blocks\//,
    sees: ['web/blocks', ...webShared],
    types: ['contract'],
    packages: browser,
    instead: 'blocks show what the content service says: loaders and features put pages together',
  },
  {
    name: 'feature that shows games with draws',
    at: /^web\/features\/(results|check|tickets|statistics|sharing|clubs)\//,
    sees: ['web/features/$1', 'rules/numbers', 'rules/pools', ...webParts],
    types: ['contract'],
    packages: packagesOfFeature,
    instead: 'move what two features share to web/shared, and put features together in web/shell or a route',
  },
  {
    name: 'feature of the web',
    at: /^web\/features\/([\w-]+)\//,
    sees: ['web/features/$1', 'rules/$1', ...webParts],
    types: ['contract'],
    packages: packagesOfFeature,
    instead: 'move what two features share to web/shared, and put features together in web/shell or a route',
  },
  {
    name: 'shell of the web',
    at: /^web\/shell\//,
    sees: ['web/shell', 'web/features', ...webParts, '.fonts'],
    types: ['contract'],
    packages: [...browser, 'virtual:'],
    instead: 'the shell composes features; routes and root stand above it',
  },
  {
    name: 'top of the web',
    at: /^web\/[\w.-]+$/,
    sees: ['web', 'texts', '.fonts'],
    packages: [...browser, 'node:', '@react-router'],
    instead: 'the browser gets types from the contract and data through web/api, never the server or zod',
  },
];
