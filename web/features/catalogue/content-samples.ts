/** Records as the content service gives them: every section, every block, every node and mark of text. */
import type { Block, Image, Section, TextNode } from '#contract/content.ts';
import type { ButtonColor } from '#web/ui/button.tsx';

const platforms: Block['platforms'] = [];

const span = (value: string, ...marks: string[]): TextNode => ({ type: 'span', value, marks });
const node = (type: string, children: TextNode[], rest: Partial<TextNode> = {}): TextNode => ({
  type,
  children,
  ...rest,
});
const paragraph = (...children: TextNode[]) => node('paragraph', children);
const heading = (value: string, level = 2) => node('heading', [span(value)], { level });
const item = (value: string, ...more: TextNode[]) => node('listItem', [paragraph(span(value)), ...more]);
const shownBlock = (id: string): TextNode => ({ type: 'block', item: id });
const root = (...children: TextNode[]) => ({ schema: 'dast' as const, document: node('root', children) });
const plainText = (...children: TextNode[]) => ({ value: root(...children), links: [] });

const colors: ButtonColor[] = [
  ...(['black', 'blue', 'brown', 'cyan', 'green', 'grey'] as const),
  ...(['orange', 'pink', 'purple', 'red', 'white', 'yellow'] as const),
];

const preview = 'data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

/** `picture` is the address of any picture of ours. */
export function sampleSections(picture: string): Section[] {
  const image: Image = {
    id: 'mynd',
    url: picture,
    alt: 'Landslag',
    responsiveImage: {
      src: picture,
      srcSet: `${picture} 1920w`,
      sizes: '(max-width: 1920px) 100vw, 1920px',
      width: 1280,
      height: 720,
      aspectRatio: 16 / 9,
      base64: preview,
      alt: 'Landslag',
    },
  };
  return [...textSections(image), ...otherSections(image)];
}

function textSections(image: Image): Section[] {
  const blocks = sampleBlocks(image);
  const document = root(
    ...writing(),
    ...blocks.flatMap(({ id, __typename }, place) =>
      __typename === blocks[place - 1]?.__typename
        ? [shownBlock(id)]
        : [heading(__typename, 2), shownBlock(id)],
    ),
    shownBlock('horfinn'),
  );
  const links = [{ __typename: 'GeneralPageRecord', id: 'hjalp', slug: 'hjalp', title: 'Hjálp' }];
  return [
    {
      __typename: 'RichTextSectionRecord',
      id: 'texti',
      platforms,
      text: { value: document, blocks, inlineBlocks: [button('innskot', 'green')], links },
    },
  ];
}

function writing(): TextNode[] {
  const marks = ['strong', 'emphasis', 'underline', 'strikethrough', 'highlight', 'code', 'small'];
  return [
    heading('Texti'),
    paragraph(...marks.flatMap((mark) => [span(mark, mark), span(' ')])),
    paragraph(
      node('link', [span('tengill')], { url: 'https://island.is/' }),
      span(', '),
      node('itemLink', [span('síða')], { item: 'hjalp' }),
      span(', '),
      { type: 'inlineItem', item: 'hjalp' },
      span('\nný lína'),
    ),
    paragraph(span('Í línu: '), { type: 'inlineBlock', item: 'innskot' }),
    node('list', [item('eitt', node('list', [item('undir')])), item('tvö')], { style: 'bulleted' }),
    node('list', [item('eitt'), item('tvö')], { style: 'numbered' }),
    node('blockquote', [paragraph(span('Enginn veit sína ævina fyrr en öll er.'))], {
      attribution: 'Málsháttur',
    }),
    { type: 'code', code: 'node check-proof.mjs sonnun.json' },
    { type: 'thematicBreak' },
    heading('Fyrirsögn þrjú', 3),
    heading('Fyrirsögn fjögur', 4),
  ];
}

function button(id: string, color: ButtonColor): Block {
  return { __typename: 'ButtonBlockRecord', id, platforms, text: color, url: '/', color };
}

const columns = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    name: `Dálkur ${place + 1}`,
    align: place === 0 ? ('start' as const) : ('end' as const),
  }));

function sampleBlocks(image: Image): Block[] {
  const row = ['5 réttar', '94.970.220 kr.', '0', '50%', '1.221.759'];
  const file = {
    url: '/api/openapi.json',
    title: 'Skjal',
    format: 'json',
    filename: 'skjal.json',
    size: 1_240_000,
  };
  const table = { __typename: 'TableBlockRecord' as const, platforms, note: 'Skýring' };
  return [
    { ...table, id: 'tafla-3', caption: 'Þrír dálkar', columns: columns(3), rows: [row.slice(0, 3)] },
    { ...table, id: 'tafla-5', caption: 'Fimm dálkar', columns: columns(5), rows: [row, row] },
    ...colors.map((color) => button(`takki-${color}`, color)),
    { __typename: 'DocumentBlockRecord', id: 'skjal-1', platforms, showAsButton: true, document: file },
    { __typename: 'DocumentBlockRecord', id: 'skjal-2', platforms, showAsButton: false, document: file },
    {
      __typename: 'VideoBlockRecord',
      id: 'myndskeid',
      platforms,
      title: 'Svona fer útdráttur fram',
      video: {
        playbackId: 'p',
        width: 1280,
        height: 720,
        thumbnailUrl: image.url,
        streamingUrl: '/_video/p.m3u8',
        mp4Url: '/_video/p.mp4',
      },
    },
    { __typename: 'LinkableImageBlockRecord', id: 'mynd-1', platforms, image, url: '/' },
    { __typename: 'LinkableImageBlockRecord', id: 'mynd-2', platforms, image, url: null },
    { __typename: 'SplitBlockRecord', id: 'tvennt', platforms, ...split(image, 'right', 'oneThird', 'top') },
    { __typename: 'ClubListBlockRecord', id: 'felog', platforms, title: 'Félög' },
    { __typename: 'ContributionsBlockRecord', id: 'framlog', platforms, title: 'Framlög' },
  ];
}

type Split = Extract<Section, { __typename: 'SplitSectionRecord' }>;

function split(
  image: Image,
  imageSide: Split['imageSide'],
  imageRatio: Split['imageRatio'],
  imageVerticalAlignment: Split['imageVerticalAlignment'],
) {
  const textContent = plainText(heading('Mynd og texti', 3), paragraph(span('Hlið við hlið.')));
  return { image, imageSide, imageRatio, imageVerticalAlignment, textContent };
}

const tableSection = { __typename: 'TableSectionRecord' as const, platforms, caption: null, note: null };

function otherSections(image: Image): Section[] {
  const text = plainText(paragraph(span('Texti.')));
  const press = { text: 'Nánar', url: '/', color: 'green' as const };
  const page = { id: 'sida', slug: 'hjalp', title: 'Hjálp', intro: 'Svör við spurningum.', image };
  const banner = { __typename: 'BannerSectionRecord' as const, platforms, text, buttons: [press] };
  return [
    { ...banner, id: 'bordi-1', title: 'Borði', image: null, gameId: 'lotto' },
    { ...banner, id: 'bordi-2', title: 'Borði með mynd', image, gameId: null },
    { __typename: 'ContentPageSectionRecord', id: 'sidur', platforms, title: 'Síður', pages: [page] },
    { __typename: 'ResultSectionRecord', id: 'urslit', platforms, title: 'Úrslit', gameId: 'lotto' },
    {
      __typename: 'CompetitionSectionRecord',
      id: 'keppni',
      platforms,
      title: 'Keppni',
      text,
      competitionId: null,
      button: press,
    },
    mapSection(),
    {
      __typename: 'SplitSectionRecord',
      id: 'tvennt-2',
      platforms,
      buttons: [press],
      ...split(image, 'left', 'twoThirds', 'center'),
    },
    {
      __typename: 'GameMenuSectionRecord',
      id: 'leikir',
      platforms,
      title: 'Leikir',
      gameIds: ['lotto', 'vikinglotto', 'totoeng', 'xg', 'lengjan'],
    },
    { ...tableSection, id: 'tafla', title: 'Tafla', columns: columns(2), rows: [['Mánudagur', '9–16']] },
    {
      __typename: 'LatestNewsSectionRecord',
      id: 'frettir',
      platforms,
      title: 'Fréttir',
      category: null,
      count: 3,
    },
    { ...tableOn('web'), title: 'Aðeins á vef' },
    { ...tableOn('mobile'), title: 'Aðeins í síma' },
  ];
}

function mapSection(): Section {
  const place = { address: 'Aðalgata 1', url: null };
  return {
    __typename: 'MapSectionRecord',
    id: 'kort',
    platforms,
    title: 'Kort',
    places: [
      { ...place, id: 'rvk', name: 'Reykjavík', latitude: 64.14, longitude: -21.9 },
      { ...place, id: 'ak', name: 'Akureyri', latitude: 65.68, longitude: -18.09, url: '/' },
      { ...place, id: 'kbh', name: 'Kaupmannahöfn', latitude: 55.68, longitude: 12.57 },
    ],
  };
}

function tableOn(platform: 'web' | 'mobile') {
  return {
    ...tableSection,
    id: `adeins-${platform}`,
    platforms: [platform],
    columns: columns(1),
    rows: [[platform]],
  };
}
