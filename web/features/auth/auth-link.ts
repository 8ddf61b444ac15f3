/** What an address asks the sign-in dialog for. */
import { dialogPathOf, localeOf, pathsFor } from '#web/page/paths.ts';
import type { Entry } from './transitions.ts';

export type AuthLink = {
  entry: Entry;
  callbackUrl: string | null;
  /** The address without the link's own parameters. */
  rest: string;
};

/** Null when it asks for nothing. */
export function parseAuthLink(pathname: string, search: string): AuthLink | null {
  const query = new URLSearchParams(search);
  const home = pathsFor(localeOf(pathname)).home();
  const read = (name: string): string => query.get(name) ?? '';
  const form = dialogPathOf(pathname);
  if (form === 'reset-password') {
    const nationalId = read('nationalId');
    const props = { hash: read('hash'), username: read('username'), ...(nationalId && { nationalId }) };
    return { entry: { form: 'resetPassword', props }, callbackUrl: null, rest: home };
  }
  if (form === 'credit-card') {
    return { entry: { form: 'addCreditCard', props: {} }, callbackUrl: null, rest: home };
  }
  if (query.get('login') !== 'true') return null;
  return {
    entry: { form: 'login', props: { error: query.get('error') } },
    callbackUrl: query.get('callbackUrl'),
    rest: withoutLogin(pathname, search),
  };
}

export function withoutLogin(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['login', 'error', 'callbackUrl']) query.delete(name);
  const left = query.toString();
  return pathname + (left === '' ? '' : `?${left}`);
}
