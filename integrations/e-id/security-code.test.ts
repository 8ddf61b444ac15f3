import { expect, test } from 'vitest';
import { securityCode } from './security-code.ts';

test('the vector, over the bytes and over the text', () => {
  const hash = 'uV8UWuuHtDsyxVLRvvtnglEpsUdeOEmIoqfQT41l8KUTh+jkg0SOPADMO2k1k/NA4dYgESKMfbn0JXHgwhsJzA==';
  expect(securityCode(hash, 'decoded')).toBe('0059');
  expect(securityCode(hash, 'text')).toBe('4868');
});
