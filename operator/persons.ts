/** Normalises the typed actor and reason of a command once, before any act or log line uses them. */
import { refuse } from '#server/platform/refusal.ts';
import { isMachine, personKey } from '#server/platform/two-persons.ts';
import { typedFault, typedText } from '#server/platform/typed-text.ts';
import { type Input, textOption } from './command.ts';

/** Refuses names without a letter, those of a sandbox's machines, and formulas. */
export function actorOf(input: Input): string {
  const text = textOption(input, 'as');
  return text === undefined ? 'operator' : nameOf('The name of --as', text);
}

/** A person's name, checked and in one form. */
export function nameOf(what: string, text: string): string {
  const name = checked(what, text);
  if (!/[\p{L}\p{N}]/u.test(personKey(name))) refuseText(`${what} has no letter`);
  if (isMixed(name)) refuseText(`${what} mixes letters of several scripts`);
  if (isMachine(name))
    refuse('EC_ACTION_NOT_ALLOWED', { details: { message: `${name} is a machine of the sandbox.` } });
  return name;
}

export function reasonIn(input: Input): string | null {
  const text = textOption(input, 'reason');
  return text === undefined ? null : checked('The reason', text);
}

function checked(what: string, text: string): string {
  const fault = typedFault(text);
  if (fault) refuseText(`${what} ${fault}`);
  return typedText(text);
}

function refuseText(message: string): never {
  refuse('EC_INVALID_INPUT', { details: { message: `${message}.` } });
}

/** A Cyrillic or Greek letter among Latin ones looks like another person and reads like the same. */
function isMixed(name: string): boolean {
  return (
    /\p{Script=Latin}/u.test(name) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(name)
  );
}
