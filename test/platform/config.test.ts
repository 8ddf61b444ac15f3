import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, serviceConfig } from '#server/platform/config.ts';
import { productionEnv as production } from '#test/harness/production.ts';

test('an empty environment is the embedded product on port 3000', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'embedded',
    port: 3000,
    sandboxPort: 3001,
    dataDir: join(process.cwd(), '.data'),
    autoDraw: true,
    databaseUrl: null,
    databaseMemory: null,
    roles: ['web', 'worker', 'sandbox'],
    sessionPollSeconds: 0,
    dev: false,
    catalogue: false,
    hosts: ['127.0.0.1', '::1'],
    keepAliveSeconds: 75,
  });
});

test.each([
  [{ PORT: '4100' }, { port: 4100, sandboxPort: 4101 }],
  [
    { PORT: '4100', SANDBOX_PORT: '4200' },
    { port: 4100, sandboxPort: 4200 },
  ],
  [{ PORT: '' }, { port: 3000 }],
  [{ AUTO_DRAW: '0' }, { autoDraw: false }],
  [{ ROLES: 'worker, web' }, { roles: ['web', 'worker'] }],
  [{ DEV: '1' }, { dev: true, catalogue: true }],
  [{ CATALOGUE: '1' }, { dev: false, catalogue: true }],
  [{ SESSION_POLL_SECONDS: '60' }, { sessionPollSeconds: 60 }],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, ::1 ' }, { trustedProxies: ['10.0.0.0/8', '::1'] }],
  [{ TRUSTED_PROXIES: '' }, { trustedProxies: [] }],
  [{ DATABASE_MEMORY: '1024' }, { databaseMemory: 1024 }],
  [{ DATABASE_URL: 'postgresql://u:p@h/d' }, { databaseUrl: 'postgresql://u:p@h/d' }],
  [{ HOST: '0.0.0.0' }, { hosts: null }],
  [{ HOST: '::' }, { hosts: null }],
  [{ HOST: 'localhost' }, { hosts: ['127.0.0.1', '::1'] }],
  [{ HOST: '192.168.1.5' }, { hosts: ['192.168.1.5'] }],
  [{ KEEP_ALIVE_SECONDS: '620' }, { keepAliveSeconds: 620 }],
  [production, { mode: 'production', autoDraw: false, roles: ['web', 'worker'], hosts: null }],
])('%j', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

test.each([
  [{ PORT: 'http' }, 'PORT is "http"; it must be a whole number from 1 to 65535.'],
  [{ PORT: '70000' }, 'PORT is "70000"'],
  [{ PORT: '3000', SANDBOX_PORT: '3000' }, 'must differ'],
  [{ MODE: 'test' }, 'MODE is "test"; it must be embedded or production.'],
  [{ AUTO_DRAW: 'yes' }, 'AUTO_DRAW is "yes"; it must be 0 or 1.'],
  [{ ROLES: 'web,api' }, 'not "api"'],
  [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES has "proxy.example"'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES has "10.0.0.0/33"'],
  [{ TRUSTED_PROXIES: '::1/8/8' }, 'TRUSTED_PROXIES has "::1/8/8"'],
  [{ HOST: 'example.is' }, 'HOST is "example.is"'],
  [{ KEEP_ALIVE_SECONDS: '0' }, 'KEEP_ALIVE_SECONDS is "0"'],
  [{ DATABASE_URL: 'mysql://u:p@h/d' }, 'DATABASE_URL must be an address like'],
  [{ ...production, DATABASE_URL: '' }, 'Production needs DATABASE_URL.'],
  [{ ...production, SEAL_SECRET: '' }, 'Production needs SEAL_SECRET.'],
  [{ ...production, SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 bytes.'],
  [{ ...production, CONTENT_API_URL: '' }, 'The content API URL is not defined'],
  [{ ...production, CONTENT_API_KEY: '' }, 'The content API key is not defined'],
  [{ ...production, CONTENT_WEBHOOK_SECRET: '' }, 'The content webhook secret is not defined'],
  [{ ...production, EID_URL: '' }, 'Production needs EID_URL.'],
  [{ ...production, EID_TRUST: '' }, 'Production needs EID_TRUST.'],
  [{ ...production, EID_URL: 'http://localhost:3001/e-id' }, 'EID_URL points to this machine'],
  [{ ...production, CONTENT_API_URL: 'ftp://x/' }, 'CONTENT_API_URL must be an address like'],
  [{ ...production, CONTENT_API_URL: 'http://127.0.0.1:3001/content/' }, 'CONTENT_API_URL points to this'],
  [{ ...production, MAIL_URL: '', SMS_PASSWORD: '' }, 'Production needs MAIL_URL, SMS_PASSWORD.'],
  [{ ...production, MAIL_URL: 'https://mail.example' }, 'MAIL_URL must be an address like smtp://'],
  [{ ...production, MAIL_URL: 'smtp://localhost:25' }, 'MAIL_URL points to this machine'],
  [{ ...production, ALARM_EMAIL: '' }, 'Production needs ALARM_EMAIL or ALARM_URL'],
  [{ ...production, ALARM_EMAIL: 'nobody' }, 'ALARM_EMAIL must be one address like'],
  [{ ...production, ALARM_URL: 'http://alarms.example' }, 'ALARM_URL must begin with https'],
  [{ ...production, ALARM_URL: 'https://127.0.0.1/' }, 'ALARM_URL points to this machine'],
  [{ ...production, SITE_URL: 'hending.example' }, 'SITE_URL must be an address like'],
  [{ ...production, SITE_URL: 'http://hending.example' }, 'SITE_URL must begin with https'],
  [{ ...production, SANDBOX_PORT: '3001' }, 'Production runs no sandbox'],
  [{ ...production, ROLES: 'web,sandbox' }, 'Production runs no sandbox'],
  [{ ...production, AUTO_DRAW: '1' }, 'AUTO_DRAW must be 0'],
  [{ ...production, CATALOGUE: '1' }, 'CATALOGUE must be 0'],
  [
    { ...production, CARD_GATEWAY_URL: 'http://127.0.0.1:3001/card-gateway' },
    'CARD_GATEWAY_URL points to this machine',
  ],
  [{ ...production, CARD_GATEWAY_URL: 'http://localhost:3001/' }, 'CARD_GATEWAY_URL points to this machine'],
])('refused: %j', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

test('production is told everything that is missing or wrong at once', () => {
  const env = { MODE: 'production', AUTO_DRAW: '1', SITE_URL: 'http://hending.example', SMS_URL: 'sms' };
  const told = [
    'DATABASE_URL',
    'SESSION_SECRET',
    'SIGNING_KEY',
    'EID_TRUST',
    'MAIL_FROM',
    'CONTACT_PHONE',
    'ALARM_EMAIL or ALARM_URL',
    'HOME_BANK_KEY',
    'content API key',
    'AUTO_DRAW must be 0',
    'SITE_URL must begin with https',
    'SMS_URL must be an address',
  ];
  for (const each of told) expect(() => readConfig(env)).toThrow(each);
});

test('production pins the authorities of electronic ID in a file that holds certificates', () => {
  const start = (trust: string) => () => {
    const env = { ...production, EID_TRUST: trust };
    return serviceConfig(readConfig(env), env);
  };
  expect(start('/nowhere/authorities.pem')).toThrow('EID_TRUST cannot be read');
  expect(start(import.meta.filename)).toThrow('holds none');
});
