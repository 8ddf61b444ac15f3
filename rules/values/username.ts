/** User names as they may be chosen. */

/**
 * The key of what is wrong. The letters a–z alone: no two names look alike, and every keyboard has them.
 * Surrounding blanks count.
 */
export function usernameFault(username: string): 'usernameLength' | 'onlyLettersAndNumbers' | null {
  if (username.length < 6 || username.length > 12) return 'usernameLength';
  return /^[a-z\d]+$/i.test(username) ? null : 'onlyLettersAndNumbers';
}
