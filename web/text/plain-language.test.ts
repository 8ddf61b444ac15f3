/** Every text is plain language, and an error says what happened, to the money, and what to do. */
import { expect, test } from 'vitest';
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { errorCodes } from '#contract/errors.ts';
import { faultsOf, refusalsOf } from '#contract/refusals.ts';
import { argumentsOf, compile } from '#texts/compile.ts';
import { evaluate, type Locale } from '#texts/evaluate.ts';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  );
}

/** As it is read: every argument is 2, so that of alternatives the common one is said. */
function said(locale: Locale, text: string): string {
  const message = compile(text);
  return evaluate(locale, message, Object.fromEntries(argumentsOf(message).map((name) => [name, 2])));
}

const sentencesOf = (text: string) => text.split(/(?<=[.?:;])\s+(?=\p{Lu})|\n/u);

/** One of these words; a low line is a space. */
const anyOf = (words: string): RegExp =>
  new RegExp(`(?<!\\p{L})(${words.trim().split(/\s+/).join('|').replaceAll('_', ' ')})(?!\\p{L})`, 'u');

const languages = {
  is: {
    texts: new Map(flatten(is).map(([key, text]) => [key, said('is', text)])),
    wordMax: 21,
    toDo: anyOf(`
      Athugaðu Bíddu Breyttu Byrjaðu Eyddu Farðu Fjarlægðu Fylltu Fækkaðu Hafðu Hækkaðu Lagaðu Leggðu Leitaðu
      Lækkaðu Notaðu Opnaðu Prófaðu Reyndu Skoðaðu Skráðu Staðfestu Talaðu Veldu Viltu Þú_getur`),
    money: /skuldfært|endurgreitt|spilareikning|færslur|miðana þína|ekkert var greitt út|rukkað/i,
  },
  en: {
    texts: new Map(flatten(en).map(([key, text]) => [key, said('en', text)])),
    wordMax: 16,
    toDo: anyOf(`
      Add Check Change Choose Confirm Contact Correct Do_you_want Fill Look Lower Make Raise Reload Remove
      Review See Sign_in sign_in Start Talk Try try Use Wait You_can`),
    money: /charged|refunded|player account|transactions|your tickets|nothing was paid out/i,
  },
} as const;
const hasArguments = new Set(
  flatten(is).flatMap(([key, text]) => (argumentsOf(compile(text)).length > 0 ? [key] : [])),
);
const each = Object.entries(languages);

test.each(each)('must-hold 163: sentences and words are short, in %s', (_, { texts, wordMax }) => {
  for (const [key, text] of texts) {
    for (const sentence of sentencesOf(text))
      expect({ key, sentence, words: sentence.split(/\s+/).length <= 22 }).toMatchObject({ words: true });
    const long = text.replace(/\S*[@/]\S*/g, '').match(/\p{L}+/gu) ?? [];
    expect({ key, long: long.filter((word) => word.length > wordMax) }).toEqual({ key, long: [] });
  }
});

const jargon = /\bEC_|_|\b(?:HTTP|URL|API|GraphQL|JSON|null|undefined|timeout|server|client|token|hash)\b/i;

test.each(each)('must-hold 163: no error speaks in the words of programs, in %s', (_, { texts }) => {
  for (const [key, text] of texts)
    if (key.startsWith('errors.'))
      expect(`${key}: ${text}`.split(': ').slice(1).join(), key).not.toMatch(jargon);
});

/** Answers that are no error. */
const good = ['EC_OK', 'EC_CC_ACCEPTED'];
const isError = (key: string): boolean =>
  /^errors\.(EC_|UNKNOWN|byCall\.\w+\.EC_)/.test(key) && !good.some((code) => key.endsWith(code));

test.each(each)('must-hold 163: an error says what happened and what to do, in %s', (_, { texts, toDo }) => {
  expect(errorCodes.every((code) => texts.has(`errors.${code}`))).toBe(true);
  const lacking = [...texts].filter(([key, text]) => {
    const told = sentencesOf(text);
    return isError(key) && !(told.some((each) => toDo.test(each)) && told.some((each) => !toDo.test(each)));
  });
  expect(lacking).toEqual([]);
});

test.each(each)('must-hold 56, 163: a call of money names the money, in %s', (_, { texts, money }) => {
  const calls = Object.entries<Call>(api).filter(([, call]) => call.money !== undefined);
  expect(calls.map(([name]) => name)).toContain('lotto.buy');
  for (const [name, call] of calls) {
    const screen = name
      .split('.')[1]
      ?.replace('depositInsufficientBalance', 'deposit')
      .replace('buyRows', 'buy')
      .replace(/^(buy|cancel)Share$/, 'share');
    for (const [code] of [...refusalsOf(call), ...faultsOf(call)]) {
      const [own, general] = [`errors.byCall.${screen}.${code}`, `errors.${code}`];
      // The call's own text is passed over where its arguments are not known.
      const shown = texts.has(own) && !hasArguments.has(own) ? [own] : [own, general];
      for (const key of shown) if (texts.has(key)) expect(texts.get(key), `${name} ${code}`).toMatch(money);
    }
  }
});
