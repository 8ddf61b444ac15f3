import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/minar-sidur', '/a/../b', '/a/', '/leit?q=https://elsewhere.example', '/a#//b'])(
  '%s stays on our origin',
  (path) => {
    expect(ownPath.test(path)).toBe(true);
  },
);

test.each(['', 'a', '//elsewhere.example', '/..//elsewhere.example', '/a/..//elsewhere.example', '/.//a'])(
  '%j may lead elsewhere',
  (path) => {
    expect(ownPath.test(path)).toBe(false);
  },
);

test.each(['/%2e%2e//elsewhere.example', '/\\elsewhere.example', '/a b', 'https://elsewhere.example/'])(
  '%j is no path of ours',
  (path) => {
    expect(ownPath.test(path)).toBe(false);
  },
);
