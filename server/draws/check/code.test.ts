import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { checkCode, readCheckCode } from './code.ts';

const secret = 'a secret of the server';
const ticket = { playerId: 100_001, ticketId: '0f3a7c21-4b5d-4e6f-8a9b-0c1d2e3f4a5b' };

test('a code is five groups of four, and reads back as its player and a range that holds its ticket', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 32 - 1 }), (playerId) => {
      const ticketId = newId();
      const code = checkCode(secret, { playerId, ticketId });
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
      const read = readCheckCode(secret, code);
      expect(read?.playerId).toBe(playerId);
      expect(ticketId >= (read?.first ?? '~') && ticketId <= (read?.last ?? '')).toBe(true);
      expect([read?.isOf(ticketId), read?.isOf(newId())]).toEqual([true, false]);
    }),
  );
});

test('it is read as people type it', () => {
  const code = checkCode(secret, ticket);
  for (const typed of [code.toLowerCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('-', '')} `])
    expect(readCheckCode(secret, typed)?.isOf(ticket.ticketId)).toBe(true);
  const misread = code.replaceAll('0', 'O').replaceAll('1', 'l');
  expect(readCheckCode(secret, misread)?.isOf(ticket.ticketId)).toBe(true);
});

test('no letter of it can be changed, and another secret makes another code', () => {
  const code = checkCode(secret, ticket);
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '-') continue;
    const changed = code.slice(0, at) + (code[at] === '7' ? '8' : '7') + code.slice(at + 1);
    const read = readCheckCode(secret, changed);
    const isFound = read !== null && ticket.ticketId >= read.first && ticket.ticketId <= read.last;
    expect(isFound && read.playerId === ticket.playerId && read.isOf(ticket.ticketId)).toBe(false);
  }
  expect(readCheckCode('another secret', code)?.isOf(ticket.ticketId)).toBe(false);
});

test.each(['', '7KQ2', 'UUUU-UUUU-UUUU-UUUU-UUUU', '7KQ2-M9TD-4HXR-7KQ2-M9TD-4', 'þþþþ-ðððð-7KQ2-7KQ2-7KQ2'])(
  '%o is no code',
  (typed) => expect(readCheckCode(secret, typed)).toBeNull(),
);

test('a player beyond what a code holds is refused, not cut short', () => {
  expect(() => checkCode(secret, { ...ticket, playerId: 2 ** 32 })).toThrow(RangeError);
});
