/** The job that sends a message: tried again while the other side is away, and noted once it is decided. */
import type { TaskList } from 'graphile-worker';
import { DeliveryError } from '#integrations/delivery-error.ts';
import type { HomeBank } from '#integrations/home-bank/face.ts';
import type { Mail } from '#integrations/mail/face.ts';
import type { Sms } from '#integrations/sms/face.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { choiceOf } from './compose.ts';
import {
  compose,
  type MailingPayload,
  type MessagePayload,
  mailingJob,
  messageJob,
  recipientOf,
} from './messages.ts';
import { unsubscribePath, unsubscribeToken } from './unsubscribe.ts';

export type DeliveryParts = {
  db: Db;
  log: Log;
  /** Without a slash at the end. */
  siteUrl: string;
  mail: Mail;
  sms: Sms;
  homeBank: HomeBank;
  /** Signs the addresses by which letters are declined. */
  secret: string;
};

/** The queue waits longer each time: the tenth attempt is some three and a half hours after the first. */
const attemptsMade = 10;

type Outcome = { outcome: 'sent' | 'refused' | 'given_up'; reference?: string | null; reason?: string };

/**
 * A message is sent at least once: a process that ends between the other side's yes and our note of it
 * sends again, with the same id.
 */
export function messageTasks(parts: DeliveryParts): TaskList {
  return {
    [messageJob]: (payload, { job }) => deliver(parts, payload as MessagePayload, job.attempts),
    [mailingJob]: async (payload, { job }) => {
      const failures: unknown[] = [];
      for (const letter of (payload as MailingPayload).letters) {
        const { to, name } = await recipientOf(parts.db, { ...letter, channel: 'email' });
        const message: Addressed = { ...letter, channel: 'email', to, name };
        await deliver(parts, message, job.attempts).catch((error) => failures.push(error));
        // The other side is away. What is left is tried again with the job, what was sent is not.
        if (failures.length === 2) break;
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

type Addressed = Omit<MessagePayload, 'to'> & { to: string | null };

/** Throws what may go better later. */
async function deliver(parts: DeliveryParts, message: Addressed, number: number): Promise<void> {
  const { messageId, channel, kind, to } = message;
  const queuedAt = await waitingSince(parts.db, messageId);
  if (queuedAt === null) return;
  const outcome: Outcome = to
    ? await attempt(parts, { ...message, to } as MessagePayload, queuedAt, number)
    : { outcome: 'refused', reason: 'the player has no address any more' };
  await note(parts.db, messageId, number, outcome);
  const { outcome: end, reason } = outcome;
  if (end !== 'sent') parts.log.warn({ messageId, channel, kind, reason }, `message ${end}`);
}

/** Null when the message has its outcome already. */
async function waitingSince(db: Db, messageId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT queued_at AS at FROM messages m WHERE message_id = ${messageId}
      AND NOT EXISTS (SELECT FROM message_outcomes o WHERE o.message_id = m.message_id)`.execute(db);
  return rows[0]?.at ?? null;
}

/** Throws what may go better later. */
async function attempt(
  parts: DeliveryParts,
  payload: MessagePayload,
  date: Date,
  number: number,
): Promise<Outcome> {
  try {
    return { outcome: 'sent', reference: await send(parts, payload, date) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    if (error instanceof DeliveryError && error.kind === 'refused') return { outcome: 'refused', reason };
    if (number >= attemptsMade) return { outcome: 'given_up', reason };
    throw error;
  }
}

async function send(parts: DeliveryParts, payload: MessagePayload, date: Date): Promise<string | null> {
  const { messageId: id, to, channel, values, locale, name } = payload;
  const unsubscribeUrl = unsubscribeUrlOf(parts, payload);
  const { subject, text } = compose(payload, values, {
    ...{ locale, name, unsubscribeUrl },
    siteUrl: parts.siteUrl,
  });
  if (channel === 'sms') return parts.sms.send({ to, text });
  if (channel === 'email') await parts.mail.send({ id, to, subject, text, date, unsubscribeUrl });
  else await parts.homeBank.send({ id, nationalId: to, title: subject, text });
  return null;
}

/** Of letters alone, and only of those that their reader may decline. */
function unsubscribeUrlOf({ siteUrl, secret }: DeliveryParts, message: MessagePayload): string | undefined {
  const { channel, kind, playerId, locale } = message;
  const choice = channel === 'email' ? choiceOf(kind) : undefined;
  if (choice === undefined || playerId === undefined) return undefined;
  return `${siteUrl}${unsubscribePath}/${unsubscribeToken(secret, { playerId, choice, locale })}`;
}

function note(db: Db, messageId: string, attemptNumber: number, { outcome, ...rest }: Outcome) {
  const { reference = null, reason = null } = rest;
  return transaction(db, (tx) =>
    sql`
      INSERT INTO message_outcomes (message_id, outcome, attempt, reference, reason)
      VALUES (${messageId}, ${outcome}, ${attemptNumber}, ${reference}, ${reason})
      ON CONFLICT DO NOTHING`.execute(tx),
  );
}
