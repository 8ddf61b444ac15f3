/** Sheets beside the one that every page has, for the pages that show more. */
import catalogue from './catalogue.css?url';
import inner from './inner.css?url';

const sheet = (href: string) => () => [{ rel: 'stylesheet', href }];

/** Playing, results, tickets and my pages. */
export const innerLinks = sheet(inner);

export const catalogueLinks = () => [...innerLinks(), ...sheet(catalogue)()];
