/** The player's most urgent matter with its action; each further matter is a plain link. */
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { OwnPage } from '#contract/own-page.ts';
import type {
  CardMatter,
  CertificateMatter,
  ChargeMatter,
  Matter,
  PrizeMatter,
  RaiseMatter,
  TicketMatter,
} from '#rules/values/matters.ts';
import { ticketName, time } from '#texts/format.ts';
import { money, noBreakSpace } from '#texts/number.ts';
import { mended } from '#web/api/refused.ts';
import { isPool, pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import * as potCss from '#web/shared/games/pot.module.css';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as matterCss from './first-matter.module.css';
import { useQuietWords } from './quiet-words.ts';

/** At most so many links beside the first matter. */
const othersShown = 3;

export const FirstMatter = ownPart(() => {
  const own = useOwn();
  if (!own?.ahead) return null;
  const [first, ...others] = own.matters;
  return first ? (
    <Strip first={first} others={others.slice(0, othersShown)} />
  ) : (
    <Nothing ahead={own.ahead} />
  );
});

function Strip({ first, others }: { first: Matter; others: readonly Matter[] }) {
  const id = useId();
  return (
    <section
      className={first.kind === 'prize' ? `${matterCss.matter} ${matterCss.money}` : matterCss.matter}
      aria-labelledby={id}
      {...('gameId' in first && { 'data-game': first.gameId })}
    >
      <Body id={id} matter={first} />
      {others.length > 0 && <Others matters={others} />}
    </section>
  );
}

function Body({ id, matter }: { id: string; matter: Matter }) {
  switch (matter.kind) {
    case 'prize':
      return <Prize id={id} matter={matter} />;
    case 'certificate':
      return <Certificate id={id} matter={matter} />;
    case 'charge':
      return <Charge id={id} matter={matter} />;
    case 'card':
      return <Card id={id} matter={matter} />;
    case 'ticket':
      return <Ticket id={id} matter={matter} />;
    case 'raise':
      return <Raise id={id} matter={matter} />;
  }
}

type PartProps = {
  id: string;
  symbol: string;
  title: string;
  text: string;
  /** The action is a choice between two buttons of equal weight. */
  isChoice?: boolean;
  children: ReactNode;
};

function Part({ id, symbol, title, text, isChoice = false, children }: PartProps) {
  return (
    <>
      <GameSymbol game={symbol} />
      <div className={matterCss.words}>
        <h2 id={id}>{title}</h2>
        <p className="soft">{text}</p>
      </div>
      <p className={isChoice ? `${matterCss.acts} ${matterCss.twoEqual}` : matterCss.acts}>{children}</p>
    </>
  );
}

/** An unclaimed prize is drawn as large as a first prize, with the same amber line. */
function Prize({ id, matter }: { id: string; matter: PrizeMatter }) {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  const { gameId, drawDate, ticketId, couponId, amount, claimBy, isClaimed } = matter;
  const [figure, unit] = money(amount).split(noBreakSpace);
  const of = { game: nameOf(gameId), ticket: ticketName(ticketId) };
  return (
    <>
      <div className={potCss.pot}>
        <h2 id={id} className={potCss.label}>
          {t(isClaimed ? 'matter.claimed.title' : 'matter.prize.title')}
        </h2>
        <span className={matterCss.potLine}>
          <strong className={potCss.sum}>
            {figure} <small>{unit}</small>
          </strong>
          <span className={potCss.light} aria-hidden="true" />
        </span>
      </div>
      <div className={matterCss.words}>
        <p>
          {drawDate === null
            ? t('matter.prize.ticket', of)
            : t('matter.prize.draw', { ...of, date: format.onDate(drawDate) })}
        </p>
        <p className="soft">
          {isClaimed
            ? t('matter.claimed.text')
            : t('matter.prize.claimBy', { date: format.dateYear(claimBy) })}
        </p>
      </div>
      <p className={matterCss.acts}>
        <Link
          className={buttonClass(isClaimed ? {} : { kind: 'primary', big: true })}
          to={pathsFor(locale).claim(ticketId, couponId ?? undefined)}
        >
          {t(isClaimed ? 'matter.claimed.act' : 'matter.prize.act')}
        </Link>
      </p>
    </>
  );
}

function Certificate({ id, matter: { lastDay } }: { id: string; matter: CertificateMatter }) {
  const { t, format } = useText();
  const hasEnded = lastDay < useShell().now.slice(0, 10);
  return (
    <Part
      id={id}
      symbol="phone"
      title={t(hasEnded ? 'matter.certificate.ended' : 'matter.certificate.title', {
        date: format.date(lastDay),
      })}
      text={t(hasEnded ? 'matter.certificate.endedHow' : 'matter.certificate.how')}
    >
      <Button kind="primary" onClick={() => void mended('eLoginRevalidation')}>
        {t('matter.certificate.act')}
      </Button>
    </Part>
  );
}

function Charge({ id, matter }: { id: string; matter: ChargeMatter }) {
  const { t, locale } = useText();
  const nameOf = useGameName();
  const { now } = useShell();
  const { at, amount, games, balanceAfter } = matter;
  const named = games.map((each) => `${nameOf(each.gameId)} ${money(each.amount)}`);
  const last = named.at(-1) ?? '';
  const before = named.slice(0, -1).join(', ');
  const list = before === '' ? last : t('matter.charge.and', { games: before, last });
  const from =
    balanceAfter === null
      ? t('matter.charge.fromCard')
      : t('matter.charge.covered', { balance: money(balanceAfter) });
  const day = at.slice(0, 10) === now.slice(0, 10) ? 'today' : 'tomorrow';
  return (
    <Part
      id={id}
      symbol="cal"
      title={t('matter.charge.title', { day, amount: money(amount) })}
      text={`${list}. ${from}`}
    >
      <Link className={buttonClass({})} to={pathsFor(locale).subscriptions()}>
        {t('matter.charge.act')}
      </Link>
    </Part>
  );
}

function Card({ id, matter: { last4, lastDay, nextCharge } }: { id: string; matter: CardMatter }) {
  const { t, format, locale } = useText();
  const hasEnded = lastDay < useShell().now.slice(0, 10);
  const of = { card: `•••• ${last4}`, date: format.date(lastDay) };
  const isAfter = nextCharge !== null && nextCharge.at.slice(0, 10) > lastDay;
  const charge = isAfter && { chargeDate: format.date(nextCharge.at), amount: money(nextCharge.amount) };
  return (
    <Part
      id={id}
      symbol="card"
      title={t(hasEnded ? 'matter.card.ended' : 'matter.card.title', of)}
      text={charge ? t('matter.card.charge', { ...of, ...charge }) : t('matter.card.how', of)}
    >
      <Link className={buttonClass({ kind: 'primary' })} to={pathsFor(locale).cards()}>
        {t('matter.card.act')}
      </Link>
    </Part>
  );
}

/** Draws from this hour on are called evening draws. */
const evening = '17';

function Ticket({ id, matter }: { id: string; matter: TicketMatter }) {
  const { t, locale } = useText();
  const nameOf = useGameName();
  const { now } = useShell();
  const paths = pathsFor(locale);
  const { gameId, drawDate, ticketId, couponId, tickets, rowCount, hasSideGame } = matter;
  const when = drawDate <= now ? 'drawn' : time(drawDate) >= evening ? 'evening' : 'day';
  const of = { rows: rowCount, side: hasSideGame ? 'yes' : 'no', tickets, time: time(drawDate), when };
  const kind = isPool(gameId) ? 'round' : 'draw';
  return (
    <Part
      id={id}
      symbol={gameId}
      title={t('matter.ticket.title', { when, tickets, of: kind })}
      text={t('matter.ticket.how', { ...of, of: kind, game: nameOf(gameId) })}
    >
      <Link
        className={buttonClass({})}
        to={tickets === 1 ? paths.ticket(ticketId, couponId) : paths.tickets()}
      >
        {t('matter.ticket.act', { tickets })}
      </Link>
    </Part>
  );
}

/** Withdrawing comes first. */
function Raise({ id, matter: { field, from, to } }: { id: string; matter: RaiseMatter }) {
  const { t, locale } = useText();
  const limits = pathsFor(locale).limits();
  const of = { name: t(`myPages.limits.${field as 'stakeLimitDay'}`), from: money(from), to: money(to) };
  return (
    <Part id={id} symbol="limit" title={t('matter.raise.title')} text={t('matter.raise.how', of)} isChoice>
      <Link className={buttonClass({})} to={limits}>
        {t('matter.raise.withdraw')}
      </Link>
      <Link className={buttonClass({})} to={limits}>
        {t('matter.raise.confirm')}
      </Link>
    </Part>
  );
}

function Others({ matters }: { matters: readonly Matter[] }) {
  const { t } = useText();
  const wordsOf = useQuietWords();
  return (
    <div className={matterCss.others}>
      <p className="soft">{t('matter.others')}</p>
      {matters.map((matter) => {
        const { to, text } = wordsOf(matter);
        return (
          <Link key={text} to={to}>
            {text}
          </Link>
        );
      })}
    </div>
  );
}

function Nothing({ ahead: { draw, chargeOn } }: { ahead: NonNullable<OwnPage['ahead']> }) {
  const { t, format } = useText();
  const nameOf = useGameName();
  const { now } = useShell();
  const charge =
    chargeOn === null
      ? t('matter.none.noCharge')
      : t('matter.none.charge', { date: format.onDate(chargeOn) });
  const ticket =
    draw === null
      ? t('matter.none.noTicket')
      : t('matter.none.ticket', { game: nameOf(draw.gameId), date: format.nearDate(draw.drawDate, now) });
  return (
    <p className={matterCss.none}>
      <b>{t('matter.none.title')}</b> <span className="soft">{`${charge} ${ticket}`}</span>
    </p>
  );
}
