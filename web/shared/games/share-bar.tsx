import * as shareBarCss from './share-bar.module.css';

type Props = {
  /** Of a whole, in any unit. */
  values: readonly number[];
  /** The place of the value that is darker; null for none. */
  marked: number | null;
};

/** Shares of a whole side by side: widths are shares. The figures stand beside it. */
export function ShareBar({ values, marked }: Props) {
  const whole = values.reduce((sum, value) => sum + value, 0);
  const places = values.map((value, place) => {
    const before = values.slice(0, place).reduce((sum, each) => sum + each, 0);
    return { place, x: (100 * before) / whole, width: Math.max(0, (100 * value) / whole - 1.5) };
  });
  if (whole === 0) return null;
  return (
    <svg className={shareBarCss.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      {places.map(({ place, x, width }) => (
        <rect
          key={place}
          className={place === marked ? shareBarCss.marked : undefined}
          x={x}
          width={width}
          height="6"
        />
      ))}
    </svg>
  );
}
