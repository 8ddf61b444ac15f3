// `npm run operator|bench|simulate -- …`: installs, then runs the named program under Node 26.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { become, ensureInstalled, giveUp, root } from './install.mjs';

const [program, ...rest] = process.argv.slice(2);
if (!program || !existsSync(join(root, program))) giveUp(`There is no program ${program ?? '(none named)'}.`);
ensureInstalled();
become([program, ...rest]);
