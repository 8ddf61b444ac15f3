/**
 * A ticket on paper: state, rows, result, price and code; all else is folded. It looks the same in the
 * review, on the receipt, on its own page, in print and where its code is checked. The kind of game renders
 * rows and result.
 */
import type { ReactNode } from 'react';
import { useText } from '#web/text/text.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import * as slipCss from './slip.module.css';
import * as paperCss from './ticket-paper.module.css';

/** `money`: a prize that is credited or waits for its owner. `amount`: any other sum. `words`: no sum yet. */
export type TicketState = { label: string; figure: string; look: 'money' | 'amount' | 'words' };

type Props = {
  gameId: string;
  /** The level that fits the surrounding headings. */
  heading: 'h2' | 'h3';
  name: string;
  /** Lines below the name: the date of the draw, the number of draws. */
  when: readonly string[];
  /** Null before the purchase. */
  state: TicketState | null;
  /** The ticket takes part in no draw. */
  isVoid?: boolean;
  /** Sentences below the state. */
  notes?: ReactNode;
  /** The rows, each with its prize or its price. */
  played: ReactNode;
  /** The result; null before the draw. */
  drawn?: { name: string; marks: ReactNode } | null;
  /** A list below the result: draws of a ticket for several, or tiers that it reached. */
  list?: ReactNode;
  /** A `Line` for each part of the price. */
  prices: ReactNode;
  /** The code, then the print-only parts. */
  children?: ReactNode;
  /** Details, folded. */
  more?: ReactNode;
};

const looks = { money: paperCss.money, amount: undefined, words: paperCss.words };

export function TicketPaper({ gameId, isVoid = false, ...props }: Props) {
  const { t } = useText();
  const { state, notes, played, drawn = null, list, prices, children, more } = props;
  return (
    <article
      className={`${slipCss.slip} ${paperCss.ticket}${isVoid ? ` ${paperCss.void}` : ''}`}
      data-game={gameId}
    >
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <Head gameId={gameId} {...props} />
          {state && (
            <p className={paperCss.state}>
              <span className={paperCss.label}>{state.label}</span>
              <b className={looks[state.look]}>{state.figure}</b>
            </p>
          )}
          {notes}
          {played}
        </div>
        {drawn && (
          <Part>
            <p className={paperCss.label}>{drawn.name}</p>
            <div className={paperCss.drawn}>{drawn.marks}</div>
          </Part>
        )}
        {list && <Part>{list}</Part>}
        <Part>
          <dl className={`${listsCss.keyValues} ${paperCss.lines}`}>{prices}</dl>
          {children}
          {more && (
            <div className={paperCss.more}>
              <Disclosure name={t('ticket.more')}>
                <dl className={paperCss.lines}>{more}</dl>
              </Disclosure>
            </div>
          )}
        </Part>
      </div>
    </article>
  );
}

function Head({ gameId, heading: Heading, name, when }: Pick<Props, 'gameId' | 'heading' | 'name' | 'when'>) {
  return (
    <div className={paperCss.head}>
      <GameSymbol game={gameId} />
      <div>
        <Heading>{name}</Heading>
        {when.map((text) => (
          <p key={text} className="first-capital">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <>
      <hr className={slipCss.tear} />
      <div className={slipCss.inside}>{children}</div>
    </>
  );
}
