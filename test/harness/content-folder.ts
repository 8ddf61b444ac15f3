/** A small folder of content, with every kind of section and block, for tests of the content service. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" width="400" height="200">
  <rect width="400" height="200" fill="#0b4a5e"/><circle cx="200" cy="100" r="60" fill="#fff"/></svg>`;

const files: Record<string, string> = {
  'texts/is.json': '{ "common": { "ok": "Í lagi", "updatedAt": "2026-01-01T00:00:00+01:00" } }',
  'texts/en.json': '{ "common": { "ok": "OK" } }',
  'global-site-config.yaml': `
siteName: Prófun
titleSuffix: " – Prófun"
description: { is: Lýsing, en: A description }
favicon: teikning.svg
`,
  'site-config.yaml': `
updatedAt: 2026-10-01T12:00:00Z
header:
  logoText: Prófun
  infoText: { is: "Sjá [síðu](item:general-pages/allt)" }
  menuLinks:
    - { id: leikir, name: { is: Leikir, en: Games }, url: /leikir }
    - { id: lotto, parent: leikir, icon: s-lotto, name: { is: Lottó }, url: /lottoleikir/lotto }
  myPages: { linkHeading: Síðurnar, text: Texti }
footer:
  bottomLogos: [{ image: teikning.svg }]
`,
  'joker-config.yaml': '{ name: Jóker, tagline: Fimm tölur, text: Texti }',
  'banner.yaml': '{ text: { is: Borði, en: A banner }, url: /allt, platforms: [web] }',
  'feature-flags.yaml': 'flags: [{ key: lotto, enabled: true }, { key: aur, enabled: false }]',
  'front-page.yaml': `
sections:
  - { type: banner, title: Velkomin, text: Texti, image: mynd.png, gameId: lotto, platforms: [mobile],
      buttons: [{ text: Spila, url: /spila, color: green }] }
  - { type: contentPage, title: Síður, pages: [allt, stutt] }
  - { type: result, title: Úrslit, gameId: lotto }
  - { type: competition, title: Keppni, text: Texti, competitionId: k1,
      button: { text: Sjá, url: https://example.is, color: white } }
  - { type: map, title: Kort, places: [{ name: A, address: B, latitude: 64.1, longitude: -21.9 }] }
  - { type: split, image: mynd.png, textContent: Texti }
  - { type: gameMenu, title: Leikir, gameIds: [lotto, xg] }
  - { type: table, columns: [{ name: A }, { name: B, align: end }], rows: { is: [["1", "2"]] } }
  - { type: latestNews, title: Fréttir, category: vefurinn, count: 2 }
`,
  'games/lotto.yaml': '{ gameId: lotto, name: Lottó, slug: lotto, tagline: Fimm tölur, position: 2 }',
  'games/xg.yaml': '{ gameId: xg, name: XG, slug: xg, tagline: Mörk, position: 1, rulesSlug: allt }',
  'sports/fotbolti.yaml': '{ sportId: 1, name: { is: Fótbolti, en: Football }, slug: fotbolti }',
  'categories/vefurinn.yaml': '{ name: { is: Vefurinn, en: The website }, position: 2 }',
  'categories/annad.yaml': '{ name: Annað, position: 1 }',
  'general-pages/stutt.yaml': `
title: Stutt
updatedAt: 2026-11-02T10:00:00+01:00
sections: []
`,
  'general-pages/allt.yaml': `
title: { is: Allt, en: Everything }
intro: { is: Inngangur }
updatedAt: 2026-11-01T00:00:00Z
sections:
  - type: richText
    id: meginmal
    text:
      is: |
        ## Fyrirsögn

        Orð, :block[]{id="hnappur"} og :item[articles/frett-1].

        ::block{id="tafla"}

        ::block{id="mynd"}

        ::block{id="myndband"}

        ::block{id="skjal"}

        ::block{id="felog"}

        ::block{id="aheit"}

        ::block{id="skipt"}
      en: "[Short](item:general-pages/stutt)"
    blocks:
      - { type: button, id: hnappur, text: Ýta, url: /ýta, color: pink }
      - { type: table, id: tafla, caption: Tafla, columns: [{ name: A }], rows: [["1"], ["2"]], note: Ath }
      - { type: linkableImage, id: mynd, image: mynd.png, url: https://example.is/ }
      - { type: video, id: myndband, title: Myndband, video: stutt.mp4 }
      - { type: document, id: skjal, showAsButton: true, document: skjal.txt }
      - { type: clubList, id: felog, title: Félög }
      - { type: contributions, id: aheit, title: Áheit, platforms: [web] }
      - { type: split, id: skipt, image: teikning.svg, imageSide: right,
          textContent: { is: Texti, en: Text } }
`,
  'general-pages/drog.yaml': `
title: Drög
status: draft
sections: []
`,
  'images/teikning.svg': svg,
  'images/teikning.yaml': 'alt: { is: Teikning, en: A drawing }',
  'documents/skjal.txt': 'Skjal',
  'documents/skjal.yaml': 'title: { is: Skjalið, en: The document }',
  'videos/stutt.mp4': 'not really a video',
  'videos/stutt.yaml': '{ title: Stutt, width: 640, height: 360, duration: 3 }',
  'videos/stutt/index.m3u8': '#EXTM3U\n#EXT-X-MAP:URI="start.m4s"\n#EXTINF:3,\npart0.m4s\n',
  'videos/stutt/part0.m4s': 'part',
  'videos/stutt/thumbnail.jpg': 'picture',
};

const articles = 14;

/** A new folder with this content; `over` replaces files or, with null, leaves them out. */
export async function contentFolder(over: Record<string, string | null> = {}): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'hending-content-'));
  const all: Record<string, string | null> = { ...files };
  for (let number = 1; number <= articles; number++) {
    const day = String(number).padStart(2, '0');
    all[`articles/frett-${number}.yaml`] = `
title: { is: Frétt ${number}, en: News ${number} }
intro: { is: Inngangur ${number} }
category: ${number % 2 === 0 ? 'vefurinn' : 'annad'}
image: mynd.png
publishedAt: 2026-10-${day}T10:00:00Z
updatedAt: 2026-10-${day}T12:00:00Z
content: Meginmál
`;
  }
  for (const [name, content] of Object.entries({ ...all, ...over })) {
    if (content !== null) writeContent(root, name, content);
  }
  const png = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  writeContent(root, 'images/mynd.png', png);
  return root;
}

export function writeContent(root: string, name: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
}
