/** Telling people: messages that leave the product, and notices that stay in my pages. */
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '#contract/api.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { addJob, addJobs } from '#server/platform/jobs.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { sql } from '#server/platform/sql.ts';
import {
  composeLetter,
  composeNotice,
  composeText,
  type Frame,
  type LetterKind,
  type TextKind,
  type Values,
} from './compose.ts';

export const messageJob = 'message';
export const mailingJob = 'mailing';
/** By which the job is taken back. */
export const messageKey = (messageId: string): string => `message ${messageId}`;

type Locale = Frame['locale'];
type Content = { channel: 'email' | 'homeBank'; kind: LetterKind } | { channel: 'sms'; kind: TextKind };

/**
 * To a player's own address, or to `to`: an e-mail address, a phone number, or for `homeBank` a national
 * id. With both, it goes to `to` and is noted with the player: a letter to the address that was replaced.
 */
export type OutgoingMessage = Content & { locale: Locale; values?: Values } & (
    | { playerId: number; to?: string }
    | { to: string; playerId?: never }
  );

/** What the job carries. It is deleted with the job, once the message has an outcome. */
export type MessagePayload = Content & {
  messageId: string;
  to: string;
  name: string | null;
  /** Absent in letters to an address without an account. */
  playerId?: number;
  locale: Locale;
  values: Values;
};

/** Crashed attempts count too, so the queue allows more of them than `deliver` makes. */
const queueAttempts = 25;

/**
 * Sends a message if and when the transaction of its cause commits; the worker tries for some hours. Throws
 * when a value is missing that the text asks for.
 *
 * @returns its id; null when the player has no such address
 */
export async function queueMessage(tx: Tx, message: OutgoingMessage): Promise<string | null> {
  const { playerId = null, locale, values = {}, channel, kind } = message;
  const { to, name } = await recipientOf(tx, message);
  if (!to) return null;
  const content = { channel, kind } as Content;
  compose(content, values, { locale, name, siteUrl: '' });
  const messageId = randomUUID();
  await note(tx, [{ messageId, playerId, channel, kind, locale }]);
  const payload: MessagePayload = {
    ...{ ...content, messageId, to, name, locale, values },
    ...(playerId !== null && { playerId }),
  };
  // One at a time for each channel: an outside party that hangs holds one runner, not all.
  await addJob(tx, messageJob, payload, {
    queueName: `message ${channel}`,
    jobKey: messageKey(messageId),
    maxAttempts: queueAttempts,
    awaited: false,
  });
  return messageId;
}

/** A letter among many. Its address is looked up when it is sent: whoever was erased by then gets none. */
export type Mailing = { playerId: number; kind: LetterKind; locale: Locale; values: Values };
export type MailingPayload = { letters: (Mailing & { messageId: string })[] };

/** Letters of one job: between two jobs, what somebody waits for is sent first. */
const lettersTogether = 25;

/** Letters to many players, which nobody waits for; otherwise as `queueMessage`. */
export async function queueMailing(tx: Tx, mailings: readonly Mailing[]): Promise<void> {
  for (const { kind, locale, values } of mailings) composeLetter(kind, values, { locale, siteUrl: '' });
  const letters = mailings.map((mailing) => ({ ...mailing, messageId: randomUUID() }));
  await note(
    tx,
    letters.map((letter) => ({ ...letter, channel: 'email' })),
  );
  const jobs = Array.from({ length: Math.ceil(letters.length / lettersTogether) }, (_, nth) => ({
    letters: letters.slice(nth * lettersTogether, (nth + 1) * lettersTogether),
  }));
  const options = { queueName: 'message email', maxAttempts: queueAttempts, awaited: false, priority: 10 };
  await addJobs(tx, mailingJob, jobs satisfies MailingPayload[], options);
}

type Noted = { messageId: string; playerId: number | null; channel: string; kind: string; locale: Locale };

async function note(tx: Tx, messages: readonly Noted[]): Promise<void> {
  const column = <K extends keyof Noted>(name: K) => messages.map((message) => message[name]);
  await sql`
    INSERT INTO messages (message_id, player_id, channel, kind, locale)
    SELECT * FROM unnest(${column('messageId')}::uuid[], ${column('playerId')}::bigint[],
      ${column('channel')}::text[], ${column('kind')}::text[], ${column('locale')}::text[])`.execute(tx);
}

/** A text message has no subject. */
export function compose(content: Content, values: Values, frame: Frame): { subject: string; text: string } {
  if (content.channel === 'sms') return { subject: '', text: composeText(content.kind, values, frame) };
  return composeLetter(content.kind, values, frame);
}

type Recipient = { to: string | null; name: string | null };
type Address = {
  name: string;
  email: string;
  sms: string | null;
  homeBank: string | null;
  unread: boolean;
};

/** Nobody's address where the player was erased or has no mailbox. */
export async function recipientOf(
  db: Db,
  { playerId, to, channel }: Pick<OutgoingMessage, 'playerId' | 'to' | 'channel'>,
): Promise<Recipient> {
  if (playerId === undefined) return { to: to ?? null, name: null };
  const { rows } = await sql<Address>`
    SELECT first_name AS name, email, mobile AS sms, national_id AS "homeBank",
      erased_at IS NOT NULL OR NOT mailbox AS unread
    FROM players WHERE player_id = ${playerId}`.execute(db);
  const [player] = rows;
  if (!player) throw new Error('A message to a player who does not exist');
  if (player.unread) return { to: null, name: null };
  return { to: to ?? player[channel], name: player.name };
}

/** Kinds that carry what only their addressee may read are no notices. */
export type NoticeKind = Exclude<LetterKind, 'resetPassword' | 'forgotUsername'>;

export type NewNotice = { playerId: number; kind: NoticeKind; values?: Values };

/** Shown to the player in my pages from the commit on. */
export function addNotice(tx: Tx, notice: NewNotice): Promise<void> {
  return addNotices(tx, [notice]);
}

export async function addNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  for (const { kind, values = {} } of notices) composeNotice(kind, values, { locale: 'is', siteUrl: '' });
  await sql`
    INSERT INTO notices (player_id, kind, text_values)
    SELECT * FROM unnest(${notices.map(({ playerId }) => playerId)}::bigint[],
      ${notices.map(({ kind }) => kind)}::text[],
      ${notices.map(({ values = {} }) => JSON.stringify(values))}::jsonb[])`.execute(tx);
}

type Notices = ApiAnswer<'account.notices'>;

const pageSize = 20;

/** A page of a player's notices in words, newest first. */
export async function listNotices(
  db: Db,
  playerId: number,
  { locale, siteUrl, page = 1 }: Frame & { page?: number },
): Promise<Notices['notices']> {
  const { rows } = await sql<{ noticeId: number; at: Date; kind: NoticeKind; values: Values }>`
    SELECT notice_id AS "noticeId", at, kind, text_values AS values FROM notices
    WHERE player_id = ${playerId} ORDER BY notice_id DESC
    LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`.execute(db);
  return rows.map(({ noticeId, at, kind, values }) => {
    const { subject: title, text } = composeNotice(kind, values, { locale, siteUrl });
    return { noticeId: String(noticeId), date: at.toISOString(), kind, title, text };
  });
}

/** The same with how many there are. */
export async function noticePage(
  db: Db,
  playerId: number,
  frame: Frame & { page: number },
): Promise<Notices> {
  const notices = await listNotices(db, playerId, frame);
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM notices WHERE player_id = ${playerId}`.execute(db);
  const noticeCount = rows[0]?.total ?? 0;
  return { notices, page: frame.page, pageCount: Math.ceil(noticeCount / pageSize), noticeCount };
}
