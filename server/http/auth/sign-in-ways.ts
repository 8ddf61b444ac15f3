/** The ways to sign in through `POST callback/{id}`. */
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { signInByELogin } from '#server/players/e-id/e-login-uses.ts';
import { checkPassword, confirmPassword, type SignInParts } from '#server/players/sign-in/sign-in.ts';

export type WayId = 'credentials' | 'elogin';

export type Proof = {
  /** The fields of the form. */
  form: Readonly<Record<string, string>>;
  /** The connection's address. */
  ip: string;
  headers: Headers;
  /** What the browser is known again by. */
  device: string | null;
  /** The secret of the browser that asked for electronic ID. */
  browser: string | null;
  /** Aborted when the connection is closed. */
  signal: AbortSignal;
};

export type SignInWay = {
  /** For `GET providers`. */
  name: string;
  /** What the sign-in is recorded as. */
  recordedAs: string;
  /** The player who proved to be there; refuses otherwise. */
  prove(proof: Proof): Promise<Proven>;
};

export type Proven = {
  playerId: number;
  /** In the transaction of the new session: refuses what has ceased to be a proof meanwhile. */
  confirm?: (tx: Tx) => Promise<void>;
};

/** Those that work; one that is left out is an unknown provider. */
export type SignInWays = Partial<Record<WayId, SignInWay>>;

export function passwordWay(parts: SignInParts): SignInWay {
  return {
    name: 'Credentials',
    recordedAs: 'password',
    prove: async ({ form, ip, device, signal }) => {
      const { username = '', password = '', waitingId } = form;
      const given = { username, password, ip, device, waitingId, signal };
      const player = await checkPassword(parts, given);
      return { playerId: player.playerId, confirm: (tx) => confirmPassword(tx, player) };
    },
  };
}

/** A token of `POST /auth/e-login`, once its person is proven. */
export function eLoginWay(parts: { db: Db; secret: string }): SignInWay {
  return {
    name: 'Electronic ID',
    recordedAs: 'eId',
    prove: async ({ form, browser }) => {
      const eLoginType = form['eLoginType'];
      if (eLoginType !== 'sim' && eLoginType !== 'app') refuse('EC_INVALID_TRANSID');
      return signInByELogin(parts, { token: form['token'] ?? '', eLoginType, browser });
    },
  };
}
