/** Typed numbers beside the drawn ones: what that row would have won. Works without script. */
import { Form, Link } from 'react-router';
import type { GameWeek } from '#rules/values/weeks.ts';
import type { Translate } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { tierName } from '#texts/prize-name.ts';
import { pathsFor } from '#web/page/paths.ts';
import { HitDiscs } from '#web/shared/games/hit-discs.tsx';
import * as numberBoxesCss from '#web/shared/games/number-boxes.module.css';
import { NumberBoxes } from '#web/shared/games/number-boxes.tsx';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { NotTicket } from '#web/shared/tickets/not-ticket.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { foldedPart, NarrowFold } from '#web/ui/narrow-fold.tsx';
import { Section } from '#web/ui/section.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import type { Compared } from './compared.server.ts';
import * as resultsCss from './results.module.css';

type Props = {
  gameId: NumberGame;
  shown: GameWeek;
  boxes: Omit<Parameters<typeof NumberBoxes>[0], 'bonusName'>;
  compared: readonly Compared[];
};

export function Compare({ gameId, shown, boxes, compared }: Props) {
  const { t, locale } = useText();
  const aside = <Link to={pathsFor(locale).check()}>{t('check.title')}</Link>;
  const isAsked = compared.length > 0 || boxes.fault !== null;
  return (
    <div id="samanburdur">
      <Section title={t('compare.title')} aside={aside}>
        <NarrowFold label={t('compare.show')}>
          <div className={isAsked ? undefined : foldedPart}>
            <Typed {...{ gameId, shown, boxes, compared }} />
          </div>
        </NarrowFold>
      </Section>
    </div>
  );
}

/** The form of the numbers to compare, and the answer for each draw of the week. */
function Typed({ gameId, shown, boxes, compared }: Props) {
  const { t, locale } = useText();
  const form = useAsked(`${shown.year} ${shown.week} ${boxes.numbers.join()} ${boxes.bonus.join()}`);
  return (
    <div className={numberBoxesCss.check}>
      <Form
        className={numberBoxesCss.rowForm}
        method="get"
        action={`${pathsFor(locale).results(gameId)}#samanburdur`}
        preventScrollReset
        ref={form}
      >
        <input type="hidden" name="week" value={shown.week} />
        <input type="hidden" name="year" value={shown.year} />
        <NumberBoxes {...boxes} bonusName={t(`games.${gameId}.bonusName`)} />
        <button type="submit" className={`${buttonCss.button} ${buttonCss.secondary}`}>
          {t('compare.ask')}
        </button>
      </Form>
      <div role="status" className={resultsCss.compared}>
        {compared.map((each) => (
          <One key={each.drawDate} gameId={gameId} compared={each} />
        ))}
      </div>
    </div>
  );
}

function One({ gameId, compared }: { gameId: NumberGame; compared: Compared }) {
  const { t, format } = useText();
  const { drawDate, row, drawn, tier, oneIn } = compared;
  return (
    <div>
      <p className="meta">{t('compare.drawn', { date: format.onDate(drawDate) })}</p>
      <NotTicket gameId={gameId} answer={answerOf(t, compared)}>
        <HitDiscs gameId={gameId} row={row} drawn={drawn} />
        <p className="soft">
          {tier !== undefined && `${tierName(t, tier)}. `}
          {oneIn !== undefined && `${t('compare.chance', { oneIn: groupDigits(oneIn) })} `}
          {t('compare.notBought')}
        </p>
      </NotTicket>
    </div>
  );
}

function answerOf(t: Translate, { verdict, amount }: Compared): string {
  if (verdict === 'unknown') return t('results.checkUnknown');
  if (verdict === 'none') return t('results.checkNone');
  return amount === undefined ? t('compare.amountUnknown') : t('results.checkWin', { amount: money(amount) });
}
