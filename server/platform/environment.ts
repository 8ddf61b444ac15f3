/** Every name of the environment that is read; `tools/configuration.ts` writes the list out for people. */
export type Setting = {
  /** What holds without it, in words. */
  otherwise: string;
  meaning: string;
  /** Production does not start without it. */
  required?: true;
  /** An address of http or https. */
  isWebAddress?: true;
};

export const environment: Readonly<Record<string, Setting>> = {
  MODE: {
    otherwise: '`embedded`',
    meaning: '`production` refuses sandboxes, demo players and missing secrets',
  },
  PORT: {
    otherwise: '3000',
    meaning: 'the product',
  },
  SANDBOX_PORT: {
    otherwise: '`PORT` + 1',
    meaning: 'the sandboxes, on 127.0.0.1 only; not in production',
  },
  DATA_DIR: {
    otherwise: '`.data`',
    meaning:
      'database, books, secrets and logs of this instance; made for its owner alone (under root the ' +
      "database's account may pass through)",
  },
  DATABASE_URL: {
    otherwise: 'our own PostgreSQL',
    meaning: 'the application role',
    required: true,
  },
  DATABASE_ADMIN_URL: {
    otherwise: 'our own PostgreSQL',
    meaning: 'the owner, for migrations; no other process gets it',
  },
  AUTO_DRAW: {
    otherwise: '1, in production 0',
    meaning:
      'draws happen by themselves, and marked sample players buy before them; commands on a running ' +
      'product go by how that was started',
  },
  ROLES: {
    otherwise: '`web,worker,sandbox`',
    meaning: 'what runs on this machine; in production `web,worker`',
  },
  SESSION_POLL_SECONDS: {
    otherwise: '0',
    meaning: 'how often a browser asks whether its session lives; 0 is never',
  },
  TRUSTED_PROXIES: {
    otherwise: 'none',
    meaning:
      'addresses and networks in front of the product, `10.0.0.0/8 2001:db8::1`; only from them are ' +
      '`X-Forwarded-For` and `X-Forwarded-Proto` believed: without it nobody is taken to come over ' +
      'TLS',
    required: true,
  },
  METRICS_TOKEN: {
    otherwise: 'none',
    meaning: 'lets a scraper of another machine read `/metrics`',
  },
  CONTENT_API_URL: {
    otherwise: 'the sandbox',
    meaning: "where the content service (DatoCMS' Content Delivery protocol) takes queries",
    required: true,
    isWebAddress: true,
  },
  CONTENT_API_KEY: {
    otherwise: 'of the sandbox',
    meaning: 'its key, sent as `Authorization`',
    required: true,
  },
  CONTENT_INCLUDE_DRAFTS: {
    otherwise: '0',
    meaning: '1 also shows records that are not published yet',
  },
  CONTENT_WEBHOOK_SECRET: {
    otherwise: 'made from `SESSION_SECRET`',
    meaning: 'what `authorization` of `POST /api/proxy/dato/invalidate-cache/{key}` must be',
    required: true,
  },
  EID_URL: {
    otherwise: 'the sandbox',
    meaning: "where electronic ID is asked (Auðkenni's REST protocol)",
    required: true,
    isWebAddress: true,
  },
  EID_CLIENT_ID: {
    otherwise: 'of the sandbox',
    meaning: 'our name there',
    required: true,
  },
  EID_CLIENT_SECRET: {
    otherwise: 'of the sandbox',
    meaning: 'our secret there',
    required: true,
  },
  EID_TRUST: {
    otherwise: "the sandbox's",
    meaning:
      "a file with the certificates of the authorities that issue people's certificates (PEM, one " +
      'after the other), never downloaded',
    required: true,
  },
  EID_REDIRECT_URI: {
    otherwise: '`https://hending.invalid/e-id`',
    meaning: 'as registered with the provider; nobody goes there',
    isWebAddress: true,
  },
  EID_SERVICE: {
    otherwise: '`api_v202`',
    meaning: "version of the provider's tree: `api_v200`, `api_v201` or `api_v202`",
  },
  EID_CODE_FROM: {
    otherwise: '`decoded`',
    meaning: "what the app's security code is computed from: the hash (`decoded`) or its base64 (`text`)",
  },
  REGISTRY_URL: {
    otherwise: 'the sandbox',
    meaning: 'a distributor of the register of persons; in production unset: nobody is looked up',
    isWebAddress: true,
  },
  REGISTRY_KEY: {
    otherwise: 'of the sandbox',
    meaning: 'the key, sent as `Authorization`; required with `REGISTRY_URL`',
  },
  ANALYTICS_URL: {
    otherwise: 'the sandbox',
    meaning: 'where visits are counted (Umami); in production unset: nothing is counted',
    isWebAddress: true,
  },
  ANALYTICS_WEBSITE_ID: {
    otherwise: 'of the sandbox',
    meaning: 'the id of the website there; required with `ANALYTICS_URL`',
  },
  SITE_URL: {
    otherwise: '`http://localhost:PORT`',
    meaning: 'where people reach the product: links in messages begin so, with https in production',
    required: true,
    isWebAddress: true,
  },
  MAIL_URL: {
    otherwise: 'the sandbox',
    meaning: 'mail server, `smtp://user:password@host:587` (always with TLS) or `smtps://host:465`',
    required: true,
  },
  MAIL_FROM: {
    otherwise: '`Hending <hending@localhost>`',
    meaning: 'sender of letters',
    required: true,
  },
  ALARM_EMAIL: {
    otherwise: '`alarms@hending.localhost`, in production nobody; **this or `ALARM_URL` is required**',
    meaning: 'whom alarms are mailed to, at once and each hour until `operator alarm seen`',
  },
  ALARM_URL: {
    otherwise: 'none',
    meaning:
      'where alarms are posted as JSON, at once and each hour until `operator alarm seen`; https in ' +
      'production',
    isWebAddress: true,
  },
  SMS_URL: {
    otherwise: 'the sandbox',
    meaning: "where the SMS gateway (Nova's SMS API v1) takes requests",
    required: true,
    isWebAddress: true,
  },
  SMS_USERNAME: {
    otherwise: 'of the sandbox',
    meaning: 'its HTTP Basic user name',
    required: true,
  },
  SMS_PASSWORD: {
    otherwise: 'of the sandbox',
    meaning: 'its HTTP Basic password',
    required: true,
  },
  HOME_BANK_URL: {
    otherwise: 'the sandbox',
    meaning: 'where documents for online banks are taken',
    required: true,
    isWebAddress: true,
  },
  HOME_BANK_KEY: {
    otherwise: 'of the sandbox',
    meaning: 'its bearer key',
    required: true,
  },
  CARD_FINGERPRINT_KEYS: {
    otherwise: 'made from the session secret',
    meaning:
      'by which a card is known again without its number, parted by commas; the first is used for new ' +
      'cards, the others only know old ones',
    required: true,
  },
  AUR_URL: {
    otherwise: 'the sandbox',
    meaning: "where Aur's interface for web shops takes requests",
    required: true,
    isWebAddress: true,
  },
  AUR_TOKEN: {
    otherwise: 'of the sandbox',
    meaning: 'our name there, sent as `figo-web-token`',
    required: true,
  },
  AUR_SECRET: {
    otherwise: 'of the sandbox',
    meaning: 'signs what is asked of it',
    required: true,
  },
  AUR_SIGNS: {
    otherwise: '`short`',
    meaning:
      'what that signature is over: number and amount (`short`), or description and order too ' + '(`long`)',
  },
  BANK_URL: {
    otherwise: 'the sandbox',
    meaning: 'where the bank takes payments out of our account',
    required: true,
    isWebAddress: true,
  },
  BANK_KEY: {
    otherwise: 'of the sandbox',
    meaning: 'its bearer key',
    required: true,
  },
  CARD_GATEWAY_URL: {
    otherwise: 'the sandbox',
    meaning: 'who takes payments by card (ValitorPay 2.0)',
    required: true,
    isWebAddress: true,
  },
  CARD_GATEWAY_KEY: {
    otherwise: 'of the sandbox',
    meaning: 'our key there, sent as `Authorization: APIKey`',
    required: true,
  },
  CARD_GATEWAY_AGREEMENT: {
    otherwise: 'of the sandbox',
    meaning: 'number of our agreement there',
    required: true,
  },
  CARD_GATEWAY_TERMINAL: {
    otherwise: 'none',
    meaning: 'terminal of the agreement; unset where the key implies it',
  },
  CARD_GATEWAY_NAME: {
    otherwise: '`Hending`',
    meaning: "what cardholders' banks show as the one who asks",
  },
  DEV: {
    otherwise: '0',
    meaning: 'set by `npm run dev`',
  },
  CATALOGUE: {
    otherwise: 'as `DEV`',
    meaning: '1 shows the catalogue of the design system at `/_honnun`; not in production',
  },
  SESSION_SECRET: {
    otherwise: 'made in `DATA_DIR`',
    meaning: 'keys of sessions, at least 32 characters',
    required: true,
  },
  SEAL_SECRET: {
    otherwise: 'made in `DATA_DIR`',
    meaning: 'salts of sealed books, at least 32 characters',
    required: true,
  },
  RETIRED_SIGNING_KEYS: {
    otherwise: 'none',
    meaning:
      'public keys that signed seals before `SIGNING_KEY` did, as the evidence of a draw shows ' +
      'them, separated by commas',
  },
  SIGNING_KEY: {
    otherwise: 'made in `DATA_DIR`',
    meaning: 'signs seals, Ed25519 in PEM',
    required: true,
  },
};
