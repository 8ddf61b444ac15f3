/** Rows from a text file: accepted as a whole, or each fault with its line and its reason. */
import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { signs } from '#rules/pools/games.ts';
import { groupDigits } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as noticeCss from '#web/ui/notice.module.css';
import { Section } from '#web/ui/section.tsx';
import * as predictionsCss from './predictions.module.css';
import type { PlayMatch } from './program.ts';
import {
  type Fault,
  fileMax,
  type Read,
  type RowsFile,
  readRows,
  rowsFileId,
  spreadOf,
} from './rows-file.ts';
import * as rowsUploadCss from './rows-upload.module.css';

type Props = {
  file: RowsFile | null;
  matches: readonly PlayMatch[];
  onFile: (file: RowsFile | null) => void;
};

type Refused = Extract<Read, { rows: null }>;

export function RowsUpload({ file, matches, onFile }: Props) {
  const { t } = useText();
  const [refused, setRefused] = useState<Refused | null>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const take = async (chosen: File): Promise<void> => {
    // What is far too large is not read at all.
    const bytes =
      chosen.size > fileMax ? new Uint8Array(fileMax + 1) : new Uint8Array(await chosen.arrayBuffer());
    const read = readRows(bytes);
    setRefused(read.rows === null ? read : null);
    onFile(read.rows === null ? null : { name: chosen.name, rows: read.rows });
    if (read.rows === null) requestAnimationFrame(() => refusal.current?.focus());
  };
  return (
    <div className="stack">
      {refused && <Refusal refused={refused} notice={refusal} />}
      {file ? (
        <Accepted file={file} matches={matches} onTake={take} onRemove={() => onFile(null)} />
      ) : (
        <Section title={t('toto.upload')}>
          <div className={rowsUploadCss.drop}>
            <p>{t('toto.uploadHint')}</p>
            <p className="soft">{t('pools.fileLimits')}</p>
            <FileButton kind="primary" onTake={take}>
              {t('pools.chooseFile')}
            </FileButton>
          </div>
        </Section>
      )}
    </div>
  );
}

type FileButtonProps = {
  kind: 'primary' | 'secondary';
  onTake: (file: File) => Promise<void>;
  children: ReactNode;
};

function FileButton({ kind, onTake, children }: FileButtonProps) {
  return (
    <label className={`${buttonClass({ kind })} ${rowsUploadCss.choose}`}>
      {children}
      <input
        id={rowsFileId}
        className="visually-hidden"
        type="file"
        accept=".txt,.csv,text/plain"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          // The same file may be chosen again once it is mended.
          event.currentTarget.value = '';
          if (chosen) void onTake(chosen);
        }}
      />
    </label>
  );
}

type RefusalProps = { refused: Refused; notice: RefObject<HTMLDivElement | null> };

function Refusal({ refused: { why, faults, lines }, notice }: RefusalProps) {
  const { t } = useText();
  return (
    <>
      <div ref={notice} tabIndex={-1} role="alert" className={`${noticeCss.notice} ${noticeCss.danger}`}>
        <Icon name="danger" />
        <div>
          <p className={noticeCss.title}>{t('toto.uploadFailed')}</p>
          <p>
            {why === 'lines'
              ? t('pools.faults', { count: faults.length, lines })
              : t(`pools.refusedFile.${why}`)}
          </p>
        </div>
      </div>
      {faults.length > 0 && (
        <table className={rowsUploadCss.faults}>
          <caption className="visually-hidden">{t('pools.faultsCaption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('pools.line')}</th>
              <th scope="col">{t('pools.inFile')}</th>
              <th scope="col">{t('pools.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={fault.line}>
                <th scope="row">
                  <span className={rowsUploadCss.word}>{t('pools.line')} </span>
                  {fault.line}
                </th>
                <td>
                  <Culprit {...fault} />
                </td>
                <td>{reasonOf(t, fault)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Of a line that is no row at all, so much is shown. */
const shownMax = 60;

function Culprit({ text, from, to }: Fault) {
  if (text.length > shownMax) return `${text.slice(0, shownMax)}…`;
  return (
    <>
      {text.slice(0, from)}
      <mark>{from === to && from < text.length ? '\u00a0\u00a0' : text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}

function reasonOf(t: ReturnType<typeof useText>['t'], fault: Fault): string {
  if (fault.what === 'count') return t('pools.fault.count', { count: fault.count });
  if (fault.what === 'missing') return t('pools.fault.missing', { place: fault.place });
  if (fault.what === 'tooMany') return t('pools.fault.tooMany');
  return t(`pools.fault.${fault.what}`, { sign: fault.sign, place: fault.place });
}

type AcceptedProps = {
  file: RowsFile;
  matches: readonly PlayMatch[];
  onTake: (file: File) => Promise<void>;
  onRemove: () => void;
};

/** So many rows are shown at first, and so many more on each press. */
const rowsStep = 12;

function Accepted({ file, matches, onTake, onRemove }: AcceptedProps) {
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
            <SpreadLine key={matches[match]?.number} match={matches[match]} counts={counts} count={count} />
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

type SpreadProps = { match: PlayMatch | undefined; counts: readonly number[]; count: number };

function SpreadLine({ match, counts, count }: SpreadProps) {
  const { t } = useText();
  if (!match) return null;
  const highest = Math.max(...counts);
  const starts = counts.map((_, place) => counts.slice(0, place).reduce((sum, each) => sum + each, 0));
  return (
    <li>
      <span className="soft">{match.number}</span>
      <span>{t('toto.versus', { home: match.home, away: match.away })}</span>
      <span className={predictionsCss.percentages}>
        <svg viewBox={`0 0 ${count} 6`} preserveAspectRatio="none" aria-hidden="true">
          {counts.map((each, place) => (
            <rect
              key={signs[place]}
              className={each === highest ? predictionsCss.highest : undefined}
              x={starts[place]}
              width={each}
              height="6"
            />
          ))}
        </svg>
        {counts.map((each, place) => (
          <span key={signs[place]} className={each === highest ? predictionsCss.highest : undefined}>
            {signs[place]} · {groupDigits(each)}
          </span>
        ))}
      </span>
    </li>
  );
}
