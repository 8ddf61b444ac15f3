import { hasPasswordLength } from '#rules/values/password.ts';

/** Keys of what is wrong with a new password and its repetition. */
export function newPasswordFaults({
  password,
  confirmPassword,
}: Record<'password' | 'confirmPassword', string>) {
  return {
    ...(!hasPasswordLength(password) && { password: 'passwordLength' }),
    ...(password !== confirmPassword && { confirmPassword: 'passwordMatch' }),
  };
}
