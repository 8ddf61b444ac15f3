/** What a search found: own tickets, draws, then the rest by kind; and what is offered before one types. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { ContentLink } from '#web/blocks/content-link.tsx';
import { isPool, pathsFor, withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useSite } from '#web/page/site.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { TicketList } from '#web/shared/tickets/ticket-list.tsx';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as searchCss from './search.module.css';

export type Found = ApiAnswer<'content.search'> & ApiAnswer<'tickets.find'>;

/** Eight or more letters and digits, in groups or not: so a ticket is named. */
const ticketNumber = /^(?:[0-9a-z]{4}[\s.·–-]?){2,7}[0-9a-z]{0,2}$/i;

export function isLikeTicket(query: string): boolean {
  return ticketNumber.test(query) && /\d/.test(query);
}

export const nothingFound: Found = { found: [], draws: [], tickets: [] };

export function countOf({ found, draws, tickets }: Found): number {
  return found.length + draws.length + tickets.length;
}

const kinds = ['game', 'page', 'article', 'club'] as const;

type Level = { level: 2 | 3 };

/** `level` is that of the headings. */
export function FoundList({ found, draws, tickets, level }: Found & Level) {
  const { t } = useText();
  const { now } = useShell();
  return (
    <>
      {tickets.length > 0 && (
        <Kind title={t('myPages.tickets.title')} level={level}>
          <TicketList tickets={tickets} now={now} />
        </Kind>
      )}
      {draws.length > 0 && (
        <Kind title={t('nav.results')} level={level}>
          <ul className={searchCss.found}>
            {draws.map((draw) => (
              <FoundDraw key={`${draw.gameId} ${draw.draw}`} {...draw} />
            ))}
          </ul>
        </Kind>
      )}
      {kinds.map((kind) => {
        const some = found.filter((each) => each.kind === kind);
        if (some.length === 0) return null;
        return (
          <Kind key={kind} title={t(`search.kind.${kind}`)} level={level}>
            <ul className={searchCss.found}>
              {some.map(({ title, text, url }) => (
                <li key={`${url} ${title}`}>
                  <ContentLink url={url}>
                    <b>{title}</b>
                    {text !== '' && <span className="soft">{text}</span>}
                  </ContentLink>
                </li>
              ))}
            </ul>
          </Kind>
        );
      })}
    </>
  );
}

function Kind({ title, level, children }: Level & { title: string; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <section>
      <Heading>{title}</Heading>
      {children}
    </section>
  );
}

function FoundDraw({ gameId, draw, drawDate, year, week, match }: Found['draws'][number]) {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  return (
    <li>
      <Link to={pathsFor(locale).results(gameId, { week, year })}>
        <b>
          {nameOf(gameId)}, {format.dateYear(drawDate)}
        </b>
        <span className="soft">
          {match ?? t('search.draw', { draw, week, of: isPool(gameId) ? 'round' : 'draw' })}
        </span>
      </Link>
    </li>
  );
}

/** To a visitor who looks for a ticket: tickets are found after signing in, or checked by their code. */
export function TicketHint({ query }: { query: string }) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const { state } = useShell();
  if (state !== 'out' || !isLikeTicket(query)) return null;
  return (
    <Notice
      kind="info"
      secondary={
        <div className="actions">
          <Link className={buttonClass({})} to={withSignIn(pathname, search)}>
            {t('nav.logIn')}
          </Link>
          <Link className={buttonClass({ kind: 'plain' })} to={pathsFor(locale).check()}>
            {t('check.title')}
          </Link>
        </div>
      }
    >
      {t('search.ticketHint')}
    </Notice>
  );
}

export function SearchLinks({ level }: Level) {
  const { t } = useText();
  const { searchLinks } = useSite();
  const Heading = `h${level}` as const;
  if (searchLinks.length === 0) return null;
  return (
    <nav aria-label={t('nav.searchShortcuts')}>
      <Heading>{t('nav.searchShortcuts')}</Heading>
      <ul className={searchCss.found}>
        {searchLinks.map(({ url, name }) => (
          <li key={url}>
            <ContentLink url={url}>{name}</ContentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
