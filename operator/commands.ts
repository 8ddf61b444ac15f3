import { command as clockAdvance } from './clock-advance.ts';
import { command as clockSet } from './clock-set.ts';
import { command as clockShow } from './clock-show.ts';
import type { Command } from './command.ts';
import { command as historyImport } from './history-import.ts';
import { command as ledgerStatement } from './ledger-statement.ts';
import { command as playersCreate } from './players-create.ts';
import { command as playersShow } from './players-show.ts';

/** Every command there is, in the order of the help. */
export const commands: readonly Command[] = [
  clockShow,
  clockAdvance,
  clockSet,
  playersCreate,
  playersShow,
  ledgerStatement,
  historyImport,
];
