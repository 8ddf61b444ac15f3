/**
 * What happens by itself: the jobs that the queue can run, and what falls due by domain time. Wiring only;
 * the worker and the walking clock of the operator take the same lists.
 */
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskList } from 'graphile-worker';
import { createAlarmUrl } from '#integrations/alarm-url/client.ts';
import { createBeacon } from '#integrations/beacon/client.ts';
import { sandboxChain } from '#integrations/beacon/wire.ts';
import { createDrawMachine } from '#integrations/draw-machine/client.ts';
import { createHomeBank } from '#integrations/home-bank/client.ts';
import { createMail } from '#integrations/mail/client.ts';
import type { Mail } from '#integrations/mail/face.ts';
import { sandboxAddressFile } from '#integrations/mail/wire.ts';
import { createMatchFeed } from '#integrations/match-feed/client.ts';
import { createOrganiser } from '#integrations/organiser/client.ts';
import { createSms } from '#integrations/sms/client.ts';
import { type AlarmSenders, alarmDeadlines } from './alarms/deliver.ts';
import { alarmByMail, alarmByUrl } from './alarms/senders.ts';
import { contributionDeadline } from './clubs/book-weeks.ts';
import { payoutDeadline } from './draws/claims/payout.ts';
import { drawDeadlines, drawTasks } from './draws/deadlines.ts';
import type { Kinds } from './draws/kind.ts';
import { autoRaffleDeadline } from './draws/raffles/auto-raffle.ts';
import { autoDrawDeadline } from './games/numbers/auto-draw.ts';
import { autoFiguresDeadline } from './games/numbers/auto-figures.ts';
import { autoResultsDeadline } from './games/pools/auto-results.ts';
import { feedDeadline } from './games/pools/feed.ts';
import { kickOffDeadline } from './games/pools/kick-offs.ts';
import { peopleDeadline } from './games/pools/people.ts';
import { beaconDeadline } from './games/pools/read-beacon.ts';
import { standingDeadline } from './games/pools/standing.ts';
import { leagueDeadline } from './league/count.ts';
import { dayDeadline } from './ledger/days/seal-days.ts';
import { movementSpans } from './ledger/movement-spans.ts';
import { drawLetterDeadline } from './letters/draw-letters.ts';
import { drawReminderDeadline } from './letters/draw-reminders.ts';
import { receiptDeadline } from './letters/receipts.ts';
import { messageTasks } from './messages/deliver.ts';
import { createPaymentParts, type Outside } from './outside.ts';
import { cardEndDeadline } from './payments/cards/ends.ts';
import { clubPayoutDeadline } from './payments/clubs/payouts.ts';
import { cardDeadline, paymentDeadlines } from './payments/deadline.ts';
import { reconciliationDeadline } from './payments/reconcile/reconcile.ts';
import { createChargeCard } from './payments/subscription-charge.ts';
import { closedDeadline } from './payments/withdrawals/closed.ts';
import type { ServiceConfig } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Deadline } from './platform/deadlines.ts';
import { summaryDeadline } from './platform/index-summaries.ts';
import type { Log } from './platform/log.ts';
import { recoveryTasks } from './players/recovery/recovery.ts';
import { reviewDeadline } from './players/reminder/review-letter.ts';
import { createSell } from './sales/sell.ts';
import { samplePlayersDeadline } from './sample-players/buy.ts';
import { securityDeadline } from './security/chain.ts';
import { aheadDeadline } from './subscriptions/ahead.ts';
import { leftoverDeadline } from './subscriptions/cancel.ts';
import { chargeDeadline } from './subscriptions/charge.ts';
import { subscriptionLetters } from './subscriptions/letters.ts';
import { couponDeadline, writeCoupons } from './subscriptions/write-coupons.ts';
import { syndicateDeadline } from './syndicates/advance.ts';

export type WorkParts = {
  config: ServiceConfig;
  database: Database;
  log: Log;
  kinds: Kinds;
  /** Another than the configured one, for tests. */
  outside?: Outside;
};
export type Work = {
  taskList: TaskList;
  /** Of these the tasks that a walk of the clock waits for: they ask nobody outside. */
  awaited: TaskList;
  deadlines: readonly Deadline[];
};

export function createWork(parts: WorkParts): Work {
  const { kinds, log } = parts;
  const { db } = parts.database;
  const beforeSeal = (drawId: number) => writeCoupons(db, kinds, drawId);
  const letters = { kinds, log };
  const draws = { db, config: { ...parts.config, kinds }, log, beforeSeal };
  const { config, outside, database } = parts;
  const payments = createPaymentParts({ config, db: database.payments, log, outside });
  const ways = outgoing(parts);
  const awaited = { ...drawTasks(draws), ...recoveryTasks(parts.database) };
  return {
    taskList: {
      ...awaited,
      ...messageTasks({ db, log: parts.log, secret: config.secrets.seal, ...ways }),
    },
    awaited,
    deadlines: [
      ...(parts.config.autoDraw ? autoDraw(parts) : []),
      ...paymentDeadlines(payments),
      payoutDeadline(payments),
      clubPayoutDeadline(payments),
      cardDeadline,
      cardEndDeadline,
      closedDeadline,
      reconciliationDeadline({ ...payments, db }),
      chargeDeadline(kinds, createChargeCard(payments)),
      couponDeadline(kinds),
      leftoverDeadline,
      aheadDeadline(kinds),
      subscriptionLetters,
      kickOffDeadline,
      peopleDeadline,
      standingDeadline(draws.config),
      ...drawDeadlines(draws),
      syndicateDeadline,
      contributionDeadline(),
      leagueDeadline,
      reviewDeadline,
      receiptDeadline({ ...letters, secret: config.secrets.seal }),
      drawLetterDeadline(letters),
      drawReminderDeadline(kinds),
      securityDeadline(parts.log),
      movementSpans,
      dayDeadline(config.secrets.signingKey),
      summaryDeadline(),
      ...alarmDeadlines(database.pool, alarmSenders(parts, ways.mail)),
    ],
  };
}

/** Every way to people. */
function outgoing({ config: { messages, dataDir } }: WorkParts) {
  const { siteUrl, mail, sms, homeBank } = messages;
  const address = () => mail.url ?? readFileSync(sandboxAddressFile(dataDir), 'utf8');
  return {
    siteUrl,
    mail: createMail({ address, from: mail.from }),
    sms: createSms({ ...sms, from: 'Hending' }),
    homeBank: createHomeBank(homeBank),
  };
}

function alarmSenders({ config: { alarms, messages } }: WorkParts, mail: Mail): AlarmSenders {
  const { email, url } = alarms;
  return {
    ...(email && { email: alarmByMail(mail, email, messages.siteUrl) }),
    ...(url && { url: alarmByUrl(createAlarmUrl({ url }), messages.siteUrl) }),
  };
}

/** A newcomer sees draws happen: people buy, a machine draws, and other countries take part. */
function autoDraw({ config, database: { db, pool, pipeline }, log, kinds }: WorkParts): Deadline[] {
  return [
    samplePlayersDeadline({ config, db, pool, sell: createSell(pipeline, log) }),
    autoDrawDeadline({ config, db, pool, log, kinds, machine: sandboxMachine(config) }),
    autoFiguresDeadline({ config: { ...config, kinds }, db, pool, log, organiser: sandboxOrganiser(config) }),
    autoRaffleDeadline({ config, kinds, db, pool }),
    feedDeadline({ config, db, pool, log, kinds, feed: sandboxFeed(config) }),
    autoResultsDeadline(kinds),
    beaconDeadline({ db, pool, log, beacon: sandboxBeacon(config) }),
  ];
}

const sandboxMachine = (config: ServiceConfig) => createDrawMachine(signedSandbox(config, 'draw-machine'));
const sandboxFeed = (config: ServiceConfig) => createMatchFeed(signedSandbox(config, 'match-feed'));
const sandboxOrganiser = (config: ServiceConfig) => createOrganiser(signedSandbox(config, 'organiser'));

/** Its key is trusted as it lies in DATA_DIR. */
function sandboxBeacon({ sandboxPort, dataDir }: ServiceConfig) {
  const publicKey = () => readFileSync(join(dataDir, 'beacon', 'public.hex'), 'utf8');
  return createBeacon({
    address: `http://127.0.0.1:${sandboxPort}/beacon`,
    chain: () => ({ hash: sandboxChain, publicKey: publicKey() }),
  });
}

/** One of the sandboxes that sign what they say; its public key is trusted as it lies in DATA_DIR. */
function signedSandbox({ sandboxPort, dataDir }: ServiceConfig, name: string) {
  return {
    address: `http://127.0.0.1:${sandboxPort}/${name}`,
    trustAnchor: () => createPublicKey(readFileSync(join(dataDir, name, 'public.pem'))),
  };
}
