import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { appUrl, DATABASE, ownerUrl } from '#embedded/postgres/roles.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { kinds } from '#server/games/registry.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { type Database, type Db, openDatabase } from '#server/platform/database.ts';
import { storedSecrets } from '#server/platform/secrets.ts';

/** A database of one's own, migrated and empty, on the run's server. */
export type TestDatabase = {
  /** As the application role, like the product. */
  db: Db;
  pool: Database['pool'];
  sessions: Database['sessions'];
  pages: Database['pages'];
  payments: Database['payments'];
  pipeline: Database['pipeline'];
  url: string;
  /** As the owner: what the product may not do. */
  adminDb: Db;
  adminPool: Database['pool'];
  adminUrl: string;
  /** For what takes a configuration: embedded mode, ports 0 to be replaced. */
  config: ServiceConfig & { kinds: Kinds };
  close(): Promise<void>;
};

/** Clones the migrated template (some 50 ms). Call in `beforeAll`, `close()` in `afterAll`. */
export async function testDatabase(max = 20): Promise<TestDatabase> {
  const { port, dataDir, secrets, superuserPassword } = inject('testServer');
  const { database: passwords } = storedSecrets(dataDir);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const asSuperuser = superuserUrl(port, superuserPassword);
  await once(asSuperuser, `create database ${name} template ${DATABASE} owner hending_owner`);
  const url = appUrl(port, passwords, name);
  const adminUrl = ownerUrl(port, passwords, name);
  const app = openDatabase(url, 'worker', { max });
  const admin = openDatabase(adminUrl, 'operator');
  return {
    ...app,
    url,
    adminDb: admin.db,
    adminPool: admin.pool,
    adminUrl,
    config: testConfig({ dataDir, databaseUrl: url, secrets }),
    close: async () => {
      await app.close();
      await admin.close();
      await once(asSuperuser, `drop database ${name} with (force)`);
    },
  };
}

function testConfig(own: Pick<ServiceConfig, 'dataDir' | 'databaseUrl' | 'secrets'>): TestDatabase['config'] {
  return {
    kinds,
    mode: 'embedded',
    version: 'test',
    port: 3000,
    sandboxPort: 3001,
    hosts: null,
    keepAliveSeconds: 75,
    logLevel: 'info',
    databaseAdminUrl: null,
    databaseMemory: null,
    autoDraw: false,
    roles: ['web', 'worker', 'sandbox'],
    sessionPollSeconds: 0,
    claimReviewWorkdays: 2,
    trustedProxies: [],
    metricsToken: null,
    dev: false,
    catalogue: false,
    content: {
      url: null,
      key: null,
      includeDrafts: false,
      webhookSecret: 'webhook secret of the tests',
      assetOrigins: [],
    },
    contact: { phone: '555 0100', email: 'hjalp@hending.example', weekdays: ['9', '17'] },
    eId: {
      address: 'http://127.0.0.1:1',
      clientId: 'hending',
      clientSecret: 'e-id secret of the tests',
      redirectUri: 'https://hending.invalid/e-id',
      service: 'api_v202',
      codeFrom: 'decoded',
      trustFile: join(own.dataDir, 'e-id', 'intermediate.pem'),
    },
    registry: null,
    messages: {
      siteUrl: 'http://localhost:3000',
      mail: { url: null, from: 'Hending <hending@localhost>' },
      sms: { url: 'http://127.0.0.1:3001/sms/v1/sms', username: 'hending', password: 'p' },
      homeBank: { url: 'http://127.0.0.1:3001/home-bank', key: 'key' },
    },
    alarms: { email: 'alarms@hending.localhost', url: null },
    aur: { address: 'http://127.0.0.1:1', token: 'token', secret: 'aur secret of the tests', signs: 'short' },
    bank: { address: 'http://127.0.0.1:1', key: 'bank key of the tests' },
    cardGateway: {
      address: 'http://127.0.0.1:2',
      key: 'key',
      agreementNumber: '100017',
      terminalId: null,
      displayName: 'Hending',
    },
    counting: null,
    fingerprintKeys: ['fingerprint key of the tests'],
    ...own,
  };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
