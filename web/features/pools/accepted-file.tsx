/** A file whose rows were accepted: how its signs spread over the matches, and the first of its rows. */
import { useId, useMemo, useState } from 'react';
import { signs } from '#rules/pools/games.ts';
import { groupDigits } from '#texts/number.ts';
import { ShareBar } from '#web/shared/games/share-bar.tsx';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { FileButton } from './file-button.tsx';
import * as predictionsCss from './predictions.module.css';
import type { PlayMatch } from './program.ts';
import { type RowsFile, spreadOf } from './rows-file.ts';
import * as rowsUploadCss from './rows-upload.module.css';

type Props = {
  file: RowsFile;
  matches: readonly PlayMatch[];
  onTake: (file: File) => Promise<void>;
  onRemove: () => void;
};

/** So many rows are shown at first, and so many more on each press. */
const rowsStep = 12;

export function AcceptedFile({ file, matches, onTake, onRemove }: Props) {
  const { t } = useText();
  const id = useId();
  const [shown, setShown] = useState(rowsStep);
  const rows = useMemo(() => file.rows.split('|'), [file.rows]);
  const count = rows.length;
  return (
    <>
      <Section title={t('pools.file')}>
        <div className={rowsUploadCss.file} role="status" aria-labelledby={id}>
          <Icon name="doc" />
          <p id={id}>
            <b>{file.name}</b>
            <span className="soft">{t('toto.uploadCount', { count })}</span>
          </p>
          <FileButton kind="secondary" onTake={onTake}>
            {t('pools.otherFile')}
          </FileButton>
          <Button kind="plain" onClick={onRemove}>
            {t('pools.removeFile')}
          </Button>
        </div>
      </Section>
      <Section title={t('pools.spread')}>
        <p className="soft">{t('pools.spreadAbout')}</p>
        <ol className={rowsUploadCss.spread}>
          {spreadOf(file.rows).map((counts, match) => (
            <SpreadLine key={matches[match]?.number} match={matches[match]} counts={counts} />
          ))}
        </ol>
      </Section>
      <Section title={t('pools.fileRows')}>
        <p className="soft">
          {t('pools.hasOf', { has: groupDigits(Math.min(shown, count)), needs: groupDigits(count) })}
        </p>
        <ol className={rowsUploadCss.rows}>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the line is the identity of a row
            <li key={index}>
              <span>{index + 1}</span>
              <b>{[...row].join(' ')}</b>
            </li>
          ))}
        </ol>
        {shown < Math.min(count, 20 * rowsStep) && (
          <Button kind="plain" onClick={() => setShown(shown + 4 * rowsStep)}>
            {t('pools.moreRows')}
          </Button>
        )}
      </Section>
    </>
  );
}

type SpreadProps = { match: PlayMatch | undefined; counts: readonly number[] };

function SpreadLine({ match, counts }: SpreadProps) {
  const { t } = useText();
  if (!match) return null;
  const highest = Math.max(...counts);
  return (
    <li>
      <span className="soft">{match.number}</span>
      <span>{t('toto.versus', { home: match.home, away: match.away })}</span>
      <span className={predictionsCss.percentages}>
        <ShareBar values={counts} marked={counts.indexOf(highest)} />
        {counts.map((each, place) => (
          <span key={signs[place]} className={each === highest ? predictionsCss.highest : undefined}>
            {signs[place]} · {groupDigits(each)}
          </span>
        ))}
      </span>
    </li>
  );
}
