/** Production refuses unsafe settings, each by its kind, and reports all problems at once. */
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { environment } from '#server/platform/environment.ts';
import { problemsInProduction } from '#server/platform/production.ts';
import type { SettingKind } from '#server/platform/setting.ts';
import { productionEnv as production } from '#test/harness/production.ts';

const key = 'k'.repeat(32);

/** Values that a setting of the kind must not have, each with words of the answer. */
const unsafe: Readonly<Record<SettingKind, readonly (readonly [string, string])[]>> = {
  plain: [],
  outsideAddress: [
    ['http://outside.example/', 'must begin with https'],
    ['HTTP://outside.example/', 'must begin with https'],
    ['ftp://outside.example/', 'must be an address'],
    ['outside.example', 'must be an address'],
    ['https://localhost:3001/', 'points to this machine'],
    ['https://localhost./', 'points to this machine'],
    ['https://bank.localhost/', 'points to this machine'],
    ['https://127.9.9.9/', 'points to this machine'],
    ['https://2130706433/', 'points to this machine'],
    ['https://0.0.0.0/', 'points to this machine'],
    ['https://[::1]/', 'points to this machine'],
    ['https://[::]/', 'points to this machine'],
    ['https://[::ffff:127.0.0.1]/', 'points to this machine'],
  ],
  siteAddress: [
    ['http://hending.example', 'must begin with https'],
    ['https://localhost:3000', 'points to this machine'],
    ['https://hending.example/leikir', 'a scheme and a host alone'],
    ['https://user@hending.example', 'a scheme and a host alone'],
  ],
  mailAddress: [
    ['https://mail.example', 'must be an address like smtp://'],
    ['smtp://localhost:25', 'points to this machine'],
  ],
  phoneNumber: [
    ['hringdu', 'must be a phone number'],
    ['555-0100', 'must be a phone number'],
  ],
  hours: [
    ['17-9', 'must be hours'],
    ['9', 'must be hours'],
    ['9-25', 'must be hours'],
  ],
  emailAddress: [
    ['oncall', 'must be one address'],
    ['a@b.example, c@d.example', 'must be one address'],
  ],
  databaseAddress: [
    ['mysql://u:p@db.example/d', 'must be an address like postgres://'],
    ['postgres://u:p@db.example/d?sslmode=no-verify', 'trusts any server'],
    ['postgres://u:p@db.example/d?sslmode=prefer', 'trusts any server'],
  ],
  secretKey: [
    ['k', 'at least 32 bytes'],
    ['k'.repeat(31), 'at least 32 bytes'],
    [`${'k'.repeat(31)} `, 'at least 32 bytes'],
    [' '.repeat(40), 'at least 32 bytes'],
  ],
  secretKeys: [
    [',', 'has an empty key'],
    [`${key},`, 'has an empty key'],
    [`${key}, ,${key}`, 'has an empty key'],
    [`${key},k`, 'at least 32 bytes'],
    ['k', 'at least 32 bytes'],
  ],
  issuedKey: [
    ['k', 'at least 16 bytes'],
    ['k'.repeat(15), 'at least 16 bytes'],
  ],
  networks: [
    ['0.0.0.0/0', 'whole parts of the internet'],
    ['::/0', 'whole parts of the internet'],
    ['0.0.0.0/1 128.0.0.0/1', 'whole parts of the internet'],
    ['10.0.0.0/8, ::/1', 'whole parts of the internet'],
    ['8000::/1', 'whole parts of the internet'],
    ['2000::/3', 'whole parts of the internet'],
    ['11.0.0.0/7', 'whole parts of the internet'],
    [Array.from({ length: 256 }, (_, n) => `${n}.0.0.0/8`).join(' '), 'whole parts of the internet'],
    ['::ffff:0:0/96', 'whole parts of the internet'],
    ['::ffff:0.0.0.0/97', 'whole parts of the internet'],
    ['::/16', 'whole parts of the internet'],
  ],
};

const cases = Object.entries(environment).flatMap(([name, { kind }]) =>
  unsafe[kind].map(([value, words]) => [name, value.slice(0, 60), words, value] as const),
);

test('the complete environment of production has no problem', () => {
  expect(problemsInProduction(production)).toEqual([]);
});

test.each(cases)('%s = %j is refused: %s', (name, _, words, value) => {
  const problems = problemsInProduction({ ...production, [name]: value });
  expect(problems).toContainEqual(expect.stringMatching(new RegExp(`${name}.*${words}|${words}.*${name}`)));
});

test.each(Object.entries(environment).filter(([name]) => /_(URL|URI)$/.test(name)))(
  '%s is of a kind of addresses',
  (_, { kind }) => {
    expect(kind).toMatch(/Address$/);
  },
);

test.each(Object.entries(environment).filter(([name]) => /(KEY|KEYS|SECRET|TOKEN|PASSWORD)$/.test(name)))(
  '%s is of a kind of keys',
  (name, { kind }) => {
    // In PEM, and public.
    const others = ['SIGNING_KEY', 'RETIRED_SIGNING_KEYS'];
    expect(others.includes(name) ? 'plain' : kind).toMatch(others.includes(name) ? /plain/ : /Keys?$/);
  },
);

describe('proxies that a real network has', () => {
  test.each([
    '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16',
    '127.0.0.1 ::1',
    'fc00::/7',
    '2001:db8::/32 192.0.2.7',
    '::ffff:10.0.0.0/104',
  ])('%s', (networks) => {
    expect(problemsInProduction({ ...production, TRUSTED_PROXIES: networks })).toEqual([]);
  });
});

test.each([
  ['CARD_GATEWAY_AGREEMENT', '100017', 'the value of the sandbox'],
  ['CONTACT_PHONE', '555 0100', 'the value of the sandbox'],
  ['CONTACT_EMAIL', 'hjalp@hending.example', 'the value of the sandbox'],
  ['MAIL_FROM', 'Hending <hending@localhost>', 'the value of the sandbox'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0', 'every certificate would be believed'],
])('%s = %s is refused', (name, value, words) => {
  const [problem, ...more] = problemsInProduction({ ...production, [name]: value });
  expect(problem).toContain(name);
  expect(problem).toContain(words);
  expect(more).toEqual([]);
});

test('DEV is refused in production', () => {
  expect(() => readConfig({ ...production, DEV: '1' })).toThrow('DEV must be 0');
});

test('all that is unsafe is told at once', () => {
  const env = {
    ...production,
    AUR_URL: 'http://aur.example',
    BANK_URL: 'http://bank.example',
    BANK_KEY: 'k',
    CARD_FINGERPRINT_KEYS: ',',
    TRUSTED_PROXIES: '0.0.0.0/0',
  };
  for (const name of ['AUR_URL', 'BANK_URL', 'BANK_KEY', 'CARD_FINGERPRINT_KEYS', 'TRUSTED_PROXIES']) {
    expect(() => readConfig(env)).toThrow(name);
  }
});
