/** The dialog of saved slips: puts them on the slip, saves the slip, and deletes with undo. */
import { type FormEvent, type ReactNode, useState } from 'react';
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
import * as savedCss from './saved.module.css';
import {
  type Keeping,
  readDevice,
  type SavedSlip,
  type Shelf,
  StorageRefused,
  useAccountShelf,
  useDeviceShelf,
} from './shelf.ts';

type Props<Slip> = {
  /** It stays the same object while the page does. */
  keeping: Keeping<Slip>;
  /** What of the slip is worth saving; null while nothing is. */
  own: Slip | null;
  isSame: (a: Slip, b: Slip) => boolean;
  show: (saved: SavedSlip<Slip>) => ReactNode;
  onUse: (slip: Slip) => void;
  /** Offered where nothing could be saved: the slip as text. */
  copy: ReactNode;
  onClose: () => void;
};

export function SavedDialog<Slip extends object>(props: Props<Slip>) {
  const isSignedIn = useShell().state !== 'out';
  return isSignedIn ? <OfAccount {...props} /> : <OfDevice {...props} />;
}

function OfAccount<Slip extends object>(props: Props<Slip>) {
  const { t } = useText();
  const { keeping } = props;
  const shelf = useAccountShelf(keeping);
  const [onDevice, setOnDevice] = useState(() => readDevice(keeping, t('savedRows.unnamed')));
  const move = (act: Act): Promise<void> =>
    act(async () => {
      try {
        await shelf.take(onDevice);
      } finally {
        setOnDevice(readDevice(keeping, t('savedRows.unnamed')));
      }
    }, t('savedRows.moved'));
  return <Shown {...props} shelf={shelf} where="account" onDevice={onDevice.length} move={move} />;
}

function OfDevice<Slip extends object>(props: Props<Slip>) {
  const { t } = useText();
  const shelf = useDeviceShelf(props.keeping, t('savedRows.unnamed'));
  return <Shown {...props} shelf={shelf} where="device" onDevice={0} move={async () => {}} />;
}

type Act = (act: () => Promise<void>, done: string, undo?: () => Promise<void>) => Promise<void>;
type ShownProps<Slip> = Props<Slip> & {
  shelf: Shelf<Slip>;
  where: 'account' | 'device';
  /** Number of saved slips that are on this device and not in the account. */
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

function Shown<Slip extends object>(props: ShownProps<Slip>) {
  const { t, error } = useText();
  const { keeping, show, onUse, onClose, copy, shelf, where, onDevice, move } = props;
  const { saved, remove, restore } = shelf;
  const { result, refused, isBusy, act } = useActs();
  const use = ({ slip }: SavedSlip<Slip>): void => {
    onClose();
    onUse(slip);
  };
  const drop = (each: SavedSlip<Slip>): Promise<void> =>
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
      game={keeping.gameId}
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
        <List show={show} saved={saved ?? []} isBusy={isBusy} use={use} drop={drop} />
        {result !== null && <Outcome key={result.turn} result={result} act={act} />}
        {refused !== null && <NotSaved refused={refused} copy={copy} />}
        {onDevice > 0 && (
          <Button block busy={isBusy} onClick={() => void move(act)}>
            {t('savedRows.move', { count: onDevice })}
          </Button>
        )}
        <SaveForm {...props} isBusy={isBusy} act={act} />
      </div>
    </Dialog>,
    document.body,
  );
}

type ListProps<Slip> = Pick<Props<Slip>, 'show'> & {
  saved: readonly SavedSlip<Slip>[];
  isBusy: boolean;
  use: (each: SavedSlip<Slip>) => void;
  drop: (each: SavedSlip<Slip>) => Promise<void>;
};

function List<Slip>({ show, saved, isBusy, use, drop }: ListProps<Slip>) {
  const { t } = useText();
  return (
    <ul className={savedCss.inDialog}>
      {saved.map((each) => (
        <li key={each.id}>
          {show(each)}
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

type NotSavedProps = Pick<Props<object>, 'copy'> & { refused: Refused | 'storage' };

/** Says why, and offers to copy the numbers instead; where the device stores nothing, also to sign in. */
function NotSaved({ refused, copy }: NotSavedProps) {
  const { t, error } = useText();
  const { pathname, search } = useLocation();
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

type SaveProps<Slip> = ShownProps<Slip> & { isBusy: boolean; act: Act };

function SaveForm<Slip>({ own, isSame, shelf, isBusy, act }: SaveProps<Slip>) {
  const { t } = useText();
  const [name, setName] = useState('');
  if (own === null || shelf.saved?.some(({ slip }) => isSame(slip, own))) return null;
  const shown = t('savedRows.unnamed');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const rows = { name: name.trim() === '' ? shown : name.trim(), slip: own };
    void act(() => shelf.save(rows).then(() => setName('')), t('savedRows.saved', { name: rows.name }));
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
