/** The tree of callbacks from the provider's side. */
import type { Context } from 'hono';
import { Hono } from 'hono';
import {
  type Callback,
  choiceType,
  layoutOf,
  paths,
  sessionCookie,
  type Tree,
  type TreeField,
  type TreeService,
  treeHeaders,
  treeSchema,
  treeServices,
  waitingType,
} from '../wire.ts';
import { type PhoneRequest, type Requests, secret } from './requests.ts';

/** Not the order of production, and not the same in each version: a fixed index must fail. */
const methodsOf: Record<TreeService, readonly string[]> = {
  api_v200: ['card', 'app', 'sim'],
  api_v201: ['sim', 'card', 'app'],
  api_v202: ['app', 'card', 'sim'],
};

/** A tree under way: its newest id, and the one before, since an answer may be lost on its way. */
type Journey = {
  ids: string[];
  service: TreeService;
  callbacks: readonly Callback[];
  request: PhoneRequest | null;
};

export type TreeParts = {
  clientId: string;
  requests: Requests;
  /** A code that refuses the next call. */
  refuseNext(): string | undefined;
  /** A session for a confirmed request; its id is the cookie. */
  openSession(request: PhoneRequest): string;
};

const balancerCookie = 'audssolb=01';
const journeysKept = 500;

export function treeRoutes(parts: TreeParts): Hono {
  const journeys: Journey[] = [];
  const app = new Hono();
  app.post(paths.authenticate, async (c) => {
    for (const [name, value] of Object.entries(treeHeaders)) {
      if (c.req.header(name) !== value) return c.json({ code: 400, message: `header ${name}` }, 400);
    }
    const body: unknown = await c.req.json().catch(() => null);
    const code = parts.refuseNext();
    if (code !== undefined) return refused(c, code);
    const tree = treeSchema.safeParse(body).data;
    if (!tree)
      return c.req.query('authIndexType') === 'service' ? begin(c, journeys) : refused(c, 'mssp_101');
    const journey = journeys.find(({ ids }) => ids.includes(tree.authId));
    if (!journey || !c.req.header('cookie')?.includes(balancerCookie)) return refused(c, 'session not found');
    if (!journey.request) return filled(c, parts, journey, tree);
    return polled(c, parts, journey, journey.request);
  });
  return app;
}

function begin(c: Context, journeys: Journey[]) {
  const service = treeServices.find((known) => known === c.req.query('authIndexValue'));
  if (!service) return refused(c, 'No Configuration found');
  const callbacks = layoutOf(service).map((field, index) => callbackFor(field, index, service));
  const journey: Journey = { ids: [], service, callbacks, request: null };
  journeys.push(journey);
  if (journeys.length > journeysKept) journeys.shift();
  c.header('set-cookie', `${balancerCookie}; Path=/; HttpOnly`);
  return c.json({ authId: nextId(journey), callbacks });
}

function callbackFor(field: TreeField, index: number, service: TreeService): Callback {
  const name = `IDToken${index + 1}`;
  const prompt = { name: 'prompt', value: prompts[field] };
  if (field !== 'method')
    return { type: 'NameCallback', output: [prompt], input: [{ name, value: '' }], _id: index };
  const choices = { name: 'choices', value: methodsOf[service] };
  const output = [prompt, choices, { name: 'defaultChoice', value: 0 }];
  return { type: choiceType, output, input: [{ name, value: 0 }], _id: index };
}

const prompts: Record<TreeField, string> = {
  clientId: 'ClientID',
  relatedParty: 'Related party',
  title: 'Application title',
  user: 'User',
  message: 'Message',
  vchoice: 'vchoice',
  confirmMessage: 'confirmMessage',
  hash: 'Hash',
  method: 'Authentication method',
};

/** The filled tree comes back to where it was begun. */
function filled(c: Context, parts: TreeParts, journey: Journey, tree: Tree) {
  if (c.req.query('authIndexValue') !== journey.service) return refused(c, 'No Configuration found');
  const inputs = tree.callbacks.map(({ input }) => input?.[0]);
  const wrong = journey.callbacks.some(({ input }, index) => input?.[0]?.name !== inputs[index]?.name);
  if (wrong || inputs.length !== journey.callbacks.length) return refused(c, 'mssp_101');
  const layout = layoutOf(journey.service);
  const values = { title: '' } as Record<TreeField, string>;
  for (const [index, field] of layout.entries()) values[field] = String(inputs[index]?.value ?? '');
  if (values.clientId !== parts.clientId) return refused(c, 'audkenni_403');
  const method = methodsOf[journey.service][Number(values.method)] ?? '';
  const request = parts.requests.open(values, method);
  if (typeof request === 'string') return refused(c, request);
  journey.request = request;
  return waits(c, journey);
}

function polled(c: Context, { requests, openSession }: TreeParts, journey: Journey, request: PhoneRequest) {
  const outcome = requests.outcome(request);
  if (outcome === 'waits') return waits(c, journey);
  if (outcome !== 'confirmed') return refused(c, outcome);
  request.ended = 'confirmed';
  journey.ids = []; // a tree ends once
  const tokenId = openSession(request);
  c.header('set-cookie', `${sessionCookie}=${tokenId}; Path=/; HttpOnly`);
  return c.json({ tokenId, successUrl: '/sso/console', realm: '/audkenni' });
}

function waits(c: Context, journey: Journey) {
  const output = [
    { name: 'waitTime', value: '5000' },
    { name: 'message', value: 'Waiting for the phone' },
  ];
  return c.json({ authId: nextId(journey), callbacks: [{ type: waitingType, output }] });
}

function nextId(journey: Journey): string {
  const id = secret();
  journey.ids = [id, ...journey.ids.slice(0, 1)];
  return id;
}

function refused(c: Context, code: string) {
  const message = `Login failure: ${code}`;
  return c.json({ code: 401, reason: 'Unauthorized', message, detail: { failureUrl: code } }, 401);
}
