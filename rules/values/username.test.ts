import { expect, test } from 'vitest';
import { usernameFault } from './username.ts';

test.each([
  ['abc123', null],
  ['ABCdef123456', null],
  ['abc12', 'usernameLength'],
  ['abcdefghijklm', 'usernameLength'],
  ['', 'usernameLength'],
  ['abc-123', 'onlyLettersAndNumbers'],
  ['abc 123', 'onlyLettersAndNumbers'],
  ['аbcdef', 'onlyLettersAndNumbers'], // its first letter is Cyrillic
  ['jónsson', 'onlyLettersAndNumbers'],
  ['abc🙂123', 'onlyLettersAndNumbers'],
  ['abc\u0000123', 'onlyLettersAndNumbers'],
  ['abc\u202e123', 'onlyLettersAndNumbers'],
])('the user name %j: %s', (username, fault) => {
  expect(usernameFault(username)).toBe(fault);
});
