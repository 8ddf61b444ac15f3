/** What a certificate's last day asks for after a sign-in (docs/rules/accounts.md, Certificate). */
import type { AuthStep } from '#web/shared/session/auth-dialog-context.ts';

type Account = { playerId: string; eCertificateExpires: string };

const dayMs = 86_400_000;

/**
 * @param reminderDays fewer days than these are told
 * @param today `YYYY-MM-DD`, as the certificate's last day
 */
export function certificateStep(account: Account, reminderDays: number, today: string): AuthStep | null {
  const { playerId, eCertificateExpires } = account;
  const days = Math.round((Date.parse(eCertificateExpires) - Date.parse(today)) / dayMs);
  if (days <= 0) return ['eLoginRequired', { playerId, reason: 'login' }];
  return days < reminderDays ? ['eLoginReminder', { playerId, reason: 'login', days }] : null;
}
