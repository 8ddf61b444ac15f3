/** With which codes and statuses a call may answer instead of what was asked for. */
import { type Call, comparesPlayer, isRateLimited } from './call.ts';
import { type ErrorCode, statusOf } from './errors.ts';

export type CodedStatus = readonly [code: ErrorCode, status: number];

/** The refusals of the call itself, and those that calls of its kind share; a test is answered each. */
export function refusalsOf(call: Call): CodedStatus[] {
  const own = call.refusals.flatMap((code) =>
    (call.statuses?.[code] ?? [statusOf(code)]).map((status): CodedStatus => [code, status]),
  );
  const shared: ErrorCode[] = [
    ...malformed(call),
    ...(call.access === 'anyone' ? [] : (['EC_AUTH_FAIL'] as const)),
    // From a page of another origin, or of another player.
    ...(call.method === 'POST' || comparesPlayer(call) ? (['EC_ACTION_NOT_ALLOWED'] as const) : []),
    ...(call.money ? (['EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'] as const) : []),
  ];
  const limited: CodedStatus[] = isRateLimited(call) ? [['EC_ACTION_NOT_ALLOWED', 429]] : [];
  return unique([...own, ...shared.map((code): CodedStatus => [code, statusOf(code)]), ...limited]);
}

/** What may befall every call of this kind, whatever is asked. */
export function faultsOf(call: Call): CodedStatus[] {
  const ofBody: CodedStatus[] = [
    ['EC_INVALID_INPUT', 413],
    ['EC_INVALID_INPUT', 415],
  ];
  const large = call.method === 'POST' ? ofBody : [];
  // An address that is no plain text is refused before its call is known.
  const ofAddress: CodedStatus[] = takesText(call) ? [] : [['EC_INVALID_INPUT', 400]];
  const fault: CodedStatus = [call.money ? 'EC_INTERNAL_ERROR' : 'EC_EXCEPTION', 500];
  return [...ofAddress, ...large, fault, ['EC_SYSTEM_CLOSED', 503]];
}

/** Control characters are refused in every text field, so each call that takes text can refuse its input. */
function takesText(call: Call): boolean {
  const { params, query, body } = call;
  return comparesPlayer(call) || [body, params, query].some((part) => part !== undefined);
}

function malformed(call: Call): ErrorCode[] {
  const { query, body, bodyOptional } = call;
  // A body that may be left out has no field that must be there.
  const isMissing = (body && !bodyOptional) || (query && !query.safeParse({}).success);
  return [
    ...(takesText(call) ? (['EC_INVALID_INPUT'] as const) : []),
    ...(isMissing ? (['EC_MISSING_FIELD'] as const) : []),
    ...(body && !bodyOptional ? (['EC_MISSING_BODY'] as const) : []),
  ];
}

function unique(all: readonly CodedStatus[]): CodedStatus[] {
  return [...new Map(all.map((each) => [each.join(), each])).values()];
}
