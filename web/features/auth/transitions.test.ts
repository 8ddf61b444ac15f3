import { expect, test } from 'vitest';
import { parseAuthLink } from './auth-link.ts';
import { certificateStep } from './certificate.ts';
import { closedDialog, type Entry, isHeld, openForm, popForm, pushForm } from './transitions.ts';

const entry = (form: string, props: object = {}) => ({ form, props }) as Entry;
const formsOf = ({ entries }: { entries: readonly Entry[] }) => entries.map(({ form }) => form);
const walk = (...forms: string[]) =>
  forms.slice(1).reduce((state, form) => pushForm(state, entry(form)), openForm(entry(forms[0] ?? '')));

test('login to the forgotten password, to the forgotten name, and back step by step', () => {
  const state = walk('login', 'forgotPassword', 'forgotUsername');
  expect(formsOf(state)).toEqual(['login', 'forgotPassword', 'forgotUsername']);
  expect(formsOf(popForm(state))).toEqual(['login', 'forgotPassword']);
  expect(popForm(popForm(popForm(state)))).toEqual(closedDialog);
});

test('a form that was passed before is gone back to', () => {
  expect(formsOf(walk('login', 'forgotPassword', 'forgotUsername', 'login'))).toEqual(['login']);
});

test('sign-up and the card begin anew: nothing before makes sense any more', () => {
  expect(formsOf(walk('login', 'eLogin', 'signUp'))).toEqual(['signUp']);
  expect(formsOf(walk('login', 'eLogin', 'signUp', 'addCreditCard'))).toEqual(['addCreditCard']);
});

test('where signing in leads to outlives every step', () => {
  let state = openForm(entry('login'), '/minar-sidur/mork');
  for (const form of ['eLogin', 'signUp', 'addCreditCard']) {
    state = pushForm(state, entry(form));
    expect(state.callbackUrl, form).toBe('/minar-sidur/mork');
  }
});

test('an ended certificate holds the dialog after a sign-in, also on the way to revalidation', () => {
  const required = openForm(entry('eLoginRequired', { playerId: '1', reason: 'login' }));
  expect(isHeld(required)).toBe(true);
  expect(isHeld(pushForm(required, entry('eLoginRevalidation', { playerId: '1', reason: 'login' })))).toBe(
    true,
  );
  for (const reason of ['strong', 'call']) {
    expect(isHeld(openForm(entry('eLoginRequired', { playerId: '1', reason })))).toBe(false);
  }
  expect(isHeld(openForm(entry('eLoginReminder', { playerId: '1', reason: 'login', days: 3 })))).toBe(false);
});

test('must-hold 20: fewer days than the limit remind, none or less require', () => {
  const step = (eCertificateExpires: string) =>
    certificateStep({ playerId: '7', eCertificateExpires }, 30, '2026-11-16');
  expect(step('2026-12-16')).toBeNull();
  expect(step('2026-12-15')).toEqual(['eLoginReminder', { playerId: '7', reason: 'login', days: 29 }]);
  expect(step('2026-11-17')?.[1]).toMatchObject({ days: 1 });
  for (const day of ['2026-11-16', '2026-11-15', '2025-01-01']) {
    expect(step(day)).toEqual(['eLoginRequired', { playerId: '7', reason: 'login' }]);
  }
});

test.each([
  ['/urslit/lotto', '?week=1', null],
  ['/', '?login=false', null],
  ['/', '?login=true', { form: 'login', rest: '/', callbackUrl: null }],
  [
    '/en',
    '?a=1&login=true&error=SessionRequired&callbackUrl=%2Fx',
    { form: 'login', rest: '/en?a=1', callbackUrl: '/x' },
  ],
  ['/reset-password', '?hash=h&username=u&nationalId=n', { form: 'resetPassword', rest: '/' }],
  ['/en/reset-password-now/x', '?hash=h', { form: 'resetPassword', rest: '/en' }],
  ['/credit-card/new', '?x=1', { form: 'addCreditCard', rest: '/' }],
  ['/um-okkur/credit-card', '', null],
])('%s%s asks for its form and leaves nothing of it behind', (pathname, search, wanted) => {
  const link = parseAuthLink(pathname, search);
  if (wanted === null) return expect(link).toBeNull();
  const { form, ...rest } = wanted;
  expect(link).toMatchObject(rest);
  expect(link?.entry.form).toBe(form);
});

test('the link of a letter hands over what it carries', () => {
  const link = parseAuthLink('/reset-password', '?hash=h1&username=nafn&nationalId=0101701234');
  expect(link?.entry.props).toEqual({ hash: 'h1', username: 'nafn', nationalId: '0101701234' });
});
