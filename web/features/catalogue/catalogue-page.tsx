/**
 * The living catalogue of the design system: tokens and every component in every state, in both themes. Shown
 * where `CATALOGUE` says so, otherwise there is no such page. Names are those of the code.
 */
import { type LoaderFunctionArgs, useLoaderData, useLocation, useSearchParams } from 'react-router';
import { requestContext } from '#web/loaders/context.ts';
import { noSuchPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import sheet from '#web/styles/catalogue.css?url';
import { colorOf, colors, contrast, pairs, type Theme } from '#web/styles/colors.server.ts';
import * as layoutCss from '#web/ui/layout.module.css';
import texts from './catalogue-page.tsx?texts';
import { ChartSamples, MotifSamples, NumberSamples, TableSamples } from './data-samples.tsx';
import { DialogSamples, NoticeSamples, ProgressSamples } from './feedback-samples.tsx';
import { ButtonSamples, ChoiceSamples, FormSamples } from './form-samples.tsx';
import { ListSamples, PaperSamples, WaySamples } from './frame-samples.tsx';
import { ColorSamples, ShapeSamples, TypeSamples } from './token-samples.tsx';

export const links = () => [{ rel: 'stylesheet', href: sheet }];

export function loader(args: LoaderFunctionArgs) {
  if (!args.context.get(requestContext).catalogue) throw noSuchPage();
  const measured = colors.map((color) => ({
    ...color,
    lightContrast: lowest(color.name, 'light'),
    darkContrast: lowest(color.name, 'dark'),
  }));
  return { texts: textsFor(args, texts), colors: measured };
}

/** Contrast on the worst of its grounds, null for a ground or decoration. */
function lowest(name: string, theme: Theme): string | null {
  const own = pairs.filter(({ front }) => front === name);
  if (own.length === 0) return null;
  const found = own.map(({ ground }) => contrast(colorOf(name, theme), colorOf(ground, theme)));
  return Math.min(...found).toFixed(2);
}

export default function CataloguePage() {
  const { colors: measured } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const isTable = query.get('syna') === 'tafla';
  return (
    <div className="wrap">
      <PageMeta title="Hending" />
      <div className={layoutCss.pageHead}>
        <h1 lang="en" translate="no">
          web/ui, web/styles
        </h1>
      </div>
      <ColorSamples colors={measured} />
      <TypeSamples />
      <ShapeSamples />
      <MotifSamples />
      <ButtonSamples />
      <FormSamples />
      <ChoiceSamples />
      <NoticeSamples />
      <DialogSamples />
      <ProgressSamples />
      <TableSamples />
      <ChartSamples
        view={isTable ? 'table' : 'chart'}
        other={isTable ? pathname : `${pathname}?syna=tafla`}
      />
      <NumberSamples />
      <ListSamples />
      <WaySamples here={pathname} />
      <PaperSamples />
    </div>
  );
}
