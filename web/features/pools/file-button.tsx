import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { rowsFileId } from './rows-file.ts';
import * as rowsUploadCss from './rows-upload.module.css';

type FileButtonProps = {
  kind: 'primary' | 'secondary';
  onTake: (file: File) => Promise<void>;
  children: ReactNode;
};

/** Chooses a file; the field itself takes the focus. */
export function FileButton({ kind, onTake, children }: FileButtonProps) {
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
