import type { Control } from './control.ts';
import type { Ledger } from './ledger.ts';
import type { Proofs } from './proofs.ts';
import type { Sessions } from './sessions.ts';
import type { StoredCards } from './stored-cards.ts';

export type GatewayParts = {
  key: string;
  agreementNumber: string;
  now: () => Date;
  control: Control;
  ledger: Ledger;
  cards: StoredCards;
  proofs: Proofs;
  sessions: Sessions;
  /** When the sandbox ends. */
  stopped: AbortSignal;
};
