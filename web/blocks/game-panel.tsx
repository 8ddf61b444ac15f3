/** A game on home: first prize, close of sale, two ways to play. The nearest close is first and widest. */
import { useId } from 'react';
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useNoSale } from '#web/page/site.ts';
import { OnBreak, useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { DrawOnSale } from '#web/shared/games/draw-on-sale.tsx';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import * as statusPillCss from '#web/shared/tickets/status-pill.module.css';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol, Scene } from '#web/ui/icon.tsx';
import * as gamePanelCss from './game-panel.module.css';

export type PanelDraw = {
  gameId: NumberGame;
  closeDate: string;
  firstPrize: number;
  potMultiple: number;
  amountRow: number;
};

const quickRows = 5;

export function GamePanel({ draw, first, now }: { draw: PanelDraw; first: boolean; now: string }) {
  const { t } = useText();
  const id = useId();
  const isOnBreak = useIsOnBreak();
  const isSold = !isOnBreak;
  return (
    <article
      className={first ? `${gamePanelCss.game} ${gamePanelCss.first}` : gamePanelCss.game}
      data-game={draw.gameId}
      aria-labelledby={id}
    >
      <span className={iconCss.band} aria-hidden="true" />
      <div className={gamePanelCss.inside}>
        <div className={gamePanelCss.name}>
          <GameSymbol game={draw.gameId} />
          <h2 id={id}>{t(`games.${draw.gameId}.name`)}</h2>
          {isSold && draw.potMultiple > 1 && (
            <span className={`${statusPillCss.pill} soft`}>
              {t('home.potTimes', { times: draw.potMultiple })}
            </span>
          )}
        </div>
        {isSold ? <Sale draw={draw} now={now} /> : <OnBreak />}
      </div>
      <Scene game={draw.gameId} {...(first && { place: 'broadWhenWide' })} />
    </article>
  );
}

function Sale({ draw, now }: { draw: PanelDraw; now: string }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const noSale = useNoSale(draw.gameId);
  const price = money(quickRows * draw.amountRow);
  return (
    <>
      <DrawOnSale firstPrize={draw.firstPrize} closeDate={draw.closeDate} now={now} />
      {noSale === null ? (
        <div className="actions">
          <Link
            className={`${buttonCss.button} ${buttonCss.primary} ${buttonCss.big}`}
            to={paths.play(draw.gameId, { quick: quickRows })}
          >
            {t('home.quickRows', { count: quickRows, price })}
          </Link>
          <Link
            className={`${buttonCss.button} ${buttonCss.secondary} ${buttonCss.big}`}
            to={paths.play(draw.gameId)}
          >
            {t('home.ownNumbers')}
          </Link>
        </div>
      ) : (
        <p className="actions">{noSale}</p>
      )}
    </>
  );
}
