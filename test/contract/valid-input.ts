/** Requests that the contract lets through, derived from a call's schemas, and such ones with one fault. */
import fc from 'fast-check';
import { z } from 'zod';
import type { CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';

export type Request = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
};

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
};

/** Tickets that were bought in this run, for the calls that name one. */
export const bought: { ticketId: string; couponId: string; key: string; cookie: string }[] = [];

/** The same of pools. */
export const boughtPools: Record<'toto' | 'xg', { ticketId: string; cookie: string }[]> = {
  toto: [],
  xg: [],
};

/** Club pools that are open, and shares of them that were bought in this run. */
export const pools: string[] = [];
export const shares: { id: string; cookie: string }[] = [];

/** Subscriptions, each of another player. */
export const subscribed: { id: string; cookie: string }[] = [];

/** Rows that were saved in this run, each by another player. */
export const savedRows: { id: string; cookie: string }[] = [];

const digits = (pattern: RegExp) => fc.stringMatching(pattern);
const mobile = digits(/^6[0-9]{6}$/);
const password = digits(/^[a-zá-ö0-9]{8,30}$/);
const ofTicket = (part: 'ticketId' | 'couponId' | 'key') =>
  fc.nat().map((index) => bought[index % Math.max(1, bought.length)]?.[part] ?? 'enginn');
const ofSubscription = fc
  .nat()
  .map((index) => subscribed[index % Math.max(1, subscribed.length)]?.id ?? 'engin');
const gameId = fc.oneof(
  { weight: 9, arbitrary: fc.constant('lotto') },
  fc.constantFrom('vikinglotto', 'eurojackpot', 'totoeng', 'lengjanlive'),
);

/** What the schema cannot say, by the name of the field. */
const known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  gameId,
  draw: fc.constant(2085),
  rulesId: fc.constantFrom('lotto-2008-05-11', 'eurojackpot-1900-01-01', 'totoeng-2022', 'xg-2022'),
  programId: fc.constantFrom('totoeng-1', 'xg-1'),
  groupId: fc.constantFrom('sat', 'sat', 'sun'),
  supportId: fc.constant(0),
  clubId: fc.constantFrom('112', '113'),
  poolId: fc.nat().map((index) => pools[index % Math.max(1, pools.length)] ?? 'enginn'),
  shareId: fc.nat().map((index) => shares[index % Math.max(1, shares.length)]?.id ?? 'enginn'),
  teamGroupNumber: fc.integer({ min: 1, max: 999 }),
  teamId: fc.constantFrom('1', '2'),
  competitionId: fc.constantFrom('2026-5', '2027-1'),
  numbers: fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { minLength: 5, maxLength: 5 }),
  drawCount: fc.constantFrom(1, 2, 3),
  subscriptionDrawDays: fc.constant(['sat']),
  id: ofSubscription,
  subscriptionId: ofSubscription,
  savedId: fc.nat().map((index) => savedRows[index % Math.max(1, savedRows.length)]?.id ?? 'engin'),
  ticketId: ofTicket('ticketId'),
  couponId: ofTicket('couponId'),
  key: fc.oneof(ofTicket('key'), fc.constant('game-configs')),
  slug: fc.constantFrom('um-okkur', 'engin-slik'),
  nationalId: fc.constantFrom('0101700019', '1706850089', '2412990079'),
  expires: fc.constantFrom('2029-05-10', '2030-12-10T00:00:00.000Z'),
  email: digits(/^[a-z0-9]{1,20}@[a-z]{2,9}\.is$/),
  mobile,
  phone: mobile,
  cellphoneNumber: mobile,
  name: digits(/^[A-Z][a-z]{2,12}$/),
  address: digits(/^[A-ZÁÐÉ][a-záðé]{2,12}stígur [1-9][0-9]?$/),
  postalCode: digits(/^[1-9][0-9]{2}$/),
  code: digits(/^[0-9]{6}$/),
  bankAccount: fc.constantFrom('0101-26-000001', '0133-15-123456'),
  password,
  currentPassword: password,
  username: digits(/^[a-z]{6}[a-z0-9]{0,6}$/),
  week: fc.integer({ min: 1, max: 53 }).map(String),
  year: fc.integer({ min: 1986, max: 2027 }).map(String),
  days: fc.integer({ min: 1, max: 400 }),
  amount: fc.integer({ min: 400, max: 250_000 }),
  number: digits(/^4[0-9]{15}$/),
  depositLimitDay: fc.integer({ min: 0, max: 20_000 }),
  depositLimitWeek: fc.integer({ min: 0, max: 50_000 }),
  depositLimitMonth: fc.integer({ min: 0, max: 90_000 }),
  stakeLimitDay: fc.integer({ min: 0, max: 20_000 }),
};

const row = '1X21X21X21X21';
const goals = '0/1,0,0,0,0,0,0,0,0,0,0,0,7+';

/** Names a ticket of that kind, once there is one. */
const ofPool = (kind: 'toto' | 'xg') => (request: Request) => {
  const [first] = boughtPools[kind];
  return first ? { ...request, params: { ticketId: first.ticketId } } : request;
};

/** Makes the parts of a request agree with one another, where the rules say that they must. */
const coherent: Partial<Record<CallName, (request: Request) => Request>> = {
  'lotto.buy': (request) => {
    const {
      system: _,
      subscriptionDrawDays: __,
      acceptedSubscriptionTerms: ___,
      ...body
    } = request.body ?? {};
    const rows = (body['rows'] as object[]).map((row) => ({ ...row, bonusNumbers: [] }));
    const perDraw = rows.length * 150 + (body['joker'] === undefined ? 0 : 250);
    return { ...request, body: { ...body, rows, stake: perDraw * Number(body['drawCount'] ?? 1) } };
  },
  'savedRows.save': ({ body, ...request }) => {
    const { system: _, ...saved } = body ?? {};
    const rows = (saved['rows'] as object[]).map((row) => ({ ...row, bonusNumbers: [] }));
    return { ...request, body: { ...saved, rows } };
  },
  'savedRows.saveMarks': ({ body, ...request }) => {
    const { system: _, panelU: __, ...saved } = body ?? {};
    return { ...request, body: { ...saved, gameId: 'totoeng', panels: row } };
  },
  'toto.currentProgram': ({ query: { groupId: _, ...query }, ...request }) => ({
    ...request,
    params: { gameId: 'totoeng' },
    query,
  }),
  'pools.whatIf': (request) => ({ ...request, params: { gameId: 'totoeng' }, query: { rows: row } }),
  'pools.statistics': (request) => ({ ...request, params: { gameId: 'totoeng' } }),
  'toto.results': ({ query, ...request }) => ({ ...request, query: { ...query, gameId: 'totoeng' } }),
  'toto.buy': ({ body, ...request }) => {
    const { system: _, panelU: __, ...rest } = body ?? {};
    return { ...request, body: { ...rest, panels: `${row}|${row}`, rows: 2, stake: 26 } };
  },
  'toto.buyRows': ({ body, ...request }) => ({
    ...request,
    body: { ...body, pcRows: row, rows: 1, stake: 13 },
  }),
  'xg.buy': ({ body, ...request }) => ({ ...request, body: { ...body, panels: goals, rows: 2, stake: 26 } }),
  'toto.ticket': ofPool('toto'),
  'toto.cancel': ofPool('toto'),
  'xg.ticket': ofPool('xg'),
  'xg.cancel': ofPool('xg'),
  'clubsale.buyShare': ({ body, ...request }) => ({ ...request, body: { ...body, stake: 100 } }),
  'lotto.whatIf': (request) => ({ ...request, query: { rows: '1-2-3-4-5_6-7-8-9-10' } }),
  'auth.eLogin': ({ body, ...request }) => ({
    ...request,
    body: { cellphoneNumber: '6110011', nationalId: '0101700019', ...body },
  }),
  'auth.initiateResetPassword': ({ body, ...request }) => ({
    ...request,
    body: { username: 'spilari1', ...body },
  }),
  // There is no team and no club here; and nobody's password is known.
  'account.update': (request) => {
    const { password: _, currentPassword: __, teamId: ___, supportId: ____, ...body } = request.body ?? {};
    return { ...request, body };
  },
  'account.changePassword': (request) => ({
    ...request,
    body: { ...request.body, confirmPassword: request.body?.['password'] },
  }),
};

function fromSchema(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const special = known[name];
  // In an address a number is its digits.
  if (special) return schema.type === 'string' ? special.map(String) : special;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fromSchema(each)));
  switch (schema.type) {
    case 'object':
      return objectFrom(schema);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, name === 'joker' ? 'jokerDigit' : ''), {
        minLength: schema.minItems ?? (name === 'joker' ? 5 : 1),
        maxLength: schema.maxItems ?? (name === 'joker' ? 5 : 10),
      });
    case 'string':
      return schema.pattern
        ? fc.stringMatching(new RegExp(schema.pattern, 'u'), { maxLength: schema.maxLength ?? 60 })
        : fc.string({ minLength: schema.minLength ?? 1, maxLength: Math.min(schema.maxLength ?? 60, 60) });
    case 'integer':
      return name === 'jokerDigit'
        ? fc.nat({ max: 9 })
        : fc.integer({ min: Math.max(schema.minimum ?? 1, 1), max: 500_000 });
    case 'number':
      return fc.integer({ min: 0, max: 500_000 });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constantFrom({}, 'texti', 1);
  }
}

function objectFrom({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([key, schema]) => [key, fromSchema(schema, key)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function part(schema: z.ZodObject | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (!schema) return fc.constant({});
  return objectFrom(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}

export function validRequest(name: CallName, call: Call): fc.Arbitrary<Request> {
  const { params, query, body } = call;
  return fc
    .record({ params: part(params), query: part(query), body: body ? part(body) : fc.constant(undefined) })
    .map((request) => coherent[name]?.(request) ?? request);
}

/** Whether the contract's own schemas take it. */
export function passesSchema({ params, query, body }: Call, request: Request): boolean {
  return (
    (params?.safeParse(request.params).success ?? true) &&
    (query?.safeParse(request.query).success ?? true) &&
    (body?.safeParse(request.body).success ?? true)
  );
}

/** What no field was made for. */
export const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    "'; DROP TABLE tickets;--",
    '<script>',
    '../../etc',
    '%00',
    '\u0000',
    '🙂',
    '\u202e',
    '9'.repeat(400),
    '-1',
    '1e9',
  ),
);

const faulty = fc.oneof(
  strange,
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown[]>(null, true, '', 0, -1, 46, 2 ** 31, 2 ** 53, [], {}, [[]], undefined),
);

type Change = (value: unknown) => unknown;

/** The value itself a little off: by one, longer, twice, without its last part. */
const nearby: Change[] = [
  (value) => (typeof value === 'number' ? value + 1 : value),
  (value) => (typeof value === 'number' ? -value : value),
  (value) => (typeof value === 'string' ? `${value} ` : value),
  (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  (value) => (Array.isArray(value) ? [...value, ...value] : value),
  (value) => (Array.isArray(value) ? value.slice(0, -1) : value),
  (value) => (Array.isArray(value) ? value.toReversed() : value),
];

function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return path.length > 1 ? [path] : [];
  const below = Object.entries(value).flatMap(([key, each]) =>
    placesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length > 1 ? [path, ...below] : below;
}

function changed(value: unknown, path: readonly (string | number)[], change: Change): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = changed(copy[key], rest, change);
  return copy;
}

/** A request that the contract lets through but for one field, somewhere in it. */
export function requestWithFault(valid: fc.Arbitrary<Request>): fc.Arbitrary<Request> {
  const change = fc.oneof(
    faulty.map(
      (value): Change =>
        () =>
          value,
    ),
    fc.constantFrom(...nearby),
  );
  return fc.tuple(valid, fc.nat(), change).map(([request, turn, act]) => {
    const places = placesOf(request);
    const place = places[turn % Math.max(1, places.length)];
    return place ? (changed(request, place, act) as Request) : request;
  });
}
