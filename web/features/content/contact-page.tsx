/** How to reach us, what may already be answered, and what we never ask for. */
import type { LoaderFunctionArgs } from 'react-router';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { useSite } from '#web/page/site.ts';
import { EmailLink, PhoneLink } from '#web/shared/contact/contact-links.tsx';
import { NeverAsked } from '#web/shared/contact/never-asked.tsx';
import * as reachCss from '#web/shared/contact/reach.module.css';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { WayList } from '#web/ui/way-list.tsx';
import * as contactCss from './contact.module.css';
import texts from './contact-page.tsx?texts';

export function loader({ request, context }: LoaderFunctionArgs) {
  return { texts: textsFor({ request, context }, texts) };
}

export default function ContactPage() {
  const { t, locale } = useText();
  const { contact } = useSite();
  const path = pathsFor('is').contact();
  const title = t('contact.title');
  const lead = contact === null ? undefined : t('contact.lead', { hours: contact.hours });
  return (
    <div className="wrap">
      <PageMeta title={title} description={lead} path={path} crumbs={[{ name: title, path }]} />
      <div className={`${layoutCss.pageHead} measure`}>
        <Breadcrumbs steps={[{ name: t('nav.home'), to: pathsFor(locale).home() }]} />
        <h1>{title}</h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      <div className={contactCss.columns}>
        {contact !== null && <Reach {...contact} />}
        <Answers />
        <Never />
      </div>
    </div>
  );
}

function Reach({ phone, email, hours }: { phone: string; email: string; hours: string }) {
  const { t } = useText();
  return (
    <section className={contactCss.reach} aria-label={t('contact.title')}>
      <p className={contactCss.phone}>
        <span className="soft">{t('contact.phone')}</span>
        <PhoneLink phone={phone} />
      </p>
      <dl className={reachCss.ways}>
        <div>
          <dt>{t('contact.open')}</dt>
          <dd>{hours}</dd>
        </div>
        <div>
          <dt>{t('contact.email')}</dt>
          <dd>
            <EmailLink email={email} />
          </dd>
        </div>
        <div>
          <dt>{t('contact.reply')}</dt>
          <dd>{t('contact.replyWhen')}</dd>
        </div>
        <div>
          <dt>{t('contact.bring')}</dt>
          <dd>{t('contact.bringWhat')}</dd>
        </div>
      </dl>
    </section>
  );
}

function Answers() {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const ways = [
    { of: 'ticket', to: paths.check() },
    { of: 'missing', to: paths.transactions() },
    { of: 'cancel', to: paths.subscriptions() },
    { of: 'limits', to: paths.limits() },
    { of: 'questions', to: paths.page('hjalp') },
  ] as const;
  return (
    <section aria-labelledby="contact-answers">
      <h2 id="contact-answers">{t('contact.answers')}</h2>
      <WayList
        ways={ways.map(({ of, to }) => ({
          to,
          title: t(`contact.${of}.title`),
          text: t(`contact.${of}.text`),
        }))}
      />
    </section>
  );
}

function Never() {
  const { t } = useText();
  return (
    <section aria-labelledby="contact-never">
      <h2 id="contact-never">{t('contact.never')}</h2>
      <NeverAsked />
    </section>
  );
}
