/** What a row or a system would have won in all real past draws: paid and won in the same size. */
import { Form } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import * as numberBoxesCss from '#web/shared/games/number-boxes.module.css';
import { NumberBoxes } from '#web/shared/games/number-boxes.tsx';
import { type NumberGame, numberGames } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { Section } from '#web/ui/section.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import type { WhatIf } from './check-data.server.ts';

const PastWins = lazyIsland(() => import('./past-wins.tsx').then(({ PastWins }) => PastWins));

type Boxes = Omit<Parameters<typeof NumberBoxes>[0], 'bonusName'>;
type Props = {
  gameId: NumberGame;
  whatIf: WhatIf | null;
  /** How many numbers it holds; 0 for a row. */
  system: number;
  systemSizes: readonly number[];
  /** Of each 100 kr. */
  toPrizes: number;
  boxes: Boxes;
};

export function WhatIfSection({ gameId, whatIf, system, systemSizes, toPrizes, boxes }: Props) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const form = useAsked(`${gameId} ${boxes.numbers.join()} ${boxes.bonus.join()}`);
  const games = numberGames.map((name) => ({
    name,
    label: t(`games.${name}.name`),
    to: `${paths.check({ leikur: name })}#hvad-ef`,
  }));
  const sizes = [0, ...systemSizes].map((size) => ({
    name: String(size),
    label: size === 0 ? t('whatIf.row') : t('whatIf.system', { size }),
    to: `${paths.check({ leikur: gameId, ...(size > 0 && { system: String(size) }) })}#hvad-ef`,
  }));
  return (
    <div id="hvad-ef" data-game={gameId}>
      <Section title={t('whatIf.title')}>
        <div className="stack">
          <p className="measure">{t('whatIf.lead')}</p>
          <FilterLinks label={t('common.game')} links={games} chosen={gameId} />
          <FilterLinks label={t('whatIf.played')} links={sizes} chosen={String(system)} />
          <Form
            className={numberBoxesCss.rowForm}
            method="get"
            action={`${paths.check()}#hvad-ef`}
            preventScrollReset
            ref={form}
          >
            <input type="hidden" name="leikur" value={gameId} />
            {system > 0 && <input type="hidden" name="system" value={system} />}
            <NumberBoxes {...boxes} bonusName={t(`games.${gameId}.bonusName`)} />
            <button type="submit" className={`${buttonCss.button} ${buttonCss.secondary}`}>
              {t('whatIf.ask')}
            </button>
          </Form>
          <div role="status" className="stack">
            <LazyIsland>
              {whatIf && <PastWins gameId={gameId} whatIf={whatIf} toPrizes={toPrizes} />}
            </LazyIsland>
          </div>
        </div>
      </Section>
    </div>
  );
}
