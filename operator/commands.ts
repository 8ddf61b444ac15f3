import type { Command } from './command.ts';
import { command as ledgerStatement } from './ledger-statement.ts';
import { command as playersCreate } from './players-create.ts';
import { command as playersShow } from './players-show.ts';

/** Every command there is, in the order of the help. */
export const commands: readonly Command[] = [playersCreate, playersShow, ledgerStatement];
