/** The club that gets a part of this sale: that of the account, another one, or none. */
import { useState } from 'react';
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import { laterApi } from '#web/api/later-api.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import * as poolPlayCss from './pool-play.module.css';

type Club = ApiAnswer<'club.list'>['clubs'][number];
type Props = {
  /** 0 for none; null for the club of the account. */
  chosen: number | null;
  onChoose: (club: number | null) => void;
};

export function ClubField({ chosen, onChoose }: Props) {
  const { t } = useText();
  const [clubs, setClubs] = useState<readonly Club[] | null>(null);
  const [isLost, setLost] = useState(false);
  const open = (): void => {
    setLost(false);
    laterApi('club.list', {}).then(
      (answer) => setClubs(answer.clubs),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
        setLost(true);
      },
    );
  };
  const name = clubs?.find(({ number }) => number === chosen)?.name ?? String(chosen);
  return (
    <section className={poolPlayCss.club}>
      <p>
        <b>{t('toto.club')}</b>{' '}
        <span className="soft">
          {chosen === null ? t('pools.clubOfAccount') : chosen === 0 ? t('pools.noClub') : name}
        </span>
      </p>
      {clubs === null ? (
        <Button kind="plain" onClick={open}>
          {t('pools.changeClub')}
        </Button>
      ) : (
        <select
          className={fieldCss.input}
          aria-label={t('toto.clubChoose')}
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
        >
          <option value="">{t('pools.clubOfAccount')}</option>
          <option value="0">{t('pools.noClub')}</option>
          {clubs.map(({ number, name: club }) => (
            <option key={number} value={number}>
              {club}
            </option>
          ))}
        </select>
      )}
      {isLost && (
        <p className="meta" role="alert">
          {t('pools.clubsLost')}
        </p>
      )}
      <p className="meta">{t('toto.clubShare')}</p>
    </section>
  );
}
