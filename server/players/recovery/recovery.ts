/**
 * Coming back without the password or the name. What anybody may ask for only queues the question, known
 * person or not, so neither answer nor time tells which; the worker looks.
 */
import { hash, randomBytes } from 'node:crypto';
import type { TaskList } from 'graphile-worker';
import type { ApiInput } from '#contract/api.ts';
import { readTyped } from '#rules/values/typed.ts';
import { queueMessage } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { CallContext } from '#server/platform/handler.ts';
import { addJob } from '#server/platform/jobs.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { checkNewPassword } from '#server/players/passwords/new-password.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { readPassword, storePassword } from '#server/players/passwords/store-password.ts';
import { forgetNameFailures } from '#server/players/sign-in/password-guesses.ts';
import { requireProof } from '#server/players/sign-in/proof-of-work.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';

/** How long a link works. */
const linkMinutes = 10;
/** So many letters and texts of recovery a player gets in that time, whoever asks. */
const lettersMax = 3;

type Way = 'email' | 'home-bank';
type From = Pick<CallContext, 'ip' | 'locale'>;
type Question = From & { nationalId: string } & (
    | { wanted: 'username' }
    | { wanted: 'password'; way: Way; username: string | null }
  );

const recoveryJob = 'recovery';

export async function initiateResetPassword(
  parts: SignInParts,
  { resetMethod: way, nationalId, username, proof }: ApiInput<'auth.initiateResetPassword'>['body'],
  { ip, locale }: From,
): Promise<undefined> {
  await requireProof(parts, 'forgotPassword', { proof, ip });
  await ask(parts.db, { wanted: 'password', way, nationalId, username: username ?? null, ip, locale });
}

export async function forgotUsername(
  parts: SignInParts,
  { nationalId, proof }: ApiInput<'auth.forgotUsername'>['body'],
  { ip, locale }: From,
): Promise<undefined> {
  await requireProof(parts, 'forgotUsername', { proof, ip });
  await ask(parts.db, { wanted: 'username', nationalId, ip, locale });
}

function ask(db: Db, question: Question): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ questionId: number }>`
      INSERT INTO recovery_questions (national_id, question)
      VALUES (${question.nationalId}, ${JSON.stringify(question)}::jsonb)
      RETURNING question_id AS "questionId"`.execute(tx);
    await addJob(tx, recoveryJob, rows[0] ?? {});
  });
}

/** The worker's side: a letter where such a player is, silence otherwise. */
export function recoveryTasks({ db }: { db: Db }): TaskList {
  return {
    [recoveryJob]: (job) =>
      transaction(db, async (tx) => {
        const { rows } = await sql<{ question: Question }>`
          DELETE FROM recovery_questions WHERE question_id = ${(job as { questionId: number }).questionId}
          RETURNING question`.execute(tx);
        for (const { question } of rows) await answer(tx, question);
      }),
  };
}

/**
 * Takes back what was asked about a person; its jobs find nothing.
 *
 * @returns false when one is just being answered: then the caller rolls back and tries again
 */
export async function withdrawQuestions(tx: Tx, nationalId: string): Promise<boolean> {
  await sql`
    DELETE FROM recovery_questions WHERE question_id IN (
      SELECT question_id FROM recovery_questions WHERE national_id = ${nationalId} FOR UPDATE SKIP LOCKED)
  `.execute(tx);
  const { rows } = await sql`
    SELECT FROM recovery_questions WHERE national_id = ${nationalId} LIMIT 1`.execute(tx);
  return rows.length === 0;
}

type Asker = { playerId: number; username: string; letters: number };

async function answer(tx: Tx, question: Question): Promise<void> {
  await forgetEndedLinks(tx);
  const { rows } = await sql<Asker>`
    SELECT p.player_id AS "playerId", p.username, (SELECT count(*) FROM messages m
        WHERE m.player_id = p.player_id AND m.kind IN ('resetPassword', 'forgotUsername')
          AND m.channel <> 'sms'
          AND m.queued_at > domain_now() - make_interval(mins => ${linkMinutes})) AS letters
    FROM players p JOIN wallets w USING (player_id)
    WHERE p.national_id = ${question.nationalId} AND w.closed_at IS NULL
    FOR NO KEY UPDATE OF p
  `.execute(tx);
  const [player] = rows;
  const reason = reasonAgainst(player, question);
  const { wanted, ip } = question;
  await securityEvent(tx, {
    kind: wanted === 'username' ? 'usernameAsked' : 'resetAsked',
    ...(player && { playerId: player.playerId }),
    details: { ip, ...(wanted === 'password' && { way: question.way }), ...(reason && { reason }) },
  });
  if (!player || reason) return;
  if (question.wanted === 'password') return sendLink(tx, player, question);
  const { playerId, username } = player;
  const { locale } = question;
  const values = { username };
  await queueMessage(tx, { playerId, channel: 'email', kind: 'forgotUsername', locale, values });
}

/** Why nothing is sent; for the security log alone. */
function reasonAgainst(player: Asker | undefined, question: Question): string | null {
  if (!player) return 'unknownPerson';
  if (player.letters >= lettersMax) return 'tooManyLetters';
  const isNamed = question.wanted === 'password' && question.way === 'email';
  return isNamed && !isSameName(question.username, player.username) ? 'otherUsername' : null;
}

async function sendLink(
  tx: Tx,
  { playerId, username }: Asker,
  { way, locale }: Extract<Question, { wanted: 'password' }>,
): Promise<void> {
  const link = randomBytes(32).toString('base64url');
  await sql`
    INSERT INTO password_resets (link_hash, player_id, way, ends_at)
    VALUES (${hashLink(link)}, ${playerId}, ${way}, domain_now() + make_interval(mins => ${linkMinutes}))
  `.execute(tx);
  const query = new URLSearchParams({ hash: link, username });
  const url = pageAddress(locale, `/reset-password?${query}`);
  const channel = way === 'email' ? 'email' : 'homeBank';
  const values = { minutes: linkMinutes, url };
  await queueMessage(tx, { playerId, channel, kind: 'resetPassword', locale, values });
  await queueMessage(tx, { playerId, channel: 'sms', kind: 'resetPassword', locale });
}

const hashLink = (link: string): Buffer => hash('sha256', link, 'buffer');

function isSameName(typed: string | null, username: string): boolean {
  return typed != null && readTyped(typed).toLowerCase() === username.toLowerCase();
}

function forgetEndedLinks(tx: Tx) {
  return sql`
    DELETE FROM password_resets WHERE link_hash IN (
      SELECT link_hash FROM password_resets WHERE ends_at <= domain_now() FOR UPDATE SKIP LOCKED)
  `.execute(tx);
}

/**
 * Sets a new password by a link. Throws EC_INVALID_TRANSID where the link is unknown, dead or another's;
 * EC_PASSWORD_VALIDATION and EC_PASSWORD_USED leave it alive.
 */
export async function resetPassword(
  parts: SignInParts,
  { nationalId, username, password, hash: link, proof }: ApiInput<'auth.resetPassword'>['body'],
  { ip, locale }: From,
): Promise<undefined> {
  await requireProof(parts, 'resetPassword', { proof, ip });
  const found = await findLink(parts.db, link);
  if (!found) refuse('EC_INVALID_TRANSID');
  const isOthers = nationalId !== undefined && nationalId !== found.nationalId;
  if (isOthers || !isSameName(username, found.username)) refuse('EC_INVALID_TRANSID');
  const before = await readPassword(parts.db, found.playerId);
  await checkNewPassword(password, before);
  const newHash = await hashPassword(password);
  await transaction(parts.db, async (tx) => {
    const { playerId } = found;
    const way = await spendLink(tx, playerId, link);
    const change = { before, newHash, needsEId: way === 'email', locale };
    if (way === null || !(await storePassword(tx, change))) refuse('EC_INVALID_TRANSID');
    // What was guessed at was the old one.
    await forgetNameFailures(tx, parts.secret, found.username);
    await securityEvent(tx, { kind: 'passwordReset', playerId, details: { ip, way } });
  });
}

type FoundLink = { playerId: number; username: string; nationalId: string | null };

async function findLink(db: Db, link: string): Promise<FoundLink | null> {
  const { rows } = await sql<FoundLink>`
    SELECT p.player_id AS "playerId", p.username, p.national_id AS "nationalId"
    FROM password_resets r JOIN players p USING (player_id) JOIN wallets w USING (player_id)
    WHERE r.link_hash = ${hashLink(link)} AND r.ends_at > domain_now() AND w.closed_at IS NULL
  `.execute(db);
  return rows[0] ?? null;
}

/** Its player's row is locked first: two links of one person go one after the other. */
async function spendLink(tx: Tx, playerId: number, link: string): Promise<Way | null> {
  await sql`SELECT FROM players WHERE player_id = ${playerId} FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ way: Way }>`
    DELETE FROM password_resets WHERE link_hash = ${hashLink(link)} AND ends_at > domain_now() RETURNING way
  `.execute(tx);
  return rows[0]?.way ?? null;
}
