/** A player changes limits; what holds and what waits is told by letter and notice. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { type LimitOutcome, readLimits, setLimits } from '#server/limits/limits.ts';
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { requireFresh } from '#server/players/sessions/fresh.ts';

type Locale = CallContext['locale'];

const limitsPage = (locale: Locale) => pageAddress(locale, '/minar-sidur/mork');

export async function changeLimits(
  db: Db,
  { caller, locale }: Pick<CallContext, 'locale'> & { caller: Caller },
  { body: { fields, ...wanted } }: ApiInput<'limits.update'>,
): Promise<ApiAnswer<'limits.update'>> {
  const { playerId } = caller;
  await transaction(db, async (tx) => {
    const outcomes = await setLimits(tx, { playerId, wanted, fields, origin: 'player' }, () =>
      requireFresh(tx, caller),
    );
    await tell(tx, playerId, locale, outcomes);
  });
  return readLimits(db, playerId);
}

/** A notice of each, and one letter: of the one change in full, of several that there were some. */
async function tell(
  tx: Tx,
  playerId: number,
  locale: Locale,
  outcomes: readonly LimitOutcome[],
): Promise<void> {
  const now = (await databaseNow(tx)).toISOString();
  const told = outcomes
    .filter(({ step }) => step.act !== 'withdraw')
    .map((outcome) => inWords(outcome, now, locale));
  const [first, second] = told;
  if (!first) return;
  for (const { kind, values } of told) await addNotice(tx, { playerId, kind, values });
  const several = {
    kind: 'limitsChanged',
    values: { date: now, time: now, url: limitsPage(locale) },
  } as const;
  await queueMessage(tx, { playerId, channel: 'email', locale, ...(second ? several : first) });
}

function inWords({ field, step, before, wanted }: LimitOutcome, now: string, locale: Locale) {
  const at = step.act === 'request' ? step.effectiveAt.toISOString() : now;
  const values = { field, oldLimit: before, newLimit: wanted, date: at, time: at, url: limitsPage(locale) };
  return { kind: step.act === 'request' ? 'limitPending' : 'limitChanged', values } as const;
}
