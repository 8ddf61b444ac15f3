/** Colours with their values and contrast, type scale, spaces, radii, shadows. */
import type { Color } from '#web/styles/colors.server.ts';
import { useText } from '#web/text/text.tsx';
import { Row, Sample } from './sample.tsx';

/** Both contrasts of a pair are the lowest over its grounds. */
export type MeasuredColor = Color & { lightContrast: string | null; darkContrast: string | null };

export function ColorSamples({ colors }: { colors: readonly MeasuredColor[] }) {
  return (
    <Sample name="--color-*">
      {(theme) => (
        <ul className="swatches">
          {colors.map((color) => (
            <li key={color.name}>
              <svg viewBox="0 0 44 44" aria-hidden="true">
                <rect x="0.5" y="0.5" width="43" height="43" fill={`var(--color-${color.name})`} />
              </svg>
              <span className="meta figures">
                <b className="ink">{color.name}</b>
                <br />
                {color[theme]} {color[`${theme}Contrast`]}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sample>
  );
}

export function TypeSamples() {
  const { t } = useText();
  const said = t('brand.purpose');
  return (
    <Sample name="--text-*, --weight-*">
      {() => (
        <>
          <p className="text-pot [font-weight:var(--weight-head)] figures">129</p>
          <p className="text-h1 [font-weight:var(--weight-head)]">{said}</p>
          <p className="text-h2 [font-weight:var(--weight-head)]">{said}</p>
          <p className="text-h3 [font-weight:var(--weight-head)]">{said}</p>
          <p className="lead">{said}</p>
          <p>
            {said} <b>{said}</b>
          </p>
          <p className="meta">{said}</p>
        </>
      )}
    </Sample>
  );
}

const spaces = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export function ShapeSamples() {
  return (
    <Sample name="--space-*, --radius-*, --shadow-*">
      {() => (
        <>
          <ul className="stack">
            {spaces.map((step) => (
              <li key={step} className="sample-row figures">
                {step}
                <svg width="96" height="12" aria-hidden="true">
                  <rect width={`var(--space-${step})`} height="12" fill="var(--color-primary)" />
                </svg>
              </li>
            ))}
          </ul>
          <Row>
            <span className="sample-layer rounded-input">4</span>
            <span className="sample-layer rounded-card">8</span>
            <span className="sample-layer rounded-dialog">12</span>
            <span className="sample-layer rounded-full">999</span>
          </Row>
          <Row>
            <span className="sample-layer shadow-1">shadow-1</span>
            <span className="sample-layer shadow-layer">shadow-layer</span>
          </Row>
        </>
      )}
    </Sample>
  );
}
