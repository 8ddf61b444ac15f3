/** All rows of a pool ticket as a text file: those of systems too, as they were sealed and are counted. */
import { useState } from 'react';
import { expandCoupon } from '#rules/pools/coupon.ts';
import type { PoolId } from '#rules/pools/games.ts';
import { formatPicks, parseBaseSigns, parsePicks } from '#rules/pools/panels.ts';
import { openSystem, systemOf } from '#rules/pools/systems.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as needsScriptCss from '#web/ui/needs-script.module.css';

type Props = { gameId: PoolId; ticketId: string };

export function RowsDownload({ gameId, ticketId }: Props) {
  const { t } = useText();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async (): Promise<void> => {
    setState('busy');
    try {
      save(`${gameId}-${ticketId}.txt`, await rowsOf(gameId, ticketId));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <span className={needsScriptCss.needsScript}>
      <Button kind="plain" busy={state === 'busy'} onClick={() => void download()}>
        <Icon name="dl" small />
        {t('pools.ticket.rowsFile')}
      </Button>
      <span role="status">{state === 'failed' && t('pools.ticket.rowsFileFailed')}</span>
    </span>
  );
}

/** One row a line, as a file for the next purchase is written. */
async function rowsOf(gameId: PoolId, ticketId: string): Promise<string> {
  const asked = { params: { ticketId }, query: {} };
  const ticket = await (gameId === 'xg' ? browserApi('xg.ticket', asked) : browserApi('toto.ticket', asked));
  const { panels, panelU } = ticket.selections;
  const rows = panels.split('|').map((text) => parsePicks(gameId, text) ?? []);
  const base = panelU === undefined ? [] : [parseBaseSigns(panelU) ?? []];
  const system = systemOf(ticket.system)?.number ?? openSystem.number;
  const all = expandCoupon({ system, rows: [...rows, ...base] });
  return Array.from(
    all,
    (row) =>
      `${formatPicks(
        gameId,
        row.map((outcome) => 1 << outcome),
      )}\r\n`,
  ).join('');
}

function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
