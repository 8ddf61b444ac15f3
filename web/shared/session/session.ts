/** The session as the browser knows it, for any page. */
import { createContext, use } from 'react';

export type Player = { playerId: string; username: string; firstName: string; lastName: string };

export type SessionState = {
  /** `loading` while it is being updated. */
  status: 'loading' | 'authenticated' | 'unauthenticated';
  player: Player | null;
  /** It ended by itself, and nobody has said yet how to go on. */
  isExpired: boolean;
};

export type SessionActions = {
  /** Sends `data` and takes the answer; ignored while loading or without a session. */
  update: (data?: unknown) => Promise<void>;
  /** Ends the session and goes to the page that the server names, by default `callbackUrl`. */
  signOut: (callbackUrl: string) => Promise<void>;
  /** Tells the other tabs that somebody signed in. */
  signedIn: () => void;
  /** A call said that there is no session any more. */
  expire: () => Promise<void>;
};

export const SessionContext = createContext<(SessionState & SessionActions) | null>(null);

export function useSession(): SessionState & SessionActions {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs its provider above it');
  return session;
}
