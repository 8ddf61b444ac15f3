/** The code of a ticket; works without script. */
import { Form, Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Field } from '#web/ui/field.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import * as checkCss from './check.module.css';

export function CodeForm({ code, fault }: { code: string; fault: 'notFound' | 'tooMany' | null }) {
  const { t, locale } = useText();
  const { state } = useShell();
  const paths = pathsFor(locale);
  const form = useAsked(code);
  return (
    <Form method="get" action={paths.check()} preventScrollReset ref={form}>
      <Field
        label={t('check.code')}
        hint={t('check.hint')}
        error={fault === null ? undefined : t(`check.${fault}`)}
        name="kodi"
        defaultValue={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
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
