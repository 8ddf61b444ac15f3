/** My pages: the saved rows of the account, to play, rename or delete with undo. */
import { type FormEvent, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useCall } from '#web/api/use-call.ts';
import { playedOf, slipOf } from '#web/features/numbers/saved-rows.ts';
import { SavedRows } from '#web/features/numbers/saved-shown.tsx';
import { marksPlayedOf } from '#web/features/pools/saved-marks.ts';
import { AllSavedMarks } from '#web/features/pools/saved-shown.tsx';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { isPool, pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { isNumberGame } from '#web/shared/games/number-games.ts';
import * as savedCss from '#web/shared/purchase/saved.module.css';
import type { InAccount } from '#web/shared/purchase/shelf.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Done } from '#web/ui/done.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import texts from './saved-page.tsx?texts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const { saved } = await orErrorPage(context.get(apiContext)('savedRows.list', {}), request);
  return { texts: textsFor({ request, context }, texts), saved };
}

/** What the last change did, and to which rows; a deletion can be undone. */
type Outcome = { said: string; of: InAccount; isDeleted?: boolean };

/** One change at a time. */
function useChanges() {
  const { t } = useText();
  const remove = useCall('savedRows.remove');
  const restoreRows = useCall('savedRows.save');
  const restoreMarks = useCall('savedRows.saveMarks');
  const rename = useCall('savedRows.rename');
  const [done, setDone] = useState<Outcome | null>(null);
  return {
    done,
    isBusy: [remove, restoreRows, restoreMarks, rename].some((each) => each.isBusy),
    refused: remove.refused ?? restoreRows.refused ?? restoreMarks.refused ?? rename.refused,
    remove: async (each: InAccount): Promise<void> => {
      const isDone = await remove.call({ params: { savedId: each.id } });
      setDone(
        isDone ? { said: t('savedRows.deleted', { name: each.name }), of: each, isDeleted: true } : null,
      );
    },
    restore: async (each: InAccount): Promise<void> => {
      const { id: _, ...body } = each;
      const isDone = await ('panels' in body ? restoreMarks.call({ body }) : restoreRows.call({ body }));
      if (isDone) setDone({ said: t('savedRows.restored'), of: each });
    },
    rename: async (each: InAccount, name: string): Promise<boolean> => {
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
  const lines = saved.map((each) => (
    <li key={each.id} data-game={each.gameId}>
      <Shown saved={each} />
      <Ways each={each} changes={changes} />
    </li>
  ));
  if (done !== null) {
    // What was done is said where its rows are or were.
    const place = saved.filter(({ savedAt }) => savedAt < done.of.savedAt).length;
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
      {saved.length === 0 && <p>{t('savedRows.none')}</p>}
      <ul className={savedCss.list}>{lines}</ul>
    </AccountFrame>
  );
}

function Shown({ saved }: { saved: InAccount }) {
  const { gameId } = saved;
  if (!('panels' in saved)) return <SavedRows pageGame={null} {...saved} slip={slipOf(saved)} />;
  return isPool(gameId) && <AllSavedMarks saved={saved} gameId={gameId} />;
}

/** The play page with the saved rows; null for a game that is not played any more. */
function playAt(saved: InAccount, locale: 'is' | 'en'): string | null {
  const { gameId } = saved;
  const paths = pathsFor(locale);
  if ('panels' in saved) {
    const played = isPool(gameId) ? marksPlayedOf(gameId, saved) : null;
    return isPool(gameId) && played !== null ? paths.playMarks(gameId, played) : null;
  }
  return isNumberGame(gameId) ? paths.playNumbers(gameId, playedOf(saved)) : null;
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

function Ways({ each, changes }: { each: InAccount; changes: Changes }) {
  const { t, locale } = useText();
  const [isNaming, setNaming] = useState(false);
  const { name } = each;
  const to = playAt(each, locale);
  if (isNaming) return <NewName each={each} changes={changes} onEnd={() => setNaming(false)} />;
  const ofName = <span className="visually-hidden"> – {name}</span>;
  return (
    <p className="actions">
      {to !== null && (
        <Link className={buttonClass({})} to={to}>
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

type NameProps = { each: InAccount; changes: Changes; onEnd: () => void };

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
