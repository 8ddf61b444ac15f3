/** Every setting, by its name in the environment. */
import type { Setting } from './setting.ts';

export const environment: Readonly<Record<string, Setting>> = {
  MODE: {
    kind: 'plain',
    otherwise: '`embedded`',
    meaning: '`production` refuses sandboxes, demo players and missing secrets',
  },
  PORT: {
    kind: 'plain',
    otherwise: '3000',
    meaning: 'the product',
  },
  HOST: {
    kind: 'plain',
    otherwise: '`127.0.0.1` and `::1`; in production all addresses',
    meaning:
      'the address of this machine that the product listens on; `0.0.0.0` or `::` are all. The sandboxes ' +
      'stay on 127.0.0.1',
  },
  KEEP_ALIVE_SECONDS: {
    kind: 'plain',
    otherwise: '75',
    meaning: 'how long a connection stays open between requests: longer than the same setting of a proxy',
  },
  SANDBOX_PORT: {
    kind: 'plain',
    otherwise: '`PORT` + 1',
    meaning: 'the sandboxes, on 127.0.0.1 only; not in production',
  },
  DATA_DIR: {
    kind: 'plain',
    otherwise: '`.data`',
    meaning:
      'database, books, secrets and logs of this instance; made for its owner alone (under root the ' +
      "database's account may pass through)",
  },
  DATABASE_URL: {
    kind: 'databaseAddress',
    otherwise: 'our own PostgreSQL',
    meaning:
      'the application role; to another machine with `sslmode=verify-full`, or without TLS in a private ' +
      'network (`sslmode=disable`)',
    required: true,
  },
  DATABASE_ADMIN_URL: {
    kind: 'databaseAddress',
    otherwise: 'our own PostgreSQL',
    meaning: 'the owner, for migrations; no other process gets it',
  },
  DATABASE_MEMORY: {
    kind: 'plain',
    otherwise: 'all of this machine',
    meaning:
      'megabytes of memory that our own PostgreSQL may count on, 512 or more; it takes a quarter for its ' +
      'pages',
  },
  AUTO_DRAW: {
    kind: 'plain',
    otherwise: '1, in production 0',
    meaning:
      'draws happen by themselves, and marked sample players buy before them; commands on a running ' +
      'product go by how that was started',
  },
  LOG_LEVEL: {
    kind: 'plain',
    otherwise: '`warn`; in production and with `npm run dev` `info`',
    meaning: 'the least that is logged: `debug`, `info`, `warn` or `error`',
  },
  ROLES: {
    kind: 'plain',
    otherwise: '`web,worker,sandbox`',
    meaning: 'what runs on this machine; in production `web,worker`',
  },
  SESSION_POLL_SECONDS: {
    kind: 'plain',
    otherwise: '0',
    meaning: 'how often a browser asks whether its session lives; 0 is never',
  },
  TRUSTED_PROXIES: {
    kind: 'networks',
    otherwise: 'none',
    meaning:
      'addresses and networks in front of the product, `10.0.0.0/8 2001:db8::1`; only from them are ' +
      'what they say of visitors believed ([proxy.md](proxy.md)): without it nobody is taken to come over ' +
      'TLS. Production takes no network broader than /8 (IPv6: /16)',
    required: true,
  },
  METRICS_TOKEN: {
    kind: 'secretKey',
    otherwise: 'none',
    meaning:
      'lets a scraper of another machine read `/metrics`, or one behind a trusted proxy; at least 32 bytes',
  },
  CONTENT_API_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: "where the content service (DatoCMS' Content Delivery protocol) takes queries",
    required: true,
  },
  CONTENT_API_KEY: {
    kind: 'issuedKey',
    otherwise: 'of the sandbox',
    meaning: 'its key, sent as `Authorization`',
    required: true,
  },
  CONTENT_INCLUDE_DRAFTS: {
    kind: 'plain',
    otherwise: '0',
    meaning: '1 also shows records that are not published yet',
  },
  CONTENT_WEBHOOK_SECRET: {
    kind: 'secretKey',
    otherwise: 'made from `SESSION_SECRET`',
    meaning: 'what `authorization` of `POST /api/proxy/dato/invalidate-cache/{key}` must be',
    required: true,
  },
  EID_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: "where electronic ID is asked (Auðkenni's REST protocol)",
    required: true,
  },
  EID_CLIENT_ID: {
    kind: 'plain',
    otherwise: 'of the sandbox',
    meaning: 'our name there',
    required: true,
  },
  EID_CLIENT_SECRET: {
    kind: 'secretKey',
    otherwise: 'of the sandbox',
    meaning: 'our secret there',
    required: true,
  },
  EID_TRUST: {
    kind: 'plain',
    otherwise: "the sandbox's",
    meaning:
      "a file with the certificates of the authorities that issue people's certificates (PEM, one " +
      'after the other), never downloaded',
    required: true,
  },
  EID_REDIRECT_URI: {
    kind: 'outsideAddress',
    otherwise: '`https://hending.invalid/e-id`',
    meaning: 'as registered with the provider; nobody goes there',
  },
  EID_SERVICE: {
    kind: 'plain',
    otherwise: '`api_v202`',
    meaning: "version of the provider's tree: `api_v200`, `api_v201` or `api_v202`",
  },
  EID_CODE_FROM: {
    kind: 'plain',
    otherwise: '`decoded`',
    meaning: "what the app's security code is computed from: the hash (`decoded`) or its base64 (`text`)",
  },
  REGISTRY_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: 'a distributor of the register of persons; in production unset: nobody is looked up',
  },
  REGISTRY_KEY: {
    kind: 'secretKey',
    otherwise: 'of the sandbox',
    meaning: 'the key, sent as `Authorization`; required with `REGISTRY_URL`',
  },
  ANALYTICS_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: 'where visits are counted (Umami); in production unset: nothing is counted',
  },
  ANALYTICS_WEBSITE_ID: {
    kind: 'plain',
    otherwise: 'of the sandbox',
    meaning: 'the id of the website there; required with `ANALYTICS_URL`',
    sandboxValue: '00000000-0000-4000-8000-000000000001',
  },
  SITE_URL: {
    kind: 'siteAddress',
    otherwise: '`http://localhost:PORT`',
    meaning:
      'where people reach the product: links in messages begin so. In production https, and requests for ' +
      'any other host are answered 421',
    required: true,
  },
  CONTACT_PHONE: {
    kind: 'phoneNumber',
    otherwise: '`555 0100`, a number of nobody',
    sandboxValue: '555 0100',
    meaning: 'the phone number that players call; the content may name another',
    required: true,
  },
  CONTACT_EMAIL: {
    kind: 'emailAddress',
    otherwise: '`hjalp@hending.example`',
    sandboxValue: 'hjalp@hending.example',
    meaning: 'the address that players write to; the content may name another',
    required: true,
  },
  CONTACT_HOURS: {
    kind: 'hours',
    otherwise: '`9-17`',
    meaning: 'when the phone is answered on weekdays, in whole hours; the content may say it otherwise',
    required: true,
  },
  CLAIM_REVIEW_WORKDAYS: {
    kind: 'plain',
    otherwise: '2',
    meaning:
      'within how many working days two operators check the claim of a large prize: what its winner is ' +
      'told, from 1 to 10',
  },
  MAIL_URL: {
    kind: 'mailAddress',
    otherwise: 'the sandbox',
    meaning: 'mail server, `smtp://user:password@host:587` (always with TLS) or `smtps://host:465`',
    required: true,
  },
  MAIL_FROM: {
    kind: 'plain',
    otherwise: '`Hending <hending@localhost>`',
    sandboxValue: 'Hending <hending@localhost>',
    meaning: 'sender of letters',
    required: true,
  },
  ALARM_EMAIL: {
    kind: 'emailAddress',
    otherwise: '`alarms@hending.localhost`, in production nobody; **this or `ALARM_URL` is required**',
    meaning: 'whom alarms are mailed to, at once and each hour until `operator alarm seen`',
  },
  ALARM_URL: {
    kind: 'outsideAddress',
    otherwise: 'none',
    meaning:
      'where alarms are posted as JSON, at once and each hour until `operator alarm seen`; https in ' +
      'production',
  },
  SMS_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: "where the SMS gateway (Nova's SMS API v1) takes requests",
    required: true,
  },
  SMS_USERNAME: {
    kind: 'plain',
    otherwise: 'of the sandbox',
    meaning: 'its HTTP Basic user name',
    required: true,
  },
  SMS_PASSWORD: {
    kind: 'issuedKey',
    otherwise: 'of the sandbox',
    meaning: 'its HTTP Basic password',
    required: true,
  },
  HOME_BANK_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: 'where documents for online banks are taken',
    required: true,
  },
  HOME_BANK_KEY: {
    kind: 'secretKey',
    otherwise: 'of the sandbox',
    meaning: 'its bearer key',
    required: true,
  },
  CARD_FINGERPRINT_KEYS: {
    kind: 'secretKeys',
    otherwise: 'made from the session secret',
    meaning:
      'by which a card is known again without its number, parted by commas; the first is used for new ' +
      'cards, the others only know old ones; each at least 32 bytes',
    required: true,
  },
  AUR_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: "where Aur's interface for web shops takes requests",
    required: true,
  },
  AUR_TOKEN: {
    kind: 'issuedKey',
    otherwise: 'of the sandbox',
    meaning: 'our name there, sent as `figo-web-token`',
    required: true,
  },
  AUR_SECRET: {
    kind: 'secretKey',
    otherwise: 'of the sandbox',
    meaning: 'signs what is asked of it',
    required: true,
  },
  AUR_SIGNS: {
    kind: 'plain',
    otherwise: '`short`',
    meaning:
      'what that signature is over: number and amount (`short`), or description and order too ' + '(`long`)',
  },
  BANK_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: 'where the bank takes payments out of our account',
    required: true,
  },
  BANK_KEY: {
    kind: 'secretKey',
    otherwise: 'of the sandbox',
    meaning: 'its bearer key',
    required: true,
  },
  CARD_GATEWAY_URL: {
    kind: 'outsideAddress',
    otherwise: 'the sandbox',
    meaning: 'who takes payments by card (ValitorPay 2.0)',
    required: true,
  },
  CARD_GATEWAY_KEY: {
    kind: 'secretKey',
    otherwise: 'of the sandbox',
    meaning: 'our key there, sent as `Authorization: APIKey`',
    required: true,
  },
  CARD_GATEWAY_AGREEMENT: {
    kind: 'plain',
    otherwise: 'of the sandbox',
    meaning: 'number of our agreement there',
    sandboxValue: '100017',
    required: true,
  },
  CARD_GATEWAY_TERMINAL: {
    kind: 'plain',
    otherwise: 'none',
    meaning: 'terminal of the agreement; unset where the key implies it',
  },
  CARD_GATEWAY_NAME: {
    kind: 'plain',
    otherwise: '`Hending`',
    meaning: "what cardholders' banks show as the one who asks",
  },
  DEV: {
    kind: 'plain',
    otherwise: '0',
    meaning: 'set by `npm run dev`',
  },
  CATALOGUE: {
    kind: 'plain',
    otherwise: 'as `DEV`',
    meaning: '1 shows the catalogue of the design system at `/_honnun`; not in production',
  },
  SESSION_SECRET: {
    kind: 'secretKey',
    otherwise: 'made in `DATA_DIR`',
    meaning: 'keys of sessions, at least 32 bytes',
    required: true,
  },
  SEAL_SECRET: {
    kind: 'secretKey',
    otherwise: 'made in `DATA_DIR`',
    meaning: 'salts of sealed books, at least 32 bytes',
    required: true,
  },
  RETIRED_SIGNING_KEYS: {
    kind: 'plain',
    otherwise: 'none',
    meaning:
      'public keys that signed seals before `SIGNING_KEY` did, as the evidence of a draw shows ' +
      'them, separated by commas',
  },
  SIGNING_KEY: {
    kind: 'plain',
    otherwise: 'made in `DATA_DIR`',
    meaning: 'signs seals, Ed25519 in PEM',
    required: true,
  },
};
