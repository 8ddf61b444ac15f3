import type { WireMessage } from '../wire.ts';

export type StoredText = WireMessage & { from: string; body: string };
