/**
 * What one says in other words than we do. Each line is one thing: whoever looks for one of its phrases also
 * looks for the others.
 */
import type { ContentLocale } from '#contract/content.ts';
import { tokensOf } from './words.ts';

const lines: Readonly<Record<ContentLocale, readonly string[]>> = {
  is: [
    'leggja inn, innborgun, innlögn, áfylling',
    'taka út, úttekt, útborgun',
    'kosta, verð, gjald',
    'hætta, ógilda, ógilding',
    'skattfrjáls, skattur',
    'ágóði, ágóðinn, styrkja, félög',
    'skrá inn, innskráning',
    'skrá út, útskráning',
    'stofna aðgang, nýskráning',
    'taka hlé, hlé, sjálfsútilokun, spilabann',
    'mörk, takmörk, hámark',
    'líkur, vinningslíkur, möguleikar',
    'loka aðgangi, eyða aðgangi, hætta',
    'lykilorð, aðgangsorð',
    'vafrakökur, kökur',
    'spilafíkn, ábyrg spilun, spilavandi',
    'spurt og svarað, hjálp, aðstoð',
    'hafa samband, þjónusta, sími, netfang',
  ],
  en: [
    'deposit, add money, top up, pay in',
    'withdraw, withdrawal, cash out, pay out',
    'cost, price',
    'tax, tax free',
    'sign in, log in, login',
    'sign out, log out, logout',
    'create an account, sign up, register',
    'break, self exclusion, lockout',
    'chance, odds, probability',
    'close account, delete account',
    'responsible play, gambling addiction, problem gambling',
    'questions and answers, help, faq',
    'contact, support, phone, email',
  ],
};

const groups = { is: lines.is.map(phrasesOf), en: lines.en.map(phrasesOf) };

function phrasesOf(line: string): string[][] {
  return line.split(', ').map(tokensOf);
}

/**
 * The query, and the query said in other words.
 * @param isForm whether a word of the query is a form of a word of ours
 */
export function readingsOf(
  query: readonly string[],
  locale: ContentLocale,
  isForm: (asked: string, ours: string) => boolean,
): (readonly string[])[] {
  const others = groups[locale].flatMap((phrases) => {
    const said = phrases.find((phrase) => phrase.every((ours) => query.some((asked) => isForm(asked, ours))));
    if (said === undefined) return [];
    const rest = query.filter((asked) => !said.some((ours) => isForm(asked, ours)));
    return phrases.filter((phrase) => phrase !== said).map((phrase) => [...rest, ...phrase]);
  });
  return [query, ...others];
}
