/** The slip on which a share is bought: an amount, what it makes of the own share, and one press. */
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { readTyped } from '#rules/values/typed.ts';
import { decimal, groupDigits, money, readMoney } from '#texts/number.ts';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useIsOnBreak } from '#web/shared/account/on-break.tsx';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import type { Refused } from '#web/text/errors.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { randomKey } from '#web/ui/random-key.ts';
import { type Means, type PoolData, shareOf } from './pool-data.ts';
import * as syndicatesCss from './syndicates.module.css';

const stakeMin = 100;

type Props = { data: PoolData; means: Means; onTyped: (stake: number) => void };

export function BuyShare({ data, means, onTyped }: Props) {
  const { t } = useText();
  const isOnBreak = useIsOnBreak();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const { buy, isBusy, refused, bought } = useBuyShare(data.pool.poolId);
  const stake = readTyped(typed) === '' ? null : readMoney(typed);
  const fault = faultOf(typed, stake, means);
  const change = (text: string) => {
    setTyped(text);
    onTyped(readMoney(text) ?? 0);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault !== null || stake === null || !(await buy(stake))) return;
    setTried(false);
    change('');
  };
  return (
    <aside className={slipCss.slip} aria-labelledby="kaupa-hlut">
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <form className={slipCss.inside} onSubmit={submit} noValidate>
          <h2 id="kaupa-hlut">{t('toto.clubsale.buy')}</h2>
          <Field
            label={t('payment.amount')}
            hint={t('toto.clubsale.hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            value={typed}
            onChange={({ target }) => change(target.value)}
            onBlur={() => stake !== null && setTyped(groupDigits(stake))}
            error={isTried && fault !== null ? t(fault.key, { amount: money(fault.amount) }) : undefined}
            aside={<Left {...means} />}
          />
          <hr className={slipCss.tear} />
          <Sums data={data} stake={fault === null ? (stake ?? 0) : 0} balance={means.balance} />
          <Outcome refused={refused} bought={bought} />
          {isOnBreak ? (
            <Notice kind="info">{t('toto.clubsale.onBreak')}</Notice>
          ) : (
            <Button kind="primary" big type="submit" busy={isBusy}>
              {fault === null && stake !== null
                ? t('toto.clubsale.buyFor', { amount: money(stake) })
                : t('toto.clubsale.buy')}
            </Button>
          )}
          <p className="meta">{t('toto.clubsale.undo')}</p>
        </form>
      </div>
    </aside>
  );
}

function Outcome({ refused, bought }: { refused: Refused | null; bought: number | null }) {
  const { t, error } = useText();
  return (
    <>
      {refused && (
        <Notice kind="danger" role="alert">
          {error(refused, 'share')}
        </Notice>
      )}
      <div role="status">
        {bought !== null && (
          <Notice kind="success">{t('toto.clubsale.bought', { amount: money(bought) })}</Notice>
        )}
      </div>
    </>
  );
}

function Left({ stakeLeft }: Means) {
  const { t } = useText();
  return (
    <p className={syndicatesCss.under}>
      <span>{t('toto.clubsale.limitLeft')}</span>
      <b>{money(stakeLeft)}</b>
    </p>
  );
}

type Fault = {
  key: `toto.clubsale.faults.${'required' | 'whole' | 'low' | 'limit' | 'balance'}`;
  amount: number;
};

function faultOf(typed: string, stake: number | null, { balance, stakeLeft }: Means): Fault | null {
  if (readTyped(typed) === '') return { key: 'toto.clubsale.faults.required', amount: stakeMin };
  if (stake === null) return { key: 'toto.clubsale.faults.whole', amount: stakeMin };
  if (stake < stakeMin) return { key: 'toto.clubsale.faults.low', amount: stakeMin };
  if (stake > stakeLeft) return { key: 'toto.clubsale.faults.limit', amount: stakeLeft };
  return stake > balance ? { key: 'toto.clubsale.faults.balance', amount: balance } : null;
}

/** What the stake makes of the own share; of what went back nothing counts. */
function Sums({ data, stake, balance }: { data: PoolData; stake: number; balance: number }) {
  const { t, locale } = useText();
  const { pool, playerStake } = data;
  const mine = playerStake + stake;
  const lines = [
    ['had', money(playerStake)],
    ['adds', money(stake)],
    ['yours', money(mine)],
    ['ofAll', `${decimal(locale, shareOf(mine, pool.collected + stake))}%`],
    ['average', money(Math.floor((stake * pool.prizeShare) / 10_000))],
    ['balanceAfter', money(balance - stake)],
  ] as const;
  return (
    <dl className={listsCss.keyValues}>
      {lines.map(([key, value]) => (
        <div key={key} className={key === 'yours' ? syndicatesCss.strong : undefined}>
          <dt>{t(`toto.clubsale.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Codes after which it is not known whether the share was bought: the same key asks again. */
const unknownOutcome = ['EC_NETWORK_ERROR', 'EC_INTERNAL_ERROR', 'EC_SYSTEM_CLOSED'];

function useBuyShare(poolId: string) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [bought, setBought] = useState<number | null>(null);
  /** Kept with its stake until there is a final answer. */
  const held = useRef<{ key: string; stake: number } | null>(null);
  const buy = async (stake: number): Promise<boolean> => {
    if (isBusy) return false;
    if (held.current?.stake !== stake) held.current = { key: randomKey(), stake };
    setBusy(true);
    setRefused(null);
    setBought(null);
    try {
      const request = { params: { poolId }, body: { stake } };
      await browserApi('clubsale.buyShare', request, { idempotencyKey: held.current.key });
      held.current = null;
      setBought(stake);
      await revalidate();
      return true;
    } catch (thrown) {
      const code = isApiError(thrown) ? thrown.code : 'UNKNOWN';
      if (isApiError(thrown) && !unknownOutcome.includes(code)) held.current = null;
      setRefused(isApiError(thrown) ? thrown : 'UNKNOWN');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { buy, isBusy, refused, bought };
}
