import { expect, test } from 'vitest';
import { ownPicture } from './own-picture.ts';

test.each([
  ['https://www.datocms-assets.com/1/a.png', '/myndir/https/www.datocms-assets.com/1/a.png'],
  [
    'http://127.0.0.1:3001/content/images/x/viti.svg',
    '/myndir/http/127.0.0.1:3001/content/images/x/viti.svg',
  ],
  [
    'https://a.is/b.png?auto=format%2Ccompress&fit=max&w=1920',
    '/myndir/https/a.is/b.png?auto=format%2Ccompress&fit=max&w=1920',
  ],
  [
    'https://a.is/%C3%BEor%2Fb%20c.png?mark=https://b.is/',
    '/myndir/https/a.is/%C3%BEor%2Fb%20c.png?mark=https://b.is/',
  ],
])('%s is asked for here', (address, own) => {
  expect(ownPicture(address)).toBe(own);
});

test.each([
  'data:image/png;base64,AA',
  '/assets/viti.png',
  'mynd.png?of=https://a.is/b.png',
  '//a.is/b.png',
  '',
])('%s stays', (address) => {
  expect(ownPicture(address)).toBe(address);
});

test.each([
  [
    'https://a.is/b?w=1,2 480w,https://a.is/b?w=2 960w',
    '/myndir/https/a.is/b?w=1,2 480w,/myndir/https/a.is/b?w=2 960w',
  ],
  ['https://a.is/b 1x, http://a.is:81/c 1.5x', '/myndir/https/a.is/b 1x, /myndir/http/a.is:81/c 1.5x'],
  ['https://a.is/b, https://a.is/c 2x', '/myndir/https/a.is/b, /myndir/https/a.is/c 2x'],
  ['/b.png 1x,https://a.is/c?of=b,https://d.is/ 2x', '/b.png 1x,/myndir/https/a.is/c?of=b,https://d.is/ 2x'],
])('every source of a set: %s', (set, own) => {
  expect(ownPicture(set)).toBe(own);
});
