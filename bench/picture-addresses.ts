/** Every address that has a page of its own, in both languages. */
import { slugs } from '#web/page/paths.ts';

/** `signedIn`: as a player with money and tickets sees it. */
export type Address = { path: string; signedIn: boolean };

/** What no map of the site names. */
const unlisted = [
  '/tolfraedi/lotto',
  '/vann-eg',
  '/leit',
  '/leit?q=lotto',
  '/_honnun',
  '/_honnun/efni',
  '/an-nets',
  '/engin-slik-sida',
  '/?login=true',
  '/reset-password?hash=engin',
  '/lottoleikir/lotto/spila?rows=1-2-3-4-5_6-7-8-9-10',
];
const forPlayers = ['', 'lottoleikir/lotto/spila', 'urslit/lotto'];

/** @param url of a running build, whose map of the site is read */
export async function allAddresses(url: string): Promise<Address[]> {
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
    return pathname + search;
  });
  const open = new Set([...oneWeekEach(listed), ...unlisted.flatMap(inBoth)]);
  const personal = [...ofMyPages(), ...forPlayers].map((slug) => `/${slug}`).flatMap(inBoth);
  return [
    ...[...open].map((path) => ({ path, signedIn: false })),
    ...personal.map((path) => ({ path, signedIn: true })),
  ];
}

const inBoth = (path: string) => [path, path === '/' ? '/en' : `/en${path}`];

/** Weeks of results look alike: of each game the first one in the map stands for all. */
function oneWeekEach(paths: readonly string[]): string[] {
  const games = new Set<string>();
  return paths.filter((path) => {
    const [pathname = '', search] = path.split('?');
    if (search === undefined) return true;
    const isNew = !games.has(pathname);
    games.add(pathname);
    return isNew;
  });
}

/** Of the reminder there is data alone. */
const ofMyPages = () =>
  Object.values(slugs).filter((slug) => slug.startsWith(slugs.account) && slug !== slugs.reminder);
