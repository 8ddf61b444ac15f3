/** The parameters of imgix that the image host understands, and the sizes that follow from them. */

export type ImgixParams = {
  auto?: readonly string[];
  w?: number;
  h?: number;
  fit?: string;
  fm?: string;
  q?: number;
  dpr?: number;
};

type Size = { width: number; height: number };

/** Factors of the base width that a `srcSet` offers. */
const factors = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

/**
 * Size of the answer in pixels of the picture, before `dpr`. `crop`, `scale` and `fill` give exactly what is
 * asked for, the others keep the proportions; `max` (and `crop`) never enlarge.
 */
export function sizeFor({ w, h, fit = 'clip' }: ImgixParams, original: Size): Size {
  if (w === undefined && h === undefined) return original;
  const exact = ['crop', 'scale', 'fill', 'facearea', 'fillmax'].includes(fit);
  if (exact && w !== undefined && h !== undefined) return { width: Math.round(w), height: Math.round(h) };
  const wanted = Math.min((w ?? Infinity) / original.width, (h ?? Infinity) / original.height);
  const scale = fit === 'max' ? Math.min(1, wanted) : wanted;
  return {
    width: Math.max(1, Math.round(original.width * scale)),
    height: Math.max(1, Math.round(original.height * scale)),
  };
}

/** In the order and spelling of DatoCMS: `auto=format%2Ccompress&fit=max&w=1920`. */
export function toQuery(params: ImgixParams): string {
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)])
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b));
  const text = new URLSearchParams(pairs as [string, string][]).toString();
  return text ? `?${text}` : '';
}

/** Widths of the same picture at factors of the base, never wider than the original. */
export function srcSetFor(address: string, params: ImgixParams, base: Size, original: Size): string {
  const fitting = factors.filter((factor) => factor === 1 || base.width * factor <= original.width);
  return fitting
    .map((factor) => {
      const query = toQuery(factor === 1 ? params : { ...params, dpr: factor });
      return `${address}${query} ${Math.round(base.width * factor)}w`;
    })
    .join(',');
}
