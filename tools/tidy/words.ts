/** Words that do not belong in a source file, each with what to write instead. */
import { parse } from '#tools/source/parse.ts';
import { type Finding, isCode, isTest, lineAt, type Tree } from '#tools/source/tree.ts';

type Rule = {
  name: string;
  where: 'comments' | 'code' | 'text';
  pattern: RegExp;
  instead: string;
  files?: (path: string) => boolean;
  /** Looks closer at what the pattern found. */
  isFault?: (found: string) => boolean;
};

const outsideTests = (path: string) => !isTest(path) && !path.startsWith('tools/tidy/');
/** What holds for a draw or a sale of any kind of game. */
const ofEveryKind = /^(server\/(draws|sales)|rules\/draws)\/|^contract\/draws\.ts$|^db\/migrations\/00[789]_/;
/** The module that guards storage, and scripts that are served without the bundle. */
const standsAlone = /^web\/(ui\/browser-store\.ts|shell\/(offline-check|service-worker)\.mjs)$/;
const notProse = (path: string) => !path.endsWith('.md');

const rules: readonly Rule[] = [
  {
    name: 'a leftover mark',
    where: 'comments',
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/g,
    instead: 'do it now, or write an issue',
  },
  {
    name: 'the past',
    where: 'comments',
    pattern: /\b(previously|formerly|no longer)\b|(?<!\b(?:is|are|be|being|been|was|were) )\bused to\b/gi,
    instead: 'say what is and why; the history is in git',
  },
  {
    name: 'a test that is switched off or alone',
    where: 'code',
    pattern: /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|todo|fails)\b/g,
    instead: 'run it, delete it, or give the condition with skipIf',
  },
  {
    name: 'the real clock or chance',
    where: 'code',
    pattern: /\bDate\.now\b|\bnew Date\b(?!\s*\()|\bnew Date\(\s*\)|\bMath\.random\b|\bTemporal\.Now\b/g,
    instead: 'ask server/platform/clock or server/platform/random, or take it as an argument',
    files: (path) => !/^(server\/platform|embedded\/supervisor|tools)\//.test(path),
  },
  {
    name: 'a connection without bounds',
    where: 'code',
    pattern: /\bnew pg\.(?:Client|Pool)\b/g,
    instead: 'say for what by newClient or openPool of server/platform/database-bounds.ts',
    files: (path) =>
      /^(server|embedded|operator)\//.test(path) && path !== 'server/platform/database-bounds.ts',
  },
  {
    name: "the browser's own idea of a language",
    where: 'code',
    pattern: /\.toLocale\w*|\bIntl\b|\.localeCompare\b/g,
    instead: 'use texts/format.ts: browsers lack Icelandic number and date data',
    files: (path) => /^(web|rules)\//.test(path) && !isTest(path),
  },
  {
    name: 'storage that a browser may block or fill',
    where: 'code',
    pattern:
      /\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b|\bdocument\.cookie\b|\bnew BroadcastChannel\b|(?<![\w.])caches\./g,
    instead: 'go through web/ui/browser-store.ts, which never throws',
    files: (path) => path.startsWith('web/') && !isTest(path) && !standsAlone.test(path),
  },
  {
    name: "the queue's own tables",
    where: 'text',
    pattern: /\bgraphile_worker\._private_\w+/g,
    instead:
      'its functions and the view `jobs` are what it promises to keep; tests have test/harness/jobs.ts',
    files: (path) => path !== 'test/harness/jobs.ts' && !path.startsWith('tools/tidy/'),
  },
  {
    name: "one game's own word",
    where: 'text',
    pattern: /lotto|joker|bonus/gi,
    instead:
      'say what it is for every kind (row, second word, side), or let its kind bring it (draws/kind.ts)',
    // Tests there play with the games that there are.
    files: (path) => ofEveryKind.test(path) && !isTest(path),
  },
  {
    name: 'a place on one machine',
    where: 'text',
    pattern: /(?<![\w.$}-])\/(?:work|farm|root|home)\/[a-z]\w*/g,
    instead: 'find it from the file (import.meta.dirname) or the environment',
  },
  {
    name: 'the address of a package registry',
    where: 'text',
    pattern: /\bregistry\.npmjs\.org|\bregistry\.yarnpkg|\bdeb\.debian\.org/g,
    instead: 'leave it to the client: everybody has another registry',
  },
  {
    name: 'a folder outside the project',
    where: 'text',
    pattern: /\.\.\/shared\b/g,
    instead: 'only tests read it, where it is, and skip when it is missing',
    files: (path) => outsideTests(path) && notProse(path),
  },
  {
    name: 'a paper that is not in the repository',
    where: 'text',
    pattern:
      /\bchecklist \d|§ ?\d|\bissue #?\d|\b(?:design|ux)\.md\b|(?<!number-)\blotteries\.md\b|\bmockups\//gi,
    instead: 'say the reason, or name a heading of docs/rules (a number of must-hold.md in a test)',
  },
  {
    name: 'what may be a real national id',
    where: 'text',
    pattern: /(?<![\w-])\d{6}-?\d{4}(?![\w-])/g,
    isFault: (found) => isIssuedKennitala(found.replace('-', '')),
    instead: 'take one of the invented persons of integrations/people.ts (running number below 20)',
  },
  {
    name: 'what may be a real card number',
    where: 'text',
    pattern: /(?<![\w.-])[2-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?![\w.-])/g,
    isFault: (found) => isCardNumber(found.replace(/\D/g, '')),
    instead: 'take a test card (400000 or 510000 …)',
  },
  {
    name: 'a secret',
    where: 'text',
    pattern:
      /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\\n|\s)*[A-Za-z0-9+/]{20}|\beyJ[\w-]{20,}\.[\w-]{20,}|\bAKIA[A-Z0-9]{16}\b/g,
    instead: 'make it at start in DATA_DIR, or read it from the environment',
  },
];

export function checkWords(tree: Tree): Finding[] {
  return [...tree].flatMap(([path, text]) =>
    rules.flatMap((rule) => ((rule.files?.(path) ?? true) ? judge(path, text, rule) : [])),
  );
}

function judge(path: string, text: string, rule: Rule): Finding[] {
  return partsOf(path, text, rule.where).flatMap((part) =>
    [...part.text.matchAll(rule.pattern)]
      .filter(([found]) => rule.isFault?.(found) ?? true)
      .map((match) => ({
        path,
        line: part.line + lineAt(part.text, match.index) - 1,
        message: `"${match[0]}" is ${rule.name}: ${rule.instead}`,
      })),
  );
}

function partsOf(path: string, text: string, where: Rule['where']): { text: string; line: number }[] {
  if (where === 'text') return [{ text, line: 1 }];
  if (isCode(path)) {
    const { comments, code } = parse(path, text);
    return where === 'comments' ? comments : [{ text: code, line: 1 }];
  }
  if (where === 'code') return [];
  const comment = path.endsWith('.sql') ? /--.*/g : path.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : null;
  if (!comment) return [];
  return [...text.matchAll(comment)].map((match) => ({ text: match[0], line: lineAt(text, match.index) }));
}

/** Ten digits that read as a person's id with a running number from 20 up, as the registry hands out. */
function isIssuedKennitala(digits: string): boolean {
  const day = Number(digits.slice(0, 2));
  const month = Number(digits.slice(2, 4));
  const isPerson = day >= 1 && day <= 31 && month >= 1 && month <= 12 && /[089]$/.test(digits);
  return isPerson && Number(digits.slice(6, 8)) >= 20;
}

function isCardNumber(digits: string): boolean {
  if (/^(400000|510000)/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
