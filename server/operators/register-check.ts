/** The register, compared with the commands that made it: no key is in it that two others did not add. */
import { isSamePerson } from '#server/platform/two-persons.ts';
import { installation } from './install.ts';
import type { CommandRecord } from './records.ts';
import type { Operator } from './register.ts';

type Records = ReadonlyMap<number, CommandRecord>;

/** @param records of commands that began, whose signatures were verified */
export function registerBreak(
  register: readonly Operator[],
  records: Records,
  mustBeProven: boolean,
): string | null {
  for (const [index, operator] of register.entries()) {
    const broken =
      (operator.confirmedBy === null
        ? installedBreak(operator, register, index, records)
        : addedBreak(operator, records, mustBeProven)) ?? endBreak(operator, records, mustBeProven);
    if (broken) return `operator ${operator.name}: ${broken}`;
  }
  return null;
}

function installedBreak(
  { name, publicKey, enteredBy }: Operator,
  register: readonly Operator[],
  index: number,
  records: Records,
): string | null {
  const record = records.get(enteredBy);
  if (index > 1 || register[0]?.enteredBy !== enteredBy) return 'the installation made the first two alone';
  if (record?.command !== installation.words || !record.proven) return 'no signed installation made it';
  const [givenName = '', key = ''] = record.arguments.args.slice(2 * index);
  return isSamePerson(givenName, name) && isSameKey(key, publicKey)
    ? null
    : 'the installation was given another name or key';
}

function addedBreak(operator: Operator, records: Records, mustBeProven: boolean): string | null {
  const { name, publicKey, roles, since, enteredBy, confirmedBy } = operator;
  const pair = pairOf('operator add', operator, { enteredBy, confirmedBy }, records, mustBeProven);
  if (typeof pair === 'string') return pair;
  const { args, options } = pair.arguments;
  const isSame =
    isSamePerson(args[0] ?? '', name) &&
    isSameKey(args[1] ?? '', publicKey) &&
    options['roles'] === roles.join(',');
  if (!isSame) return 'its name, key or roles are not those that were signed';
  return isSoonAfter(since, records.get(confirmedBy ?? 0))
    ? null
    : 'it began at another time than was signed';
}

function endBreak(operator: Operator, records: Records, mustBeProven: boolean): string | null {
  const { name, end } = operator;
  if (end === null) return null;
  const record =
    end.kind === 'removed'
      ? pairOf('operator remove', operator, end, records, mustBeProven)
      : records.get(end.enteredBy);
  if (typeof record === 'string') return record;
  if (record?.command !== (end.kind === 'removed' ? 'operator remove' : 'operator revoke'))
    return 'no command ended it';
  if (mustBeProven && record.role !== 'operators') return 'no signed command ended it';
  if (!isSamePerson(record.arguments.args[0] ?? '', name)) return 'the command that ended it names another';
  const from = record.arguments.options['from'];
  const isAsSigned =
    typeof from === 'string'
      ? new Date(from).getTime() === end.at.getTime()
      : isSoonAfter(end.at, records.get(end.confirmedBy ?? end.enteredBy));
  return isAsSigned ? null : 'it ended at another time than was signed';
}

/** Two equal commands of two others. */
function pairOf(
  words: string,
  { name }: Operator,
  { enteredBy, confirmedBy }: { enteredBy: number; confirmedBy: number | null },
  records: Records,
  mustBeProven: boolean,
): CommandRecord | string {
  const [first, second] = [records.get(enteredBy), records.get(confirmedBy ?? 0)];
  if (first?.command !== words || second?.command !== words)
    return `no two commands "${words}" stand behind it`;
  if (JSON.stringify(first.arguments) !== JSON.stringify(second.arguments))
    return 'the two commands behind it differ';
  if (mustBeProven && !(first.role === 'operators' && second.role === 'operators'))
    return 'the commands behind it are not signed';
  const persons = [name, first.actor, second.actor];
  const isThree = persons.every(
    (one, index) => !persons.slice(index + 1).some((other) => isSamePerson(one, other)),
  );
  return isThree ? first : 'it needs two persons beside itself';
}

/** A command takes effect while it runs. */
function isSoonAfter(moment: Date, record: CommandRecord | undefined): boolean {
  const afterMs = moment.getTime() - (record?.realAt.getTime() ?? Number.NaN);
  return afterMs >= 0 && afterMs <= 3_600_000;
}

const isSameKey = (text: string, key: Buffer): boolean => Buffer.from(text, 'base64').equals(key);
