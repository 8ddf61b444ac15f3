/** What is chosen: the matches with their marks, a system, or a file of rows. */
import { lazy, Suspense, useCallback } from 'react';
import { formatPlayAddress } from '#rules/pools/play-address.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { BaseSigns } from './base-signs.tsx';
import { ClubField } from './club-field.tsx';
import { GoalTable } from './goal-table.tsx';
import { MatchTable } from './match-table.tsx';
import { Needs } from './needs.tsx';
import * as poolPlayCss from './pool-play.module.css';
import type { PlayProgram } from './program.ts';
import { RowTabs } from './row-tabs.tsx';
import type { RowsFile } from './rows-file.ts';
import { chooseSystem, mayHaveRows, type Slip, toggle, toggleSingle } from './slip.ts';
import { SlipToast, Tools } from './tools.tsx';
import type { SlipDesk } from './use-pool-slip.ts';
import type { Way } from './ways.tsx';
import { worthSaving } from './worth-saving.ts';

const SystemPicker = lazy(() =>
  import('./system-picker.tsx').then(({ SystemPicker }) => ({ default: SystemPicker })),
);
const RowsUpload = lazy(() =>
  import('./rows-upload.tsx').then(({ RowsUpload }) => ({ default: RowsUpload })),
);

type Props = {
  desk: SlipDesk;
  program: PlayProgram;
  way: Way;
  file: RowsFile | null;
  onFile: (file: RowsFile | null) => void;
  onMark: () => void;
};

export function Board({ desk, program, way, file, onFile, onMark }: Props) {
  const { t } = useText();
  const { matches } = program;
  const waiting = <p>{t('loading.page')}</p>;
  return (
    <form className={poolPlayCss.form} method="dialog" onSubmit={(event) => event.preventDefault()}>
      {way === 'merki' && <Marks desk={desk} program={program} />}
      {way === 'kerfi' && (
        <Suspense fallback={waiting}>
          <SystemPicker desk={desk} program={program} onMark={onMark} />
        </Suspense>
      )}
      {way === 'skra' && (
        <Suspense fallback={waiting}>
          <RowsUpload file={file} matches={matches} onFile={onFile} />
        </Suspense>
      )}
      <ClubField chosen={desk.slip.club} onChoose={(club) => desk.update((old) => ({ ...old, club }))} />
      <SlipToast desk={desk} />
    </form>
  );
}

function Marks({ desk, program }: { desk: SlipDesk; program: PlayProgram }) {
  const { t } = useText();
  const { update } = desk;
  const { gameId, matches } = program;
  const onToggle = useCallback(
    (match: number, outcome: number) =>
      update((old) =>
        gameId !== 'xg' && old.rows.length > 1
          ? toggleSingle(old, match, outcome)
          : toggle(old, match, outcome),
      ),
    [update, gameId],
  );
  const isGoals = gameId === 'xg';
  const Table = isGoals ? GoalTable : MatchTable;
  return (
    <>
      {(isGoals || mayHaveRows(desk.slip)) && <RowTabs desk={desk} />}
      {!isGoals && desk.slip.rows.length > 1 && <p className="meta">{t('pools.singleRows')}</p>}
      {isGoals && (
        <div>
          <h2 className={poolPlayCss.question}>{t('xg.heading')}</h2>
          <p className="soft">{t('pools.goalsAbout')}</p>
        </div>
      )}
      <ChosenSystem desk={desk} />
      <Tools desk={desk} program={program} />
      <Table desk={desk} matches={matches} onToggle={onToggle} />
      <p className="meta">{t('pools.quickPickHow')}</p>
      <ShareCoupon slip={desk.slip} program={program} />
      <BaseSigns desk={desk} matches={matches} />
    </>
  );
}

/** The coupon's address, with the marks once they could be bought. */
function ShareCoupon({ slip, program }: { slip: Slip; program: PlayProgram }) {
  const { t, locale } = useText();
  const { gameId, programId, week } = program;
  const own = worthSaving(slip, program);
  const paths = pathsFor(locale);
  const played = own && formatPlayAddress(gameId, { ...own, programId });
  return (
    <ShareButton
      kind="plain"
      label={t('pools.share.label')}
      text={t('pools.share.text', { week, gameIn: t(`games.${gameId}.nameIn`) })}
      path={played === null ? paths.playPools(gameId) : paths.playMarks(gameId, played)}
    />
  );
}

/** The system that the marks are for, what it lacks, and the way out of it. */
function ChosenSystem({ desk: { slip, update } }: { desk: SlipDesk }) {
  const { t } = useText();
  const system = systemOf(slip.system);
  if (!system) return null;
  return (
    <div className={poolPlayCss.system}>
      <p>
        {t('toto.system')} <b>{system.name}</b>
      </p>
      <Button kind="plain" onClick={() => update((old) => chooseSystem(old, ''))}>
        {t('toto.systemNone')}
      </Button>
      <Needs slip={slip} />
    </div>
  );
}
