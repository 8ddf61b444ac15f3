/** The environment of a production instance, complete, with addresses of nobody. */
const secret = 'x'.repeat(40);

export const productionEnv = {
  MODE: 'production',
  DATABASE_URL: 'postgres://app:p@db.example:5432/hending',
  DATABASE_ADMIN_URL: 'postgres://owner:p@db.example:5432/hending',
  SESSION_SECRET: secret,
  SEAL_SECRET: secret,
  SIGNING_KEY: '-----BEGIN PRIVATE KEY-----',
  CONTENT_API_URL: 'https://graphql.example/',
  CONTENT_API_KEY: 'key',
  CONTENT_WEBHOOK_SECRET: secret,
  EID_URL: 'https://e-id.example/',
  EID_CLIENT_ID: 'hending',
  EID_CLIENT_SECRET: secret,
  EID_TRUST: '/etc/hending/authorities.pem',
  TRUSTED_PROXIES: '10.0.0.0/8',
  SITE_URL: 'https://hending.example',
  MAIL_URL: 'smtps://mail.example',
  MAIL_FROM: 'a@hending.example',
  SMS_URL: 'https://sms.example/v1',
  SMS_USERNAME: 'u',
  SMS_PASSWORD: 'p',
  HOME_BANK_URL: 'https://bank.example',
  HOME_BANK_KEY: 'key',
};
