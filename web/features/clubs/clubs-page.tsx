/** Every club that can be supported: finding one, the player's own, and how the money gets there. */
import { useState } from 'react';
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { clubShareOn } from '#rules/draws/club-share.ts';
import { poolRulesAt } from '#rules/pools/versions.ts';
import { readTyped } from '#rules/values/typed.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import { money } from '#texts/number.ts';
import { Retry } from '#web/blocks/retry.tsx';
import { loadClubs, orNull } from '#web/blocks/section-data.server.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pageUrl, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { GameSymbol, Icon } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { Stations } from '#web/ui/stations.tsx';
import * as clubsCss from './clubs.module.css';
import texts from './clubs-page.tsx?texts';
import { findClubs } from './find-clubs.ts';
import { MyClub } from './support.tsx';

const wordMax = 60;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const word = readTyped(pageUrl(request).searchParams.get('leit') ?? '').slice(0, wordMax);
  const today = context.get(requestContext).now.slice(0, 10);
  const api = context.get(apiContext);
  const query = { year: String(isoWeekOf(today).year) };
  const [clubs, sums] = await Promise.all([
    loadClubs(api),
    // Without them the list stands without amounts.
    orNull(api('system.contributions', { query })),
  ]);
  const amounts = new Map(sums?.contributions.map(({ club, amount }) => [club, amount]));
  return {
    texts: textsFor({ request, context }, texts),
    word,
    clubs: clubs?.map((club) => ({ ...club, amount: amounts.get(club.number) ?? null })) ?? null,
    ofHundred: {
      toPrizes: poolRulesAt('totoeng', today).fundBasisPoints / 100,
      toClub: clubShareOn(today) / 100,
    },
  };
}

export default function ClubsPage() {
  const { clubs, word, ofHundred } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const title = t('clubs.title');
  const path = pathsFor('is').clubs();
  return (
    <div className="wrap" data-game="toto">
      <PageMeta title={title} description={t('clubs.intro')} path={path} crumbs={[{ name: title, path }]} />
      <div className={`${layoutCss.pageHead} measure`}>
        <Breadcrumbs steps={[{ name: t('nav.home'), to: pathsFor(locale).home() }]} />
        <div className={layoutCss.titleRow}>
          <GameSymbol game="club" />
          <h1>{title}</h1>
        </div>
        <p className="lead">{t('clubs.intro')}</p>
      </div>
      <div className={`${layoutCss.columns} ${layoutCss.pairWide} ${clubsCss.finder}`}>
        <div className={clubsCss.found}>
          {clubs === null ? <Retry /> : <Finder key={word} clubs={clubs} word={word} />}
        </div>
        <div className={clubsCss.own}>
          <Section title={t('clubs.mine')}>
            <MyClub />
          </Section>
        </div>
        <div className={clubsCss.how}>
          <Way {...ofHundred} />
        </div>
      </div>
    </div>
  );
}

type Club = { id: string; number: number; name: string; amount: number | null };

/** Finds while one types; without script, when the form is sent. */
function Finder({ clubs, word }: { clubs: readonly Club[]; word: string }) {
  const { t, locale } = useText();
  const [typed, setTyped] = useState(word);
  const found = findClubs(clubs, typed);
  return (
    <>
      <Form method="get" className={clubsCss.find} role="search">
        <label htmlFor="leit">{t('clubs.search')}</label>
        <div>
          <input
            className={fieldCss.input}
            id="leit"
            name="leit"
            type="search"
            autoComplete="off"
            value={typed}
            maxLength={wordMax}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <button type="submit" className={buttonClass({})}>
            {t('common.search')}
          </button>
        </div>
      </Form>
      <div className={clubsCss.counted}>
        <p className="soft" role="status">
          {found.length === 0 ? t('empty.clubs') : t('clubs.count', { count: found.length })}
        </p>
        <Link to={pathsFor(locale).contributions()}>{t('clubs.byWeek')}</Link>
      </div>
      {found.length > 0 && <List clubs={found} />}
    </>
  );
}

function List({ clubs }: { clubs: readonly Club[] }) {
  const { t, locale } = useText();
  return (
    <ul className={clubsCss.list} aria-label={t('clubs.list')}>
      {clubs.map(({ id, number, name, amount }) => (
        <li key={id}>
          <Link to={pathsFor(locale).club(number)}>
            <span className={clubsCss.number}>{number}</span>
            <b>{name}</b>
            {amount !== null && (
              <span className={clubsCss.amount}>
                {money(amount)} <span className="soft">{t('clubs.ofYear')}</span>
              </span>
            )}
            <Icon name="right" small />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Way({ toPrizes, toClub }: { toPrizes: number; toClub: number }) {
  const { t } = useText();
  return (
    <Section title={t('clubs.way.title')}>
      <Stations
        stations={[
          { name: t('clubs.way.buy'), at: money(100), how: t('clubs.way.buyHow') },
          {
            name: t('clubs.way.prizes', { amount: money(toPrizes) }),
            at: money(toPrizes),
            how: t('clubs.way.prizesHow'),
          },
          { name: t('clubs.way.club'), at: money(toClub), how: t('clubs.way.clubHow') },
        ]}
      />
      <p className={`${clubsCss.secret} meta`}>{t('clubs.secret')}</p>
    </Section>
  );
}
