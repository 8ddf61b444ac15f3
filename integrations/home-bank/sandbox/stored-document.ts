import type { WireDocument } from '../wire.ts';

export type StoredDocument = WireDocument & { id: string };
