/** What is bought, on paper: the game and when, then what the ticket holds, then what it costs. */
import type { ReactNode } from 'react';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as listsCss from '#web/ui/lists.module.css';

type Props = {
  gameId: string;
  name: string;
  /** When it is drawn, and until when it is sold. */
  when: readonly string[];
  children: ReactNode;
  /** A `Line` for each part of the price, and the `Sum`. */
  prices: ReactNode;
};

export function ReviewPaper({ gameId, name, when, children, prices }: Props) {
  return (
    <div className={slipCss.slip}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <div className={layoutCss.titleRow}>
            <GameSymbol game={gameId} />
            <div>
              <h3>{name}</h3>
              {when.map((text) => (
                <p key={text} className="soft">
                  {text}
                </p>
              ))}
            </div>
          </div>
          {children}
        </div>
        <hr className={slipCss.tear} />
        <div className={slipCss.inside}>
          <dl className={listsCss.keyValues}>{prices}</dl>
        </div>
      </div>
    </div>
  );
}

export function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div className={listsCss.sum}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
