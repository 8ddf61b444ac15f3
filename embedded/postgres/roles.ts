import type pg from 'pg';
import { newClient } from '#server/platform/database-bounds.ts';
import type { DatabasePasswords } from '#server/platform/secrets.ts';
import { superuserUrl } from './process.ts';

export const OWNER = 'hending_owner';
export const APP = 'hending_app';
export const DATABASE = 'hending';

/** The two roles and the database; safe to repeat. Passwords follow the secrets file. */
export async function ensureRoles(port: number, passwords: DatabasePasswords): Promise<void> {
  const client = newClient(superuserUrl(port, passwords.superuser), 'setup');
  await client.connect();
  try {
    await ensureRole(client, OWNER, passwords.owner);
    await ensureRole(client, APP, passwords.app);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${name} login nosuperuser password ${client.escapeLiteral(password)}`);
}

export const ownerUrl = (port: number, passwords: DatabasePasswords, database = DATABASE): string =>
  `postgres://${OWNER}:${passwords.owner}@127.0.0.1:${port}/${database}`;

export const appUrl = (port: number, passwords: DatabasePasswords, database = DATABASE): string =>
  `postgres://${APP}:${passwords.app}@127.0.0.1:${port}/${database}`;
