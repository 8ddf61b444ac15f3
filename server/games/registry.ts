/** The kinds of games that this product sells. */
import { createKinds } from '#server/draws/kind.ts';
import { numbers } from './numbers/kind.ts';
import { toto, xg } from './pools/kind.ts';

export const kinds = createKinds([numbers, toto, xg]);
