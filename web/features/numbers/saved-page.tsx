/** My pages: the saved rows of the account, to play, rename or delete with undo. */
import { type FormEvent, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatPlayAddress } from '#rules/numbers/play-address.ts';
import { useCall } from '#web/api/use-call.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { isNumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Done } from '#web/ui/done.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as savedCss from './saved.module.css';
import { SavedRows } from './saved-list.tsx';
import texts from './saved-page.tsx?texts';
import { type SavedSlip, sentAgain, slipOf } from './shelf.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const { saved } = await orErrorPage(context.get(apiContext)('savedRows.list', {}), request);
  return { texts: textsFor({ request, context }, texts), saved };
}

type Kept = SavedSlip & { savedAt: string };
/** What the last change did, and to which rows; a deletion can be undone. */
type Outcome = { said: string; of: Kept; isDeleted?: boolean };

/** One change at a time. */
function useChanges() {
  const { t } = useText();
  const remove = useCall('savedRows.remove');
  const restore = useCall('savedRows.save');
  const rename = useCall('savedRows.rename');
  const [done, setDone] = useState<Outcome | null>(null);
  return {
    done,
    isBusy: remove.isBusy || restore.isBusy || rename.isBusy,
    refused: remove.refused ?? restore.refused ?? rename.refused,
    remove: async (each: Kept): Promise<void> => {
      const isDone = await remove.call({ params: { savedId: each.id } });
      setDone(
        isDone ? { said: t('savedRows.deleted', { name: each.name }), of: each, isDeleted: true } : null,
      );
    },
    restore: async (each: Kept): Promise<void> => {
      if (await restore.call({ body: sentAgain(each) })) setDone({ said: t('savedRows.restored'), of: each });
    },
    rename: async (each: Kept, name: string): Promise<boolean> => {
      const isDone = await rename.call({ params: { savedId: each.id }, body: { name } });
      setDone(isDone ? { said: t('savedRows.renamed'), of: each } : null);
      return isDone;
    },
  };
}

type Changes = ReturnType<typeof useChanges>;

export default function SavedPage() {
  const { saved } = useLoaderData<typeof loader>();
  const { t, error } = useText();
  const changes = useChanges();
  const { done, refused } = changes;
  const slips = saved.map((each) => ({ ...each, slip: slipOf(each) }));
  const lines = slips.map((each) => (
    <li key={each.id} data-game={each.gameId}>
      <SavedRows gameId={null} saved={each} />
      <Ways each={each} changes={changes} />
    </li>
  ));
  if (done !== null) {
    // What was done is said where its rows are or were.
    const place = slips.filter(({ savedAt }) => savedAt < done.of.savedAt).length;
    lines.splice(place, 0, <Told key="done" done={done} changes={changes} />);
  }
  return (
    <AccountFrame title={t('savedRows.title')}>
      <p className="lead measure">{t('savedRows.about')}</p>
      {refused !== null && (
        <Notice kind="danger" role="alert">
          {error(refused, 'savedRows')}
        </Notice>
      )}
      {slips.length === 0 && <p>{t('savedRows.none')}</p>}
      <ul className={savedCss.list}>{lines}</ul>
    </AccountFrame>
  );
}

function Told({ done: { said, of, isDeleted }, changes }: { done: Outcome; changes: Changes }) {
  const { t } = useText();
  return (
    <li>
      <div className={savedCss.told}>
        <Done key={`${of.id} ${said}`}>{said}</Done>
        {isDeleted && (
          <Button busy={changes.isBusy} onClick={() => void changes.restore(of)}>
            {t('common.undo')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Ways({ each, changes }: { each: Kept; changes: Changes }) {
  const { t, locale } = useText();
  const [isNaming, setNaming] = useState(false);
  const { gameId, slip, name } = each;
  const joker = slip.joker?.map((digit) => digit ?? 0) ?? null;
  const played = formatPlayAddress({ rows: slip.rows, joker, system: slip.system });
  if (isNaming) return <NewName each={each} changes={changes} onEnd={() => setNaming(false)} />;
  const ofName = <span className="visually-hidden"> – {name}</span>;
  return (
    <p className="actions">
      {isNumberGame(gameId) && (
        <Link className={buttonClass({})} to={pathsFor(locale).playNumbers(gameId, played)}>
          {t('savedRows.use')}
          {ofName}
        </Link>
      )}
      <Button kind="plain" off={changes.isBusy} onClick={() => setNaming(true)}>
        {t('savedRows.rename')}
        {ofName}
      </Button>
      <Button kind="plain" off={changes.isBusy} onClick={() => void changes.remove(each)}>
        {t('savedRows.delete')}
        {ofName}
      </Button>
    </p>
  );
}

type NameProps = { each: Kept; changes: Changes; onEnd: () => void };

function NewName({ each, changes, onEnd }: NameProps) {
  const { t } = useText();
  const [name, setName] = useState(each.name);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() !== '' && (await changes.rename(each, name))) onEnd();
  };
  return (
    <form className="stack" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        id={`name-${each.id}`}
        label={t('savedRows.name')}
        value={name}
        maxLength={40}
        autoComplete="off"
        error={name.trim() === '' ? t('validation.savedName') : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <p className="actions">
        <Button type="submit" busy={changes.isBusy}>
          {t('savedRows.saveName')}
        </Button>
        <Button kind="plain" onClick={onEnd}>
          {t('common.cancel')}
        </Button>
      </p>
    </form>
  );
}
