/**
 * Tickets kept on this device and the newest results, on pages that are shown without network or without the
 * database. Their one script is a file of its own, which the service worker keeps.
 */
import { numberGames } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import * as offlineCheckCss from './offline-check.module.css';

const months = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

export function OfflineCheck() {
  const { t } = useText();
  const texts = {
    win: t('kept.tier'),
    none: t('check.verdict.none'),
    unknown: t('check.verdict.unknown'),
    sample: t('results.potIsSample'),
    date: t('calendar.dateYear', { day: '{day}', month: '{month}', year: '{year}' }),
    months: months.map((month) => t(`calendar.months.${month}`)),
    bonus: {
      vikinglotto: t('games.vikinglotto.bonusName'),
      eurojackpot: t('games.eurojackpot.bonusNamePlural'),
    },
    system: t('whatIf.system', { size: '{size}' }),
    joker: t('joker.title'),
    ...Object.fromEntries(numberGames.map((gameId) => [gameId, t(`games.${gameId}.name`)])),
  };
  return (
    <div className="wrap" data-offline-check={JSON.stringify(texts)}>
      <section className={`${sectionCss.section} kept-tickets`} aria-labelledby="kept-tickets" hidden>
        <div className={sectionCss.head}>
          <h2 id="kept-tickets">{t('kept.title')}</h2>
        </div>
        <ul className={`${offlineCheckCss.keptList} figures`} />
        <p className="meta">{t('kept.signed')}</p>
      </section>
      <section className={`${sectionCss.section} kept-results`} aria-labelledby="kept-results" hidden>
        <div className={sectionCss.head}>
          <h2 id="kept-results">{t('results.latest')}</h2>
        </div>
        <ul className={`${offlineCheckCss.keptList} figures`} />
      </section>
      <script data-alone="" src="/an-nets.js" type="module" />
    </div>
  );
}
