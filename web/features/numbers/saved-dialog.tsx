/** The dialog of saved rows: puts them on the slip, saves the slip, and deletes with undo. */

import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { isApiError } from '#web/api/api-error.ts';
import { withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import type { Refused } from '#web/text/errors.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Done } from '#web/ui/done.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { BoardDialogProps } from './board-parts.ts';
import { CopySlip, codeOf } from './copy-slip.tsx';
import { focusGrid } from './focus.ts';
import * as savedCss from './saved.module.css';
import { SavedRows } from './saved-list.tsx';
import { isSame, worthSaving } from './saved-rows.ts';
import {
  readDevice,
  type SavedSlip,
  type Shelf,
  StorageRefused,
  useAccountShelf,
  useDeviceShelf,
} from './shelf.ts';
import * as slips from './slip.ts';
import * as slipSourcesCss from './slip-sources.module.css';

export function SavedDialog(props: BoardDialogProps) {
  const isSignedIn = useShell().state !== 'out';
  return isSignedIn ? <OfAccount {...props} /> : <OfDevice {...props} />;
}

function OfAccount(props: BoardDialogProps) {
  const { t } = useText();
  const { gameId } = props.draw;
  const shelf = useAccountShelf(gameId, props.matrix);
  const [onDevice, setOnDevice] = useState(() => readDevice(gameId, props.matrix, t('savedRows.unnamed')));
  const move = (act: Act): Promise<void> =>
    act(async () => {
      try {
        await shelf.take(onDevice);
      } finally {
        setOnDevice(readDevice(gameId, props.matrix, t('savedRows.unnamed')));
      }
    }, t('savedRows.moved'));
  return <Shown {...props} shelf={shelf} where="account" onDevice={onDevice.length} move={move} />;
}

function OfDevice(props: BoardDialogProps) {
  const { t } = useText();
  const shelf = useDeviceShelf(props.draw.gameId, props.matrix, t('savedRows.unnamed'));
  return <Shown {...props} shelf={shelf} where="device" onDevice={0} move={async () => {}} />;
}

type Act = (act: () => Promise<void>, done: string, undo?: () => Promise<void>) => Promise<void>;
type ShownProps = BoardDialogProps & {
  shelf: Shelf;
  where: 'account' | 'device';
  /** Number of saved rows that are on this device and not in the account. */
  onDevice: number;
  move: (act: Act) => Promise<void>;
};

/** The result of the last action; `turn` differs for each, so that it is announced again. */
type ActionResult = { turn: number; done: string; undo?: (() => Promise<void>) | undefined };

function useActs() {
  const [result, setResult] = useState<ActionResult | null>(null);
  const [refused, setRefused] = useState<Refused | 'storage' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const act: Act = async (run, done, undo) => {
    if (isBusy) return;
    setBusy(true);
    setRefused(null);
    try {
      await run();
      setResult((last) => ({ turn: (last?.turn ?? 0) + 1, done, undo }));
    } catch (thrown) {
      setResult(null);
      setRefused(thrown instanceof StorageRefused ? 'storage' : isApiError(thrown) ? thrown : 'UNKNOWN');
    } finally {
      setBusy(false);
    }
  };
  return { result, refused, isBusy, act };
}

function Shown({ desk, draw, matrix, onClose, shelf, where, onDevice, move }: ShownProps) {
  const { t, error } = useText();
  const { gameId } = draw;
  const { saved, save, remove, restore } = shelf;
  const { result, refused, isBusy, act } = useActs();
  const use = ({ slip: { rows, joker, system } }: SavedSlip): void => {
    onClose();
    desk.update((old) => ({ ...old, rows, active: 0, joker, system }), { what: 'slipReplaced' });
    focusGrid();
  };
  const drop = (each: SavedSlip): Promise<void> =>
    act(
      () => remove(each.id),
      t('savedRows.deleted', { name: each.name }),
      () => restore(each),
    );
  // Beside the form of the slip.
  return createPortal(
    <Dialog
      open
      title={t('savedRows.title')}
      closeLabel={t('a11y.closeDialog')}
      onClose={onClose}
      game={gameId}
    >
      <div className={dialogCss.body}>
        <p className="soft">{t(where === 'account' ? 'savedRows.about' : 'savedRows.aboutDevice')}</p>
        {shelf.failed !== null && (
          <Notice kind="danger" role="alert">
            {error(isApiError(shelf.failed) ? shelf.failed : 'UNKNOWN')}
          </Notice>
        )}
        {saved === null && shelf.failed === null && <p role="status">{t('loading.data')}</p>}
        {saved?.length === 0 && <p>{t('savedRows.none')}</p>}
        <List gameId={gameId} saved={saved ?? []} isBusy={isBusy} use={use} drop={drop} />
        {result !== null && <Outcome key={result.turn} result={result} act={act} />}
        {refused !== null && <NotSaved refused={refused} code={codeOf({ desk, draw, matrix })} />}
        {onDevice > 0 && (
          <Button block busy={isBusy} onClick={() => void move(act)}>
            {t('savedRows.move', { count: onDevice })}
          </Button>
        )}
        <SaveForm desk={desk} matrix={matrix} saved={saved ?? []} isBusy={isBusy} act={act} save={save} />
      </div>
    </Dialog>,
    document.body,
  );
}

type ListProps = {
  gameId: string;
  saved: readonly SavedSlip[];
  isBusy: boolean;
  use: (each: SavedSlip) => void;
  drop: (each: SavedSlip) => Promise<void>;
};

function List({ gameId, saved, isBusy, use, drop }: ListProps) {
  const { t } = useText();
  return (
    <ul className={slipSourcesCss.savedRows}>
      {saved.map((each) => (
        <li key={each.id}>
          <SavedRows gameId={gameId} saved={each} />
          <div className="actions">
            <Button off={isBusy} onClick={() => use(each)}>
              {t('savedRows.use')}
              <span className="visually-hidden"> – {each.name}</span>
            </Button>
            <Button kind="plain" off={isBusy} onClick={() => void drop(each)}>
              {t('savedRows.delete')}
              <span className="visually-hidden"> – {each.name}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ result: { done, undo }, act }: { result: ActionResult; act: Act }) {
  const { t } = useText();
  return (
    <div className={savedCss.told}>
      <Done>{done}</Done>
      {undo && <Button onClick={() => void act(undo, t('savedRows.restored'))}>{t('common.undo')}</Button>}
    </div>
  );
}

type NotSavedProps = { refused: Refused | 'storage'; code: string | null };

/** Says why, and offers to copy the numbers instead; where the device stores nothing, also to sign in. */
function NotSaved({ refused, code }: NotSavedProps) {
  const { t, error } = useText();
  const { pathname, search } = useLocation();
  const copy = code !== null && <CopySlip code={code} label={t('savedRows.copy')} />;
  if (refused !== 'storage')
    return (
      <>
        <Notice kind="danger" role="alert">
          {error(refused, 'savedRows')}
        </Notice>
        {copy}
      </>
    );
  return (
    <Notice
      kind="warn"
      role="alert"
      title={t('savedRows.notKept')}
      secondary={
        <div className="actions">
          <Link className={buttonClass({})} to={withSignIn(pathname, search)}>
            {t('nav.logIn')}
          </Link>
          {copy}
        </div>
      }
    >
      {t('savedRows.notKeptNow')}
    </Notice>
  );
}

type SaveProps = Pick<BoardDialogProps, 'desk' | 'matrix'> & {
  saved: readonly SavedSlip[];
  isBusy: boolean;
  act: Act;
  save: Shelf['save'];
};

function SaveForm({ desk, matrix, saved, isBusy, act, save }: SaveProps) {
  const { t } = useText();
  const complete = slips.completeRows(desk.slip, matrix);
  const own = worthSaving(desk.slip, complete);
  const [name, setName] = useState('');
  if (complete.length === 0 || saved.some(({ slip }) => isSame(slip, own))) return null;
  const shown = t('savedRows.unnamed');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const rows = { name: name.trim() === '' ? shown : name.trim(), slip: own };
    void act(() => save(rows).then(() => setName('')), t('savedRows.saved', { name: rows.name }));
  };
  return (
    <form className="stack" method="dialog" noValidate onSubmit={submit}>
      <Field
        id="saved-name"
        label={t('savedRows.name')}
        value={name}
        placeholder={shown}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Button kind="primary" type="submit" block busy={isBusy}>
        {t('savedRows.save')}
      </Button>
    </form>
  );
}
