/**
 * The code of the sign-in dialog. A page made with the dialog open has it before React takes the page over,
 * on both sides: otherwise React would throw the dialog away while it waits, with what was typed into it.
 */
import type { ComponentType } from 'react';
import type { AuthState } from '#web/features/auth/transitions.ts';

type Code = ComponentType<{ state: AuthState }>;

let known: Code | null = null;

export async function fetchAuthDialog(): Promise<Code> {
  const { AuthDialog } = await import('#web/features/auth/auth-dialog.tsx');
  known = AuthDialog;
  return AuthDialog;
}

/** Null until it was fetched. */
export const authDialogIfFetched = (): Code | null => known;
