/** The code of a ticket; works without script. */
import { Form, Link } from 'react-router';
import { formatPlayAddress } from '#rules/numbers/play-address.ts';
import type { TicketCode } from '#rules/numbers/ticket-code.ts';
import type { Translate } from '#texts/format.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Field } from '#web/ui/field.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import * as checkCss from './check.module.css';
import type { Fault } from './check-data.server.ts';

/** Longer than any code: numbers as text are recognised too. */
const typedMax = 600;

export function CodeForm({ code, fault }: { code: string; fault: Fault | null }) {
  const { t, locale } = useText();
  const { state } = useShell();
  const paths = pathsFor(locale);
  const form = useAsked(code);
  return (
    <Form method="get" action={paths.check()} preventScrollReset ref={form}>
      <Field
        label={t('check.code')}
        hint={t('check.hint')}
        error={fault === null ? undefined : faultText(t, fault)}
        name="kodi"
        defaultValue={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={typedMax}
        required
      />
      {fault !== null && typeof fault === 'object' && fault.kind === 'numbers' && (
        <NumbersWays play={fault.play} />
      )}
      <div className={checkCss.actions}>
        <button type="submit" className={`${buttonCss.button} ${buttonCss.primary}`}>
          {t('check.ask')}
        </button>
        <Link to={paths.tickets()}>{t(state === 'out' ? 'check.signIn' : 'results.checkMine')}</Link>
      </div>
      <p className="soft">{t('check.privacy')}</p>
    </Form>
  );
}

function faultText(t: Translate, fault: Fault): string {
  if (typeof fault === 'string') return t(`check.${fault}`);
  return t(`check.shape.${fault.kind}`, 'count' in fault ? { count: fault.count } : {});
}

/** Where numbers are of use; with the numbers themselves where they make up a ticket. */
function NumbersWays({ play }: { play: TicketCode | null }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const gameId = play?.gameId ?? 'lotto';
  const [row] = play?.rows ?? [];
  const compared = (row?.numbers ?? []).map((number) => `n=${number}`);
  const stars = (row?.bonusNumbers ?? []).map((number) => `b=${number}`);
  const compare = `${paths.results(gameId)}?${[...compared, ...stars].join('&')}#samanburdur`;
  return (
    <p className={checkCss.actions}>
      <Link to={compare}>{t('results.checkNumbers')}</Link>
      <Link to={play ? paths.playNumbers(gameId, formatPlayAddress(play)) : paths.play(gameId)}>
        {t('check.toTicket')}
      </Link>
    </p>
  );
}
