/** What a page asks for is what the content service wrote: `ownPicture` of the web against the route here. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContentPictureRouter } from '#server/http/content-pictures.ts';
import { createPictureCache } from '#server/http/picture-cache.ts';
import { createLog } from '#server/platform/log.ts';
import { ownPicture } from '#web/blocks/own-picture.ts';

const log = createLog('test', 2, 'silent');

/** Which address is fetched when a page shows the picture at `address`. */
async function fetched(address: string): Promise<string | undefined> {
  const asked: string[] = [];
  const pictures = createPictureCache({
    fetchPicture: async (each) => {
      asked.push(each);
      return { bytes: Buffer.from('bytes'), type: 'image/png', isLasting: true };
    },
    log,
    monotonicMs: () => 0,
  });
  const router = createContentPictureRouter({ origins: [new URL(address).origin], pictures, log });
  await router.request(ownPicture(address));
  return asked[0];
}

/** `?` with nothing after it asks for the same. */
const withoutEmptyQuery = (address: string) => address.replace(/^([^?]*)\?$/, '$1');

test.each([
  'https://www.datocms-assets.com/205/1-a.png?auto=format%2Ccompress&fit=max&w=1920',
  'http://127.0.0.1:3001/content/images/x/landslag/viti.svg',
  'https://image.mux.com/p/thumbnail.jpg?time=1.5&a=b=c&a=%26',
  'https://a.is/%C3%BEor%2Fb%20c%3F%23%25.png?d=%2F..%2F&e=/../f',
  'https://a.is//b//c/?',
  'https://a.is/?b=https://c.is/d,https://e.is',
])('%s', async (address) => {
  expect(await fetched(address)).toBe(withoutEmptyQuery(address));
});

test('every address that is spelled as browsers spell it', async () => {
  const address = fc
    .webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true })
    .map((url) => new URL(url).href);
  await fc.assert(
    fc.asyncProperty(address, async (each) => {
      expect(await fetched(each)).toBe(withoutEmptyQuery(each));
    }),
  );
});
