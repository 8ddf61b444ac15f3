/** The club that gets a part of this sale: that of the account, another one, or none. */
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { ClubOfAccount } from './club-of-account.tsx';
import * as poolPlayCss from './pool-play.module.css';
import { useClubs } from './use-clubs.ts';

type Props = {
  /** 0 for none; null for the club of the account. */
  chosen: number | null;
  onChoose: (club: number | null) => void;
};

export function ClubField({ chosen, onChoose }: Props) {
  const { t } = useText();
  const { clubs, isLost, load } = useClubs(chosen !== null && chosen > 0);
  const name = clubs?.find(({ number }) => number === chosen)?.name;
  // A slip is kept for days, and its club may have closed since.
  const isClosed = clubs !== null && chosen !== null && chosen > 0 && name === undefined;
  return (
    <section className={poolPlayCss.club}>
      <p>
        <b>{t('toto.club')}</b>{' '}
        {chosen === null ? (
          <ClubOfAccount />
        ) : (
          <span className="soft">{chosen === 0 ? t('pools.noClub') : (name ?? chosen)}</span>
        )}
      </p>
      {clubs === null ? (
        <Button kind="plain" onClick={() => void load()}>
          {t('pools.changeClub')}
        </Button>
      ) : (
        <select
          className={fieldCss.input}
          aria-label={t('toto.clubChoose')}
          aria-invalid={isClosed || undefined}
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
        >
          <option value="">{t('pools.clubOfAccount')}</option>
          <option value="0">{t('pools.noClub')}</option>
          {isClosed && <option value={chosen}>{chosen}</option>}
          {clubs.map(({ number, name: club }) => (
            <option key={number} value={number}>
              {club}
            </option>
          ))}
        </select>
      )}
      <div role="alert">
        {isLost && <p className="meta">{t('pools.clubsLost')}</p>}
        {isClosed && <p className={fieldCss.error}>{t('pools.clubClosed')}</p>}
      </div>
      <p className="meta">{t('toto.clubShare')}</p>
    </section>
  );
}
