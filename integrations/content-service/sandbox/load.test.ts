import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { contentFolder } from '#test/harness/content-folder.ts';
import { describe, loadContent } from './load.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

async function load(over: Record<string, string | null> = {}) {
  const root = await contentFolder(over);
  roots.push(root);
  return loadContent(root);
}

test('content with every kind of section and block has nothing to mend', async () => {
  const { tree, problems } = await load();
  expect(problems).toEqual([]);
  expect(tree.entries).toHaveLength(29);
  expect([...tree.uploads.images.values()].map(({ name, width, height }) => [name, width, height])).toEqual([
    ['mynd.png', 800, 400],
    ['teikning.svg', 400, 200],
  ]);
});

const page = (more: string) => `title: A\nupdatedAt: 2026-11-01T00:00:00Z\n${more}`;
const broken: [string, string, string][] = [
  ['general-pages/x.yaml', 'sections: []', 'title is missing'],
  ['general-pages/x.yaml', page('sections: []\ncolour: red'), 'colour is not known in GeneralPageRecord'],
  ['general-pages/x.yaml', page('sections: {}'), 'sections must be a list'],
  [
    'general-pages/x.yaml',
    page('sections: [{ type: nei }]'),
    'sections[0] has the type "nei"; known are banner, contentPage',
  ],
  [
    'general-pages/x.yaml',
    page('sections: [{ type: richText, text: "[a](item:articles/nei)" }]'),
    'sections[0].text names the record "articles/nei", which does not exist',
  ],
  [
    'general-pages/x.yaml',
    page('sections: [{ type: richText, text: { is: "::block{id=a}" }, blocks: [] }]'),
    'sections[0].text.is names the block "a", which is not among its blocks',
  ],
  [
    'general-pages/x.yaml',
    page('sections: []\nimage: nei.png'),
    'image names "nei.png", which is not in content/images',
  ],
  [
    'general-pages/x.yaml',
    page('sections: []\nslug: allt'),
    'slug "allt" is also in general-pages/allt.yaml',
  ],
  ['general-pages/x.yaml', 'title: [a\n', 'at line 2'],
  ['general-pages/x.yaml', '- a', 'must be a mapping'],
  ['general-pages/x.yaml', 'title: { en: A }\nsections: []', 'title has no "is"'],
  ['general-pages/x.yaml', 'title: 17\nsections: []', 'title must be text: put it in quotes'],
  ['general-pages/x.yaml', 'title: { is: A, og: B }\nsections: []', 'title must be text'],
  ['general-pages/x.yaml', 'title: A\ntitle: B\nsections: []', 'Map keys must be unique'],
  ['general-pages/x.yaml', page('status: gone\nsections: []'), 'status must be draft or published'],
  ['general-pages/x.yaml', 'title: A\nupdatedAt: yesterday\nsections: []', 'updatedAt must be a moment'],
  [
    'general-pages/x.yaml',
    page('sections: [{ type: result, title: A, gameId: bingo }]'),
    'gameId is "bingo"',
  ],
  [
    'general-pages/x.yaml',
    page('sections: [{ type: table, columns: [{ name: A }], rows: [["1", "2"]] }]'),
    'rows[0] has 2 cells for 1 columns',
  ],
  [
    'general-pages/x.yaml',
    page(
      'sections: [{ type: linkToNothing }, { type: banner, title: A, buttons: [{ url: "javascript:1" }] }]',
    ),
    'url is "javascript:1"; it must be https',
  ],
  [
    'site-config.yaml',
    'header: { logoText: A, menuLinks: [{ id: a, parent: b, name: A, url: / }] }\nfooter: {}',
    'parent names "b", which is not in this file',
  ],
  [
    'site-config.yaml',
    `header: { logoText: A, menuLinks: [{ id: a, name: A, url: / }, { id: a, name: B, url: / }] }
footer: {}`,
    'has the id "a" twice',
  ],
  ['articles/x.yaml', 'title: A\nintro: B\ncategory: nei\ncontent: C', 'category names the record "nei"'],
  [
    'categories/annad.yaml',
    'name: Annað\nstatus: draft',
    'category names categories/annad.yaml, which is a draft',
  ],
  ['images/x.svg', 'no picture', 'cannot be read as a picture'],
  ['images/x.exe', 'MZ', 'is no picture'],
  ['images/mynd.yaml', 'alt: { en: A }', 'Invalid input'],
  ['videos/x.mp4', 'video', 'has no YAML with title'],
  ['texts/en.json', '{', 'JSON'],
];
test.each(broken)('%s: %j is told', async (file, content, message) => {
  const { problems } = await load({ [file]: content });
  expect(describe(problems)).toContain(message);
  expect(describe(problems)).toContain('content/');
});

test('a key that a link does not know is told once', async () => {
  const { problems } = await load({
    'site-config.yaml': 'header: { logoText: A, menuLinks: [{ name: A, url: /, colour: red }] }\nfooter: {}',
  });
  expect(problems.map(({ message }) => message)).toEqual([
    'header.menuLinks[0].colour is not known in LinkRecord',
  ]);
});

test('YAML that grows without end is refused, not expanded', async () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  const { problems } = await load({ 'general-pages/x.yaml': lines.join('\n') });
  expect(describe(problems)).toContain('Excessive alias count');
});

test('names that Object knows are only names', async () => {
  const { problems } = await load({
    'general-pages/x.yaml': '__proto__: { title: A }\nconstructor: B\ntitle: C\nsections: []',
  });
  expect(describe(problems)).toContain('constructor is not known');
  expect(({} as { title?: string }).title).toBeUndefined();
});
