/** Places on our own map of Iceland, and as a list, which says all that the map does. */
import type { Section as Content } from '#contract/content.ts';
import iceland from '#web/assets/iceland.svg?no-inline';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { ContentLink } from './content-link.tsx';
import * as mapCss from './map.module.css';

type MapContent = Extract<Content, { __typename: 'MapSectionRecord' }>;
type Place = MapContent['places'][number];

const box = { width: 490, height: 335 };

/**
 * Where a place lies in the box of the drawing: degrees from its northwest corner, those of longitude shorter
 * by the cosine of 65°. Null outside the drawing.
 */
export function pointOf({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>) {
  const [x, y] = [(longitude + 24.8) * 42.26, (66.65 - latitude) * 100];
  return x >= 0 && x <= box.width && y >= 0 && y <= box.height ? { x, y } : null;
}

export function MapSection({ section: { title, places } }: { section: MapContent }) {
  const { t } = useText();
  return (
    <Section title={title}>
      <div className={mapCss.map}>
        <svg viewBox={`0 0 ${box.width} ${box.height}`} role="img" aria-label={t('content.map', { title })}>
          <use href={`${iceland}#iceland`} />
          {places.map((place) => {
            const point = pointOf(place);
            return point && <circle key={place.id} cx={point.x} cy={point.y} r="6" />;
          })}
        </svg>
        <ul>
          {places.map(({ id, name, address, url }) => (
            <li key={id}>
              <b>{url === null ? name : <ContentLink url={url}>{name}</ContentLink>}</b>
              <span className="soft">{address}</span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
