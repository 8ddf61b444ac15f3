// `npm run operator|bench|simulate -- …`: installs, then runs the named program under Node 26. Programs that
// start the product themselves (`--web` before the name) get a current web build first.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { become, ensureInstalled, giveUp, root } from './install.mjs';

const [first, ...others] = process.argv.slice(2);
const startsProduct = first === '--web';
const [program, ...rest] = startsProduct ? others : [first, ...others];
if (!program || !existsSync(join(root, program))) giveUp(`There is no program ${program ?? '(none named)'}.`);
ensureInstalled();
if (startsProduct && buildWeb() === false) giveUp('The web does not build; the reason is above.');
become([program, ...rest]);
