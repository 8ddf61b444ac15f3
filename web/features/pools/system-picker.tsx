/** The systems of 1X2: what each costs, what it guarantees in words and as a table, and what it lacks. */
import { useId, useState } from 'react';
import { type System, type SystemType, systemOf, systems } from '#rules/pools/systems.ts';
import { groupDigits, money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { Section } from '#web/ui/section.tsx';
import { Needs } from './needs.tsx';
import type { PlayProgram } from './program.ts';
import { chooseSystem } from './slip.ts';
import * as systemPickerCss from './system-picker.module.css';
import type { SlipDesk } from './use-pool-slip.ts';

type Props = { desk: SlipDesk; program: PlayProgram; onMark: () => void };
type Kind = SystemType | 'O';

/** Of a kind, before all are asked for. */
const shownAtFirst = 9;

export function SystemPicker({ desk, program, onMark }: Props) {
  const { t } = useText();
  const { slip, update } = desk;
  const chosen = systemOf(slip.system);
  const [kind, setKind] = useState<Kind>(chosen?.type ?? 'U');
  const choose = (id: string): void => update((old) => chooseSystem(old, id));
  const chooseKind = (next: Kind): void => {
    setKind(next);
    if (next === 'O') choose('');
  };
  return (
    <div className="stack">
      <fieldset className={`${optionsCss.choiceLine} ${systemPickerCss.kinds}`}>
        <legend className="visually-hidden">{t('pools.kindOfSystem')}</legend>
        {(['U', 'S', 'O'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="kind" checked={kind === each} onChange={() => chooseKind(each)} />
            <span>{t(`pools.kinds.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      {kind === 'O' ? (
        <p className="measure">{t('pools.openAbout')}</p>
      ) : (
        <div className={systemPickerCss.columns}>
          <SystemList kind={kind} chosen={slip.system} amountRow={program.amountRow} onChoose={choose} />
          {chosen && chosen.type === kind && <Guarantee system={chosen} amountRow={program.amountRow} />}
        </div>
      )}
      {chosen && (
        <Section title={t('pools.lacking')}>
          <Needs slip={slip} />
          <p>
            <Button onClick={onMark}>{t('pools.markMatches')}</Button>
          </p>
        </Section>
      )}
    </div>
  );
}

type ListProps = { kind: SystemType; chosen: string; amountRow: number; onChoose: (id: string) => void };

function SystemList({ kind, chosen, amountRow, onChoose }: ListProps) {
  const { t } = useText();
  const name = useId();
  const [isWhole, setWhole] = useState(false);
  const all = systems.filter(({ type }) => type === kind).toSorted((a, b) => a.rows - b.rows);
  const shown = isWhole ? all : all.filter(({ id }, place) => place < shownAtFirst || id === chosen);
  return (
    <Section title={t('toto.systemChoose')}>
      <p className="soft">{t('pools.systemCount', { count: all.length })}</p>
      <div className={`${optionsCss.ruledChoices} ${systemPickerCss.list}`}>
        {shown.map((system) => (
          <label key={system.id}>
            <input
              type="radio"
              name={name}
              checked={system.id === chosen}
              onChange={() => onChoose(system.id)}
            />
            <span>
              {system.name}
              <small>
                {[
                  ...(system.full > 0 ? [t('toto.triples', { count: system.full })] : []),
                  ...(system.half > 0 ? [t('toto.doubles', { count: system.half })] : []),
                ].join(', ')}
              </small>
            </span>
            <span>
              {t('units.rows', { count: system.rows })} · {money(system.rows * amountRow)}
            </span>
          </label>
        ))}
      </div>
      {!isWhole && (
        <Button kind="plain" onClick={() => setWhole(true)}>
          {t('pools.allSystems')}
        </Button>
      )}
    </Section>
  );
}

function Guarantee({ system, amountRow }: { system: System; amountRow: number }) {
  const { t } = useText();
  const { name, guarantee, guaranteeByBaseHits: byHits, full, half } = system;
  const open = 3 ** full * 2 ** half;
  return (
    <Section title={t('pools.guarantees', { system: name })}>
      <p>{byHits ? baseSentence(t, byHits) : t('pools.guaranteeS', { right: guarantee })}</p>
      <table className={systemPickerCss.guarantee}>
        {byHits && (
          <thead>
            <tr>
              <th scope="col">{t('pools.baseHits')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('pools.picture')}</span>
              </th>
              <th scope="col">{t('pools.least')}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {byHits
            ? byHits
                .map((right, hits) => ({ right, hits }))
                .toReversed()
                .map(({ right, hits }) => (
                  <GuaranteeLine
                    key={hits}
                    name={t('pools.hasOf', { has: hits, needs: byHits.length - 1 })}
                    right={right}
                  />
                ))
            : [0, 1, 2].map((misses) => (
                <GuaranteeLine
                  key={misses}
                  name={t('pools.singlesWrong', { count: misses })}
                  right={guarantee - misses}
                />
              ))}
        </tbody>
      </table>
      <p className="soft">
        {t('pools.singleMisses')}{' '}
        {t('pools.openPrice', { rows: groupDigits(open), price: money(open * amountRow) })}
      </p>
    </Section>
  );
}

/** The highest count of the table, and with how many base signs a row is sure to have it. */
function baseSentence(t: ReturnType<typeof useText>['t'], byHits: readonly number[]): string {
  const right = Math.max(...byHits);
  const [from, to] = [byHits.indexOf(right), byHits.lastIndexOf(right)];
  // Shells leave out the base row itself, and promise less when every base sign comes in.
  if (to < byHits.length - 1) return t('pools.guaranteeShell', { from, to, right });
  return t('pools.guaranteeU', { base: from, right });
}

/** Thirteen threads, so many of them lit. */
function GuaranteeLine({ name, right }: { name: string; right: number }) {
  const { t } = useText();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <svg className={systemPickerCss.threads} viewBox="0 0 130 16" aria-hidden="true">
          {Array.from({ length: 13 }, (_, place) => (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: threads have no other identity
              key={place}
              className={place < right ? systemPickerCss.lit : undefined}
              d={place < right ? `M${place * 10 + 2} 0v16` : `M${place * 10 + 2} 9v7`}
            />
          ))}
        </svg>
      </td>
      <td>{t('pools.right', { count: right })}</td>
    </tr>
  );
}
