import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  databaseAddress,
  emailAddress,
  hostsOf,
  hoursOf,
  keysOf,
  loopbackHosts,
  mailAddress,
  networksOf,
  oneOf,
  phoneNumber,
  webAddress,
  whole,
} from './environment-values.ts';
import { type LogLevel, logLevels } from './log.ts';
import { problemsInProduction } from './production.ts';
import { type Secrets, secretsFromEnvironment, storedSecrets } from './secrets.ts';
import { StartupError } from './startup-error.ts';

/** The environment, read once in `main.ts`; nothing else looks at `process.env`. */
export type Config = {
  mode: 'embedded' | 'production';
  version: string;
  port: number;
  sandboxPort: number;
  /** Addresses to listen on; null: all. */
  hosts: readonly string[] | null;
  /** How long a connection stays open between requests. */
  keepAliveSeconds: number;
  /** Absolute. */
  dataDir: string;
  /** The application role; `null` = the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Megabytes that the embedded PostgreSQL may count on; null: all of this machine. */
  databaseMemory: number | null;
  /** The owner, for `prepare` alone. */
  databaseAdminUrl: string | null;
  autoDraw: boolean;
  roles: readonly Role[];
  /** Seconds between session rechecks of the browser, 0 = off. */
  sessionPollSeconds: number;
  /** Within how many working days a claim of a large prize is checked, as its winner is told. */
  claimReviewWorkdays: number;
  /** Addresses and networks (`10.0.0.0/8`) whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Lets a scraper that is not on this machine read `/metrics`. */
  metricsToken: string | null;
  /** Hot reload (`npm run dev`). */
  dev: boolean;
  /** The least that is logged. */
  logLevel: LogLevel;
  /** Shows the catalogue of the design system at `/_honnun`. */
  catalogue: boolean;
};

export type Role = 'web' | 'worker' | 'sandbox';

/** The content service. */
export type ContentConfig = {
  /** Where queries are sent; null when it is not set, and then every question fails with those words. */
  url: string | null;
  key: string | null;
  /** Shows records that are not published yet. */
  includeDrafts: boolean;
  /** What `authorization` of `POST /dato/invalidate-cache/{key}` must be. */
  webhookSecret: string;
  /** Where its pictures, documents and videos lie: what we show as ours, and pages may play. */
  assetOrigins: readonly string[];
};

/** Electronic ID; `service` is the version of the provider's tree. */
export type EIdConfig = {
  /** Without a slash at the end. */
  address: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  service: 'api_v200' | 'api_v201' | 'api_v202';
  /** What the app's security code is made of: the hash, or its base64 text. */
  codeFrom: 'decoded' | 'text';
  /** A file with the certificates of the issuing authorities, PEM; a sandbox writes its own. */
  trustFile: string;
};

/** The register of persons. */
export type RegistryConfig = { address: string; key: string };

/** Aur, where phones pay; `signs`: what its signature is over. */
export type AurConfig = { address: string; token: string; secret: string; signs: 'short' | 'long' };

/** The bank that pays out. */
export type BankConfig = { address: string; key: string };

/** Who takes payments by card. */
export type CardGatewayConfig = {
  /** Without a slash at the end. */
  address: string;
  key: string;
  /** Our agreement with them, and which of its terminals; null where the key implies it. */
  agreementNumber: string;
  terminalId: string | null;
  /** What cardholders' banks show as the one who asks. */
  displayName: string;
};

/** Where visits are counted. */
export type CountingConfig = { url: string; websiteId: string };

/** Where messages to people go out. */
export type MessagesConfig = {
  /** Of the product's own pages, without a slash at the end: for links in messages. */
  siteUrl: string;
  /** `url` null: the sandbox's mail server, whose address lies in DATA_DIR. */
  mail: { url: string | null; from: string };
  sms: { url: string; username: string; password: string };
  homeBank: { url: string; key: string };
};

/** How players reach us; `weekdays` are the hours from and to which the phone is answered. */
export type ContactConfig = { phone: string; email: string; weekdays: readonly [string, string] };

/** Where alarms go; null: not there. */
export type AlarmConfig = { email: string | null; url: string | null };

/** What a process that serves needs: the database is known by now. */
export type ServiceConfig = Config & {
  databaseUrl: string;
  secrets: Secrets;
  content: ContentConfig;
  eId: EIdConfig;
  /** Null when it is not set: then nobody is looked up. */
  registry: RegistryConfig | null;
  messages: MessagesConfig;
  alarms: AlarmConfig;
  contact: ContactConfig;
  aur: AurConfig;
  bank: BankConfig;
  cardGateway: CardGatewayConfig;
  /** Null when it is not set: then nothing is counted. */
  counting: CountingConfig | null;
  /** Of numbers of cards; the first makes new digests. */
  fingerprintKeys: readonly string[];
};

const allRoles: readonly Role[] = ['web', 'worker', 'sandbox'];

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mode = oneOf(env, 'MODE', ['embedded', 'production'] as const, 'embedded');
  const production = mode === 'production';
  const port = whole(env, 'PORT', 3000, 1, 65_535);
  const dev = oneOf(env, 'DEV', ['0', '1'] as const, '0');
  const config: Config = {
    mode,
    version: packageVersion(),
    port,
    sandboxPort: whole(env, 'SANDBOX_PORT', Math.min(port + 1, 65_535), 1, 65_535),
    hosts: hostsOf(env, 'HOST', production ? null : loopbackHosts),
    keepAliveSeconds: whole(env, 'KEEP_ALIVE_SECONDS', 75, 1, 3600),
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl: databaseAddress(env, 'DATABASE_URL'),
    databaseAdminUrl: databaseAddress(env, 'DATABASE_ADMIN_URL'),
    databaseMemory: env.DATABASE_MEMORY ? whole(env, 'DATABASE_MEMORY', 0, 512, 9_999_999) : null,
    autoDraw: oneOf(env, 'AUTO_DRAW', ['0', '1'] as const, production ? '0' : '1') === '1',
    roles: rolesOf(env, production ? ['web', 'worker'] : allRoles),
    sessionPollSeconds: whole(env, 'SESSION_POLL_SECONDS', 0, 0, 86_400),
    claimReviewWorkdays: whole(env, 'CLAIM_REVIEW_WORKDAYS', 2, 1, 10),
    trustedProxies: networksOf(env, 'TRUSTED_PROXIES'),
    metricsToken: env.METRICS_TOKEN || null,
    dev: dev === '1',
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, production || dev === '1' ? 'info' : 'warn'),
    catalogue: oneOf(env, 'CATALOGUE', ['0', '1'] as const, dev) === '1',
  };
  if (production) refuseInProduction(config, env);
  if (config.port === config.sandboxPort) throw new StartupError('PORT and SANDBOX_PORT must differ.');
  return config;
}

/** For web, worker, sandbox and operator, once the database's address is known. */
export function serviceConfig(config: Config, env: NodeJS.ProcessEnv): ServiceConfig {
  const { databaseUrl } = config;
  if (!databaseUrl) throw new StartupError('DATABASE_URL is missing.');
  const secrets = config.mode === 'production' ? secretsFromEnvironment(env) : storedSecrets(config.dataDir);
  const own = (name: string) => createHmac('sha256', secrets.session).update(name).digest('base64url');
  return {
    ...config,
    databaseUrl,
    secrets,
    content: contentConfig(config, env, own),
    eId: eIdConfig(config, env, own),
    registry: registryConfig(config, env, own),
    messages: messagesConfig(config, env, own),
    alarms: alarmConfig(config, env),
    contact: {
      phone: phoneNumber(env, 'CONTACT_PHONE') ?? '555 0100',
      email: emailAddress(env, 'CONTACT_EMAIL') ?? 'hjalp@hending.example',
      weekdays: hoursOf(env, 'CONTACT_HOURS') ?? ['9', '17'],
    },
    aur: aurConfig(config, env, own),
    bank: bankConfig(config, env, own),
    cardGateway: cardGatewayConfig(config, env, own),
    counting: countingConfig(config, env),
    fingerprintKeys: keysOf(env, 'CARD_FINGERPRINT_KEYS') ?? [own('card fingerprint')],
  };
}

/** A secret of this instance by its name. */
type Own = (name: string) => string;

/** The sandbox of an embedded instance gets a key and a webhook secret of this instance's own. */
function contentConfig(config: Config, env: NodeJS.ProcessEnv, own: Own): ContentConfig {
  const embedded = config.mode === 'embedded';
  const url = webAddress(env, 'CONTENT_API_URL');
  const sandbox = embedded && url === null;
  const asked = sandbox ? `http://127.0.0.1:${config.sandboxPort}/content/` : url;
  return {
    url: asked,
    assetOrigins: asked === null ? [] : assetOrigins(new URL(asked)),
    key: env.CONTENT_API_KEY || (sandbox ? own('content key') : null),
    includeDrafts: oneOf(env, 'CONTENT_INCLUDE_DRAFTS', ['0', '1'] as const, '0') === '1',
    webhookSecret: env.CONTENT_WEBHOOK_SECRET || own('content webhook'),
  };
}

/** What is not set is the sandbox's; production has refused to start by then. */
function messagesConfig(config: Config, env: NodeJS.ProcessEnv, own: Own): MessagesConfig {
  const sandbox = `http://127.0.0.1:${config.sandboxPort}`;
  const plain = (url: string) => url.replace(/\/+$/, '');
  return {
    siteUrl: plain(webAddress(env, 'SITE_URL') ?? `http://localhost:${config.port}`),
    mail: { url: mailAddress(env, 'MAIL_URL'), from: env.MAIL_FROM || 'Hending <hending@localhost>' },
    sms: {
      url: webAddress(env, 'SMS_URL') ?? `${sandbox}/sms/v1/sms`,
      username: env.SMS_USERNAME || 'hending',
      password: env.SMS_PASSWORD || own('sms password'),
    },
    homeBank: {
      url: plain(webAddress(env, 'HOME_BANK_URL') ?? `${sandbox}/home-bank`),
      key: env.HOME_BANK_KEY || own('home bank key'),
    },
  };
}

/** An embedded instance mails its alarms to the sandbox's mailbox. */
function alarmConfig({ mode }: Config, env: NodeJS.ProcessEnv): AlarmConfig {
  const fallback = mode === 'embedded' ? 'alarms@hending.localhost' : null;
  return { email: emailAddress(env, 'ALARM_EMAIL') ?? fallback, url: webAddress(env, 'ALARM_URL') };
}

/** DatoCMS keeps files and videos on hosts of their own; others beside their queries. */
function assetOrigins({ hostname, origin }: URL): string[] {
  if (hostname !== 'graphql.datocms.com') return [origin];
  return ['https://www.datocms-assets.com', 'https://image.mux.com', 'https://stream.mux.com'];
}

/** The sandbox of an embedded instance knows one customer, and leaves its authority in DATA_DIR. */
function eIdConfig({ mode, sandboxPort, dataDir }: Config, env: NodeJS.ProcessEnv, own: Own): EIdConfig {
  const address = webAddress(env, 'EID_URL');
  const trustFile = resolve(env.EID_TRUST || join(dataDir, 'e-id', 'intermediate.pem'));
  if (mode === 'production') checkCertificates(trustFile);
  return {
    address: (address ?? `http://127.0.0.1:${sandboxPort}/e-id`).replace(/\/+$/, ''),
    clientId: env.EID_CLIENT_ID || 'hending',
    clientSecret: env.EID_CLIENT_SECRET || own('e-id secret'),
    redirectUri: webAddress(env, 'EID_REDIRECT_URI') ?? 'https://hending.invalid/e-id',
    service: oneOf(env, 'EID_SERVICE', ['api_v200', 'api_v201', 'api_v202'] as const, 'api_v202'),
    codeFrom: oneOf(env, 'EID_CODE_FROM', ['decoded', 'text'] as const, 'decoded'),
    trustFile,
  };
}

function checkCertificates(file: string): void {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartupError(`EID_TRUST cannot be read: ${(error as Error).message}`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartupError(`EID_TRUST must be a file of certificates (PEM); ${file} holds none.`);
}

function registryConfig(config: Config, env: NodeJS.ProcessEnv, own: Own): RegistryConfig | null {
  const address = webAddress(env, 'REGISTRY_URL')?.replace(/\/+$/, '');
  const key = env.REGISTRY_KEY;
  if (address === undefined) {
    if (config.mode === 'production') return null;
    return { address: `http://127.0.0.1:${config.sandboxPort}/registry`, key: own('registry key') };
  }
  if (!key) throw new StartupError('REGISTRY_URL needs REGISTRY_KEY, the key of the distributor.');
  return { address, key };
}

function aurConfig({ sandboxPort }: Config, env: NodeJS.ProcessEnv, own: Own): AurConfig {
  const sandbox = `http://127.0.0.1:${sandboxPort}/aur/figo/api/v1/store/web`;
  return {
    address: (webAddress(env, 'AUR_URL') ?? sandbox).replace(/\/+$/, ''),
    token: env.AUR_TOKEN || own('aur token'),
    secret: env.AUR_SECRET || own('aur secret'),
    signs: oneOf(env, 'AUR_SIGNS', ['short', 'long'] as const, 'short'),
  };
}

function bankConfig({ sandboxPort }: Config, env: NodeJS.ProcessEnv, own: Own): BankConfig {
  const address = webAddress(env, 'BANK_URL') ?? `http://127.0.0.1:${sandboxPort}/bank`;
  return { address: address.replace(/\/+$/, ''), key: env.BANK_KEY || own('bank key') };
}

/** The sandbox of an embedded instance has one merchant. */
function cardGatewayConfig({ sandboxPort }: Config, env: NodeJS.ProcessEnv, own: Own): CardGatewayConfig {
  const address = webAddress(env, 'CARD_GATEWAY_URL') ?? `http://127.0.0.1:${sandboxPort}/card-gateway`;
  return {
    address: address.replace(/\/+$/, ''),
    key: env.CARD_GATEWAY_KEY || `hending.${own('card gateway key')}`,
    agreementNumber: env.CARD_GATEWAY_AGREEMENT || '100017',
    terminalId: env.CARD_GATEWAY_TERMINAL || null,
    displayName: env.CARD_GATEWAY_NAME || 'Hending',
  };
}

/** The sandbox of an embedded instance counts under an id of its own. */
function countingConfig(config: Config, env: NodeJS.ProcessEnv): CountingConfig | null {
  const url = webAddress(env, 'ANALYTICS_URL');
  if (url === null) {
    if (config.mode === 'production') return null;
    return { url: `http://127.0.0.1:${config.sandboxPort}/analytics`, websiteId: sandboxWebsite };
  }
  const websiteId = env.ANALYTICS_WEBSITE_ID ?? '';
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(websiteId)) {
    throw new StartupError('ANALYTICS_URL needs ANALYTICS_WEBSITE_ID, the id of the website there.');
  }
  return { url: url.replace(/\/+$/, ''), websiteId };
}

const sandboxWebsite = '00000000-0000-4000-8000-000000000001';

/** Everything that is missing or wrong is told at once. */
function refuseInProduction(config: Config, env: NodeJS.ProcessEnv): void {
  const wrong = problemsInProduction(env);
  if (!env.ALARM_EMAIL && !env.ALARM_URL) {
    wrong.push('Production needs ALARM_EMAIL or ALARM_URL: alarms must reach a person.');
  }
  if (config.roles.includes('sandbox') || env.SANDBOX_PORT) {
    wrong.push('Production runs no sandbox: leave "sandbox" out of ROLES and SANDBOX_PORT unset.');
  }
  if (config.autoDraw) wrong.push('Production draws are made by people: AUTO_DRAW must be 0.');
  if (config.dev) wrong.push('Production serves what was built: DEV must be 0.');
  if (config.catalogue) wrong.push('Production shows no catalogue: CATALOGUE must be 0.');
  if (wrong.length > 0) throw new StartupError(wrong.join('\n'));
}

function rolesOf(env: NodeJS.ProcessEnv, otherwise: readonly Role[]): readonly Role[] {
  const names = (env.ROLES || otherwise.join(',')).split(',').map((name) => name.trim());
  const unknown = names.find((name) => !allRoles.some((role) => role === name));
  if (unknown !== undefined) throw new StartupError(`ROLES knows ${allRoles.join(', ')}, not "${unknown}".`);
  return allRoles.filter((role) => names.includes(role));
}

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
