/** The result as an operator types it: `--numbers 1,2,3,4,5 --bonus 6 --joker 01234`. */
import type { ResultOptions } from '#server/draws/kind.ts';
import type { DrawnOutcome } from './outcome.ts';

export const resultOptions: ResultOptions = {
  usage: '--numbers 1,2,3,4,5 [--bonus 6] [--joker 01234]',
  options: {
    numbers: { help: 'the main numbers', required: true },
    bonus: { help: 'the bonus numbers' },
    joker: { help: 'the five digits of Joker' },
  },
  read({ numbers = '', bonus = '', joker = null }) {
    for (const [name, list] of Object.entries({ numbers, bonus })) {
      if (!/^(\d{1,3}(,\d{1,3})*)?$/.test(list)) return `--${name} is a list of numbers such as 1,2,3.`;
    }
    return { numbers: listOf(numbers), bonusNumbers: listOf(bonus), joker } satisfies DrawnOutcome;
  },
};

const listOf = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number));
