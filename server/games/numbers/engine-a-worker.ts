/** The worker thread of engine A. */
import { countInThread } from '#server/draws/settle/count-book.ts';
import { blockCounter, type Counted } from './engine-a.ts';

await countInThread((own) => blockCounter(own as Counted));
