/**
 * Players who bring money in and take it out, beside those who buy. What becomes of a payment is not
 * foretold: outside anything may happen. What they were told is kept, and in the end compared with our books
 * and theirs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { walkAuthentication } from '#test/harness/cardholder.ts';
import { cardOf } from '#test/harness/outsiders.ts';
import { type Begun, comeBack } from '#test/harness/payer.ts';
import { type Answer, type Body, createClient, type Sent } from './client.ts';
import type { Payer } from './payer.ts';
import type { Random } from './random.ts';
import { count, isBusy, type Sim, violate } from './sim.ts';

export type PayOp = { sim: Sim; payer: Payer; name: string };

/** A refusal is an answer here, also that of a gateway which cannot be reached; null: nobody knows. */
async function ask({ sim, payer, name }: PayOp, sent: Omit<Sent, 'cookie'>): Promise<Answer | null> {
  const startedMs = performance.now();
  const reply = await sim.payerClient.send({ ...sent, cookie: payer.cookie });
  const isAnswer = typeof reply !== 'string' && (reply.status < 500 || isOutside(reply.body.code));
  if (isAnswer) return reply;
  if (isBusy(sim, reply, startedMs)) return null;
  sim.counts.lost += 1;
  if (reply !== 'stale' && sent.loseAfterMs === undefined && !sim.faults.since(startedMs))
    violate({ sim, name }, `${sent.path}: ${JSON.stringify(reply)} although nothing had crashed`);
  return null;
}

const isOutside = (code = ''): boolean => code === 'EC_CC_ERROR' || code === 'EC_AUR_ERROR';

/** The same again under its key, until it is answered; what is only a fault outside is told at once. */
async function insist(op: PayOp, sent: Omit<Sent, 'cookie'>): Promise<Answer | null> {
  for (let tries = 0; tries < 40; tries += 1) {
    const { loseAfterMs, ...plain } = sent;
    const answer = await ask(op, tries === 0 ? sent : plain);
    if (answer) return answer;
    // What is down is waited for, however long it takes to come back.
    await op.sim.faults.settled();
    await sleep(250);
  }
  violate(op, `${sent.path}: never answered`);
  return null;
}

const amountOf = (random: Random): number => 500 + random.below(20) * 100;
const reentryUrl = '/minar-sidur';

/** Mostly cards that pay; a gateway that books and is silent (96) keeps its caller for a minute. */
const cardKinds = [
  ...['00', '00', '00', '00', '00', '00', '00', '00', '51', '05', '91', '65'].map((pays) => ['01', pays]),
  ...[
    ['02', '00'],
    ['02', '00'],
    ['06', '00'],
    ['05', '00'],
    ['04', '00'],
  ],
] as const;

let serial = 0;

type Kept = { secure: string; pays: string; isSubscriptionCard: boolean };

/** Asked for, proven at once, and no trouble meant. */
export async function keepCardFor(op: PayOp, kept: Kept): Promise<void> {
  const answer = await insist(op, { path: '/user/credit-card', body: cardBody(kept) });
  if (answer?.body['form']) await comeBack((answer.body as unknown as Begun).form);
}

function cardBody({ secure, pays, isSubscriptionCard }: Kept): object {
  serial += 1;
  const card = { number: cardOf(secure, pays, 10_000 + serial), cvd: '123', expires: '2030-05-10' };
  return { ...card, isSubscriptionCard, reentryUrl };
}

export async function keepCard(op: PayOp, random: Random): Promise<void> {
  const { sim } = op;
  const [secure = '01', pays = '00'] = random.pick(cardKinds);
  const isSubscriptionCard = op.payer.msisdn !== null || random.chance(0.2);
  const body = cardBody({ secure, pays, isSubscriptionCard });
  const answer = await ask(op, { path: '/user/credit-card', body, ...lost(random) });
  count(sim, `card ${verdictOf(answer)}`);
  if (answer?.body.code === 'EC_ELOGIN_AUTH_REQUIRED') await sim.prove(op.payer.playerId);
  if (answer?.body['form']) await returnOf(op, answer.body as unknown as Begun, random);
}

const lost = (random: Random) => (random.chance(0.1) ? { loseAfterMs: random.below(40) } : {});

function verdictOf(answer: Answer | null): string {
  if (!answer) return 'lost';
  return answer.body.code ?? String(answer.status);
}

/** The browser comes back once, twice at once, later again, or never; its line may break. */
async function returnOf(op: PayOp, { form, verificationId }: Begun, random: Random): Promise<void> {
  const { sim, payer } = op;
  const deed = random.chance(0.85) ? 'approve' : random.pick(['refuse', 'cancel', 'nothing'] as const);
  const startedMs = performance.now();
  try {
    if (random.chance(0.15)) {
      const back = await walkAuthentication(form, deed);
      if (back) {
        const post = () => fetch(back.url, { method: 'POST', body: new URLSearchParams(back.fields) });
        sim.counts.doubled += 1;
        await Promise.all(
          [post(), post(), sleep(random.below(100)).then(post)].map((each) => each.catch(() => {})),
        );
      }
    } else await comeBack(form, deed);
  } catch (error) {
    if (!sim.faults.since(startedMs)) sim.say(`${op.name}: the way back broke off: ${String(error)}`);
  }
  await lookUp(op, `/user/account/verification/${verificationId}`, verificationId);
  count(sim, `return ${deed} of ${payer.msisdn === null ? 'card' : 'phone'}`);
}

/** What the browser is told of it; what waits on is looked at again by the audit. */
async function lookUp(op: PayOp, path: string, id: string): Promise<Body | null> {
  const answer = await insist(op, { path });
  if (!answer) return null;
  const status = String(answer.body['status']);
  const { payer, sim } = op;
  count(sim, `told ${status}`);
  if (['success', 'FINISHED'].includes(status)) payer.credited.add(id);
  if (['failed', 'CANCELLED'].includes(status)) payer.failed.add(id);
  return answer.body;
}

export async function deposit(op: PayOp, random: Random, key: string): Promise<void> {
  const { payer, sim } = op;
  const sent = {
    path: random.chance(0.2) ? '/user/account/deposit-insufficient-balance' : '/user/account/deposit',
    body: { amount: amountOf(random), reentryUrl },
    key,
    ...lost(random),
  };
  const [answer] = await raced(op, sent, random);
  count(sim, `deposit ${verdictOf(answer)}`);
  if (answer?.body.code === 'EC_CREDITCARD_MISSING') return keepCard(op, random);
  if (answer?.status !== 200) return;
  const { aurToken } = answer.body;
  if (typeof aurToken === 'string') return phone(op, aurToken, random);
  if (answer.body['form']) return returnOf(op, answer.body as unknown as Begun, random);
  if (answer.body['success'] === true) payer.credited.add(String(answer.body['transactionId']));
}

/** The thumb, and the browser that asks what became of it. */
async function phone(op: PayOp, aurToken: string, random: Random): Promise<void> {
  const { sim, payer } = op;
  const act = random.chance(0.8) ? 'approve' : random.chance(0.8) ? 'cancel' : null;
  if (random.chance(0.15)) await ask(op, { path: '/user/account/cancel-payment', body: { id: aurToken } });
  if (act) await control(sim, 'aur', { act, msisdn: payer.msisdn });
  const path = `/user/account/aur-status/${aurToken}`;
  for (let looks = 0; looks < 4; looks += 1) {
    const body = await lookUp(op, path, aurToken);
    if (body?.['status'] !== 'WAIT') break;
    await sleep(200);
  }
}

/** The same call with the same key, mostly once, else some at once or a moment apart; some of them lost. */
async function raced(
  op: PayOp,
  sent: Omit<Sent, 'cookie'>,
  random: Random,
  chance = 0.3,
): Promise<[Answer | null, ...(Answer | null)[]]> {
  if (!random.chance(chance)) return [await insist(op, sent)];
  const { loseAfterMs: _, ...plain } = sent;
  op.sim.counts.doubled += 1;
  const copies = Array.from({ length: 1 + random.below(3) }, async () => {
    await sleep(random.pick([0, 0, 5, 20, 100]));
    return insist(op, { ...plain, ...lost(random) });
  });
  const [first, ...others] = await Promise.all([insist(op, sent), ...copies]);
  return [first, ...others];
}

export async function withdraw(op: PayOp, random: Random, key: string): Promise<void> {
  const { sim, payer } = op;
  const amount = amountOf(random);
  const sent = { path: '/user/account/withdraw', body: { amount }, key, ...lost(random) };
  const answers = await raced(op, sent, random);
  const answer = answers.find((each) => each?.status === 204) ?? answers[0];
  count(sim, `withdraw ${verdictOf(answer)}`);
  if (!answer) payer.perhapsWithdrawn.push(amount);
  if (answer?.status === 204) payer.withdrawn.push(amount);
  if (answer?.body.code === 'EC_ELOGIN_AUTH_REQUIRED') await sim.prove(payer.playerId);
}

/** Ten rows of lotto each Saturday, which few balances cover. */
export async function subscribeByCard(op: PayOp, random: Random, key: string): Promise<void> {
  const rows = Array.from({ length: 10 }, (_, nth) => ({ numbers: [1, 2, 3, 4, 5 + nth] }));
  const agreed = { subscriptionDrawDays: ['sat'], acceptedSubscriptionTerms: true };
  const body = { gameId: 'lotto', rows, stake: 4 * rows.length * 150, ...agreed };
  op.payer.subscriptionKeys.add(key);
  const answers = await raced(op, { path: '/lotto/buy', body, key, ...lost(random) }, random, 0.8);
  for (const answer of answers) count(op.sim, `subscribe by card ${verdictOf(answer)}`);
  const bought = new Set(answers.flatMap((each) => (each?.status === 201 ? [String(each.body['id'])] : [])));
  if (bought.size > 1) violate(op, `one key bought ${bought.size} subscriptions`);
}

/** What testers may do to a sandbox; false when it is down or refuses. */
export async function control({ instance }: Sim, name: string, wanted: object): Promise<boolean> {
  const answer = await fetch(`${instance.sandboxUrl}/_control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

const troubles = [
  ['card-gateway', { fault: 'reset', done: true, on: '/VirtualCardPayment' }],
  ['card-gateway', { fault: 'garbage', done: true, on: '/VirtualCardPayment', times: 2 }],
  ['card-gateway', { fault: 'reset', on: '/VirtualCardPayment' }],
  ['card-gateway', { delayMs: 3_000, on: '/VirtualCardPayment' }],
  ['card-gateway', { fault: 'error', on: '/CardVerification' }],
  ['card-gateway', { fault: 'badGateway', done: true, times: 3 }],
  ['card-gateway', { fault: 'reset', done: true, on: '/RefundWithCorrelationId', times: 2 }],
  ['aur', { fault: 'reset', done: true, on: '/purchase' }],
  ['aur', { fault: 'reset', on: '/purchase' }],
  ['aur', { delayMs: 10_000, on: '/transaction' }],
  ['aur', { fault: 'garbage', on: '/transaction', times: 20 }],
  ['aur', { callbacks: 2, callbackDelayMs: 300 }],
  ['aur', { callbacks: 0 }],
  // After the product has given up.
  ['aur', { outcome: 'approve', afterMs: 240_000 }],
  ['bank', { fault: 'reset', done: true }],
  ['bank', { fault: 'unavailable', times: 3 }],
  ['bank', { outcome: 'declined' }],
  ['bank', { outcome: 'pending' }],
  ['bank', { delayMs: 10_000, done: true }],
] as const;

/** A sandbox hangs, breaks off, answers twice or late. */
export async function makeTrouble(op: PayOp, random: Random): Promise<void> {
  // As long as a call may take: a minute for whoever waits, and so seldom.
  const hang = ['card-gateway', { delayMs: 70_000, done: true, on: '/VirtualCardPayment' }] as const;
  const [name, wanted] = random.chance(0.005) ? hang : random.pick(troubles);
  if (await control(op.sim, name, wanted)) count(op.sim, `trouble at ${name}`);
}

/** How often each is done, in parts of their sum. */
const operations = [
  [50, deposit],
  [12, withdraw],
  [10, keepCard],
  [8, makeTrouble],
] as const;

export function payersOperation(random: Random): (op: PayOp, random: Random, key: string) => Promise<void> {
  let at = random.below(operations.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, operation] of operations) {
    if (at < weight) return operation;
    at -= weight;
  }
  return deposit;
}

/** A client that waits as long as a hanging gateway may keep the product. */
export const createPayerClient = (url: string) => createClient(url, 90_000);
