/** A way by stations, one below another: those behind, the one that it has reached, and those ahead. */
import { useText } from '#web/text/text.tsx';
import * as stationsCss from './stations.module.css';

type Station = { name: string; at?: string | null | undefined; how: string };

/** @param now index of the station that it has reached; without it the way is only explained */
export function Stations({ stations, now }: { stations: readonly Station[]; now?: number }) {
  const { t } = useText();
  const lamp = now ?? stations.length - 1;
  return (
    <ol className={stationsCss.stations}>
      {stations.map(({ name, at, how }, place) => (
        <li
          key={name}
          className={place < lamp ? stationsCss.past : place === lamp ? stationsCss.now : undefined}
          aria-current={place === now ? 'step' : undefined}
        >
          <b>
            {now !== undefined && place < now && (
              <span className="visually-hidden">{t('myPages.tickets.large.done')}: </span>
            )}
            {name}
          </b>
          {at && <span className={stationsCss.at}>{at}</span>}
          <span className={stationsCss.how}>{how}</span>
        </li>
      ))}
    </ol>
  );
}
