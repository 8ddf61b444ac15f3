/** Rows from a text file: accepted as a whole, or each fault with its line and its reason. */
import { type RefObject, useRef, useState } from 'react';
import { fileBytesMax, type UploadFault } from '#rules/pools/upload.ts';
import { endOf } from '#texts/ends.ts';
import type { Translate } from '#texts/format.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as noticeCss from '#web/ui/notice.module.css';
import { Section } from '#web/ui/section.tsx';
import { AcceptedFile } from './accepted-file.tsx';
import { FileButton } from './file-button.tsx';
import type { PlayMatch } from './program.ts';
import { type RowsFile, readRows } from './rows-file.ts';
import * as rowsUploadCss from './rows-upload.module.css';

type Props = {
  file: RowsFile | null;
  matches: readonly PlayMatch[];
  onFile: (file: RowsFile | null) => void;
};

export function RowsUpload({ file, matches, onFile }: Props) {
  const { t } = useText();
  const [faults, setFaults] = useState<readonly UploadFault[]>([]);
  const refusal = useRef<HTMLDivElement>(null);
  const take = async (chosen: File): Promise<void> => {
    // What is far too large is not read at all.
    const tooLarge = chosen.size > fileBytesMax;
    const bytes = tooLarge ? new Uint8Array(fileBytesMax + 1) : new Uint8Array(await chosen.arrayBuffer());
    const { rows, faults: found } = readRows(bytes);
    setFaults(found ?? []);
    onFile(rows && { name: chosen.name, rows: rows.join('|') });
    if (rows === null) requestAnimationFrame(() => refusal.current?.focus());
  };
  return (
    <div className="stack">
      {faults.length > 0 && <Refusal faults={faults} notice={refusal} />}
      {file ? (
        <AcceptedFile file={file} matches={matches} onTake={take} onRemove={() => onFile(null)} />
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

type RefusalProps = { faults: readonly UploadFault[]; notice: RefObject<HTMLDivElement | null> };

function Refusal({ faults, notice }: RefusalProps) {
  const { t } = useText();
  const end = endOf(t, 'ends.purchase.fileRefused');
  const lines = faults.filter(({ line }) => line !== null);
  const [whole] = faults.filter(({ line, reason }) => line === null || reason === 'rows');
  return (
    <>
      <div ref={notice} tabIndex={-1} role="alert" className={`${noticeCss.notice} ${noticeCss.danger}`}>
        <Icon name="danger" />
        <div>
          <p className={noticeCss.title}>{end.happened}</p>
          {whole && <p>{reasonOf(t, whole)}</p>}
          <p>
            {end.money} {end.now}
          </p>
        </div>
      </div>
      {!whole && (
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
            {lines.map((fault) => (
              <tr key={fault.line}>
                <th scope="row">
                  <span className={rowsUploadCss.word}>{t('pools.line')} </span>
                  {fault.line}
                </th>
                <td>
                  {fault.text.slice(0, fault.from)}
                  <mark>{fault.text.slice(fault.from, fault.to).replaceAll(' ', '\u00a0')}</mark>
                  {fault.text.slice(fault.to)}
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

function reasonOf(t: Translate, { reason, text, from, to }: UploadFault): string {
  if (reason !== 'foreign') return t(`pools.fault.${reason}`);
  const sign = text.slice(from, to);
  return t(/^[A-D]$/.test(sign) ? 'pools.fault.several' : 'pools.fault.foreign', { sign });
}
