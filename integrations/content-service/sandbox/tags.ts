/** Cache tags: what an answer was made of. Opaque to who asks. */
import { hashOf } from './uploads.ts';

const tag = (text: string): string => hashOf(text).slice(0, 10);

/** Of a record or a file. */
export const tagOf = (id: string): string => tag(`record ${id}`);
/** Of every list of a type. */
export const listTagOf = (type: string): string => tag(`list ${type}`);
