/** The code of a ticket; works without script. */
import { Form, Link } from 'react-router';
import type { Translate } from '#texts/format.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Field } from '#web/ui/field.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import * as checkCss from './check.module.css';
import type { Fault, TypedNumbers } from './check-data.server.ts';

/** Longer than any code, since numbers of a slip as text are recognised too. */
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
      {fault !== null && typeof fault === 'object' && fault.kind === 'numbers' && <NumbersWays {...fault} />}
      {fault !== null && typeof fault === 'object' && fault.kind === 'marks' && (
        <p>
          <Link to={`${paths.statistics('totoeng', { tab: 'hvad-ef' })}&rows=${fault.row}`}>
            {t('pools.whatIf.ofTicket')}
          </Link>
        </p>
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

/** Links to the results and play pages, with the numbers filled in if they make up a ticket. */
function NumbersWays({ gameId, compared, played }: TypedNumbers) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <p className={checkCss.actions}>
      <Link to={`${paths.results(gameId)}?${compared}#samanburdur`}>{t('results.checkNumbers')}</Link>
      <Link to={played === '' ? paths.play(gameId) : paths.playNumbers(gameId, played)}>
        {t('check.toTicket')}
      </Link>
    </p>
  );
}
