/** Of the system on the slip: how many of its rows win in each tier, by how many of its numbers are drawn. */
import { createPortal } from 'react-dom';
import { type SystemCase, systemCases, systemRowCount } from '#rules/numbers/system.ts';
import type { Translate } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Table } from '#web/ui/table.tsx';
import type { BoardDialogProps } from './board-parts.ts';
import type { PlayDraw } from './quote.ts';

export function SystemTable({ desk, draw, onClose }: BoardDialogProps) {
  const { t } = useText();
  const { system } = desk.slip;
  const rows = systemRowCount(draw.rules, system);
  const isFromMain = draw.rules.drawnBonus.pool === 'main';
  return createPortal(
    <Dialog
      open
      title={t('system.winTable')}
      closeLabel={t('a11y.closeDialog')}
      onClose={onClose}
      game={draw.gameId}
    >
      <div className={`${dialogCss.body} system-table`}>
        <p className="soft">
          {t('system.winsOf', { size: system, rows, price: money(rows * draw.amountRow) })}
        </p>
        {groupsOf(systemCases(draw.rules, system), isFromMain).map((cases) => (
          <Wins key={cases[0]?.bonusHits} draw={draw} cases={cases} />
        ))}
        <p className="meta">
          {t('system.winsNote')} {isFromMain && t('system.winsBonus')}
        </p>
      </div>
    </Dialog>,
    document.body,
  );
}

/** Extra numbers are the same in all rows: a table for each count of right ones. */
function groupsOf(cases: readonly SystemCase[], isFromMain: boolean): SystemCase[][] {
  if (isFromMain) return [[...cases]];
  const counts = [...new Set(cases.map(({ bonusHits }) => bonusHits))].sort((a, b) => b - a);
  return counts.map((count) => cases.filter(({ bonusHits }) => bonusHits === count));
}

function Wins({ draw, cases }: { draw: PlayDraw; cases: readonly SystemCase[] }) {
  const { t } = useText();
  const { tiers, drawnBonus } = draw.rules;
  const isFromMain = drawnBonus.pool === 'main';
  const places = [...tiers.keys()].filter((place) => cases.some(({ wins }) => (wins[place] ?? 0) > 0));
  /** `4+B`; where a table is of the extra numbers, without them. */
  const short = (condition: string): string => (isFromMain ? condition : (condition.split('+')[0] ?? ''));
  return (
    <Table
      caption={captionOf(t, draw, cases[0]?.bonusHits ?? 0)}
      narrow="scroll"
      columns={[
        { name: t('system.drawn') },
        ...places.map((place) => ({ name: short(tiers[place]?.condition ?? ''), align: 'end' as const })),
      ]}
      rows={cases.map(({ mainHits, bonusHits, wins }) => ({
        key: `${mainHits} ${bonusHits}`,
        cells: [
          isFromMain && bonusHits > 0 ? `${mainHits}+B` : mainHits,
          ...places.map((place) => (wins[place] ? groupDigits(wins[place]) : '–')),
        ],
      }))}
    />
  );
}

function captionOf(t: Translate, { gameId }: PlayDraw, bonusHits: number): string {
  if (gameId === 'lotto') return t('system.rowsWin');
  return t(gameId === 'vikinglotto' ? 'system.viking' : 'system.stars', { count: bonusHits });
}
