/** A new team: club, name and number. The first free number of the club stands there already. */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { parseTeamName, teamNumberMax } from '#rules/values/team-name.ts';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useForm } from '#web/forms/use-form.ts';
import * as accountFrameCss from '#web/shared/account/account-frame.module.css';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { Field, FieldError } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { Notice } from '#web/ui/notice.tsx';

export type OwnTeam = ApiAnswer<'club.ownTeams'>['teams'][number];

const teamsMax = 10;
const fields = ['clubId', 'name', 'teamGroupNumber'] as const;
type Values = Record<(typeof fields)[number], string>;

type Club = { id: string; number: number; name: string };
type Props = { teams: readonly OwnTeam[]; clubs: readonly Club[]; supportId: number | null };

export function NewTeam(props: Props) {
  const { t } = useText();
  const [made, setMade] = useState<{ name: string; isLate: boolean } | null>(null);
  return (
    <section className="stack">
      <h2>{t('myPages.teams.make')}</h2>
      <div role="status">
        {made && (
          <Notice kind="success">
            {t(made.isLate ? 'myPages.teams.found' : 'myPages.teams.created', { name: made.name })}
          </Notice>
        )}
      </div>
      {props.teams.length >= teamsMax ? (
        <p>{t('myPages.teams.full')}</p>
      ) : (
        <>
          <p className="soft measure">{t('myPages.teams.makeHint')}</p>
          <TeamForm
            {...props}
            key={props.teams.length}
            onMade={(name, isLate) => setMade({ name, isLate })}
          />
        </>
      )}
    </section>
  );
}

function check({ clubId, name, teamGroupNumber }: Values) {
  const number = Number(teamGroupNumber);
  const isNumber = /^\d{1,3}$/.test(teamGroupNumber) && number >= 1 && number <= teamNumberMax;
  return {
    clubId: clubId === '' ? 'clubRequired' : null,
    name: parseTeamName(name) === null ? 'teamName' : null,
    teamGroupNumber: isNumber ? null : 'teamNumber',
  };
}

/** Where the text of a refusal stands. */
const fieldOf: Readonly<Record<string, keyof Values>> = {
  EC_DUPLICATE_FIELD: 'name',
  EC_INVALID_FIELD: 'name',
  EC_NO_DATA_FOUND: 'clubId',
  EC_DUPLICATE_VALUE: 'teamGroupNumber',
  EC_VALUE_TOO_LOW: 'teamGroupNumber',
  EC_VALUE_TOO_HIGH: 'teamGroupNumber',
};

type FormProps = Props & { onMade: (name: string, isLate: boolean) => void };

function TeamForm({ teams, clubs, supportId, onMade }: FormProps) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [clubId, setClubId] = useState(() => clubs.find(({ number }) => number === supportId)?.id ?? '');
  const { submit, isBusy, refusal, summary, field } = useForm({
    prefix: 'team',
    fields,
    check,
    call: 'team',
    fieldOf,
    send: async (values) => {
      const made = await makeTeam(values);
      onMade(made.name, made.isLate);
      await revalidate();
    },
  });
  return (
    <form
      className={`stack ${accountFrameCss.measureForm}`}
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormProblems summary={summary} refusal={refusal} />
      <ClubField {...field('clubId')} clubs={clubs} clubId={clubId} onChoose={setClubId} />
      <Field
        {...field('name')}
        label={t('myPages.teams.name')}
        hint={t('myPages.teams.nameHint')}
        autoComplete="off"
      />
      <NumberField {...field('teamGroupNumber')} clubId={clubId} teams={teams} />
      <p>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t(isBusy ? 'loading.saving' : 'myPages.teams.make')}
        </Button>
      </p>
    </form>
  );
}

type ClubProps = {
  name: string;
  id: string;
  error: string | undefined;
  clubs: readonly Club[];
  clubId: string;
  onChoose: (clubId: string) => void;
};

function ClubField({ name, id, error, clubs, clubId, onChoose }: ClubProps) {
  const { t } = useText();
  return (
    <div className={fieldCss.field}>
      <label htmlFor={id}>{t('myPages.teams.club')}</label>
      <select
        className={fieldCss.input}
        id={id}
        name={name}
        value={clubId}
        onChange={(event) => onChoose(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <option value="">{t('myPages.teams.chooseClub')}</option>
        {clubs.map((club) => (
          <option key={club.id} value={club.id}>
            {club.name}
          </option>
        ))}
      </select>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** After a lost answer the list says whether the team was made. */
async function makeTeam({
  clubId,
  name,
  teamGroupNumber,
}: Values): Promise<{ name: string; isLate: boolean }> {
  const wanted = { clubId, name, teamGroupNumber: Number(teamGroupNumber) };
  try {
    return { name: (await browserApi('club.createTeam', { body: wanted })).name, isLate: false };
  } catch (error) {
    if (!isApiError(error) || error.code !== 'EC_NETWORK_ERROR') throw error;
    const { teams } = await browserApi('club.ownTeams', {});
    const found = teams.find((team) => team.clubId === clubId && team.name === parseTeamName(name));
    if (!found) throw error;
    return { name: found.name, isLate: true };
  }
}

/** Numbers of the club that are free; null until they are known, or where they cannot be read. */
function useFreeNumbers(clubId: string): readonly number[] | null {
  const [known, setKnown] = useState<{ clubId: string; numbers: readonly number[] } | null>(null);
  useEffect(() => {
    if (clubId === '') return;
    let isCurrent = true;
    browserApi('club.availableNumbers', { params: { clubId } }).then(
      ({ numbers }) => isCurrent && setKnown({ clubId, numbers }),
      (error) => {
        if (!isApiError(error)) throw error;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [clubId]);
  return known?.clubId === clubId ? known.numbers : null;
}

type NumberProps = {
  name: string;
  id: string;
  error: string | undefined;
  clubId: string;
  teams: readonly OwnTeam[];
};

/** Says while it is typed that a number is taken, and which one is free. */
function NumberField({ clubId, teams, error, ...field }: NumberProps) {
  const { t } = useText();
  const known = useFreeNumbers(clubId);
  // The list can be a few seconds old and may still hold numbers of the player's own new teams.
  const own = teams.flatMap((team) => (team.clubId === clubId ? [team.teamGroupNumber] : []));
  const free = known?.filter((number) => !own.includes(number)) ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? String(free?.[0] ?? '');
  const number = Number(value);
  const isTaken =
    free !== null &&
    /^\d{1,3}$/.test(value) &&
    number >= 1 &&
    number <= teamNumberMax &&
    !free.includes(number);
  const next = free?.find((each) => each > number) ?? free?.[0];
  const taken =
    isTaken && next !== undefined
      ? t('myPages.teams.taken', { number: value, next: String(next) })
      : undefined;
  const full = free?.length === 0 ? t('myPages.teams.noNumbers') : undefined;
  return (
    <Field
      {...field}
      label={t('myPages.teams.numberField')}
      hint={t('myPages.teams.numberHint')}
      error={taken ?? full ?? error}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => setTyped(event.target.value.trim())}
    />
  );
}
