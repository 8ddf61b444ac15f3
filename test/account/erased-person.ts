/** A person who signed up, left a trace in every table that a player can, and closed the account. */
import type { Context } from '#operator/command.ts';
import { command as playersErase } from '#operator/players-erase.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { topUpWallets } from '#server/ledger/sandbox-money.ts';
import { transaction } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { checkChain, securityDeadline } from '#server/security/chain.ts';
import { testApp } from '#test/harness/app.ts';
import { testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { createELoginBrowser, phonesForTests } from '#test/harness/e-login.ts';

export const bryndis = { nationalId: '2902960059', phone: '6110014' };
export const form = {
  username: 'bryndis96',
  password: 'sjö fuglar á steini',
  cellphoneNumber: '611 0014',
  email: 'bryndis@example.is',
  addToMailingList: true,
};
const home = { address: 'Hlaupársvegi 29', postalCode: '400', city: 'Ísafirði' };
const names = { firstName: 'Bryndís', lastName: 'Eik Fannberg' };

/** What tells who she is, wherever it may lie. */
export const marks = [
  bryndis.nationalId,
  bryndis.phone,
  names.firstName,
  names.lastName,
  form.username,
  form.email,
  home.address,
  'nytt@example.is',
  '0133-26-000123',
  '6980077',
  '"4321"',
  '$argon2id$',
  'Afmæli Bjössa',
];

export async function worldOfErasure() {
  const data = await testDatabase();
  const at = drawFixture(data);
  const person = { ...names, ...home, deceased: false, protected: false };
  const phones = await phonesForTests(data, { lookup: async () => person });
  const { app } = testApp(data, undefined, phones.outside);
  let turn = 0;
  const newBrowser = () => createELoginBrowser(app, phones, `198.51.${++turn}.1`);
  const context = { config: data.config, database: { db: data.db }, actor: 'anna', reason: 'her letter' };

  return {
    data,
    at,
    phones,
    app,
    newBrowser,
    /** With 150 kr. and a session. @returns her id */
    async signUp(): Promise<{ playerId: number; browser: ReturnType<typeof newBrowser> }> {
      const browser = newBrowser();
      const { body, token } = await browser.prove(bryndis.nationalId, bryndis.phone);
      const answer = await browser.request(`/auth/sign-up/${body['requestId']}`, form);
      const playerId = Number(answer.body['playerId']);
      await browser.signInBy(token, 'sim');
      await transaction(data.db, (tx) => topUpWallets(tx, [playerId], 150));
      return { playerId, browser };
    },
    erase: async (playerId: number) => {
      const input = { args: [String(playerId)], options: {} };
      const { json, text } = await playersErase.run(context as unknown as Context, input);
      return { json: json as { playerId: string; erased: boolean; erasedAt: Date }, text };
    },
    /** Every row of every table of the product and its queue, as text. */
    async everything(): Promise<string> {
      const { rows: tables } = await data.adminPool.query<{ name: string }>(
        `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
         WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`,
      );
      const texts = tables.map(async ({ name }) => {
        const { rows } = await data.adminPool.query<{ said: string | null }>(
          `SELECT string_agg(to_jsonb(t)::text, E'\\n') AS said FROM ${name} t`,
        );
        return (rows[0]?.said ?? '').replaceAll('\\"', '"');
      });
      return (await Promise.all(texts)).join('\n');
    },
    /** Ledger and security log hold. */
    async checks() {
      await securityDeadline(createLog('test', 2, 'silent')).run(data.db);
      return [await checkLedger(data.db), (await checkChain(data.db)).ok];
    },
    async close() {
      phones.stop();
      await data.close();
    },
  };
}
