/**
 * Every section and block of the content service, beside the catalogue of components and shown where that is.
 */

import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import picture from '#web/assets/iceland.svg?no-inline';
import { loadSectionData } from '#web/blocks/section-data.server.ts';
import { Sections } from '#web/blocks/sections.tsx';
import * as structuredTextCss from '#web/blocks/structured-text.module.css';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { localeOf, pageUrl } from '#web/page/paths.ts';
import sheet from '#web/styles/catalogue.css?url';
import * as layoutCss from '#web/ui/layout.module.css';
import texts from './content-page.tsx?texts';
import { sampleSections } from './content-samples.ts';

export const links = () => [{ rel: 'stylesheet', href: sheet }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { catalogue, now } = context.get(requestContext);
  if (!catalogue) throw noSuchPage();
  const { pathname, searchParams: query } = pageUrl(request);
  const sections = sampleSections(picture);
  const asked = { sections, locale: localeOf(pathname), query, now };
  const data = await loadSectionData(context.get(apiContext), asked);
  return { texts: textsFor({ request, context }, texts), sections, data };
}

export default function ContentCataloguePage() {
  const { sections, data } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <PageMeta title="Hending" />
      <div className={layoutCss.pageHead}>
        <h1 lang="en" translate="no">
          web/blocks
        </h1>
      </div>
      <div className={structuredTextCss.pageBody}>
        <Sections sections={sections} data={data} />
      </div>
    </div>
  );
}
