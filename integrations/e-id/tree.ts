/** The tree of callbacks: begun, filled in once, then polled. */
import type { EIdFailure } from './face.ts';
import { fail, failure, failureOf } from './failures.ts';
import { type Answer, ask, type Cookies } from './http.ts';
import {
  type Callback,
  choiceType,
  confirmedSchema,
  layoutOf,
  paths,
  refusalSchema,
  sessionCookie,
  type Tree,
  type TreeField,
  type TreeService,
  treeHeaders,
  treeSchema,
  waitingType,
} from './wire.ts';

export type TreeAnswer =
  | { kind: 'asks' | 'waits'; tree: Tree; cookies: Cookies }
  | { kind: 'confirmed'; cookies: Cookies }
  | { kind: 'refused'; failure: EIdFailure };

type TreeAsking = { base: string; cookies: Cookies; timeoutMs: number };

/** The first two calls name the service, polls do not. Throws `EIdError`. */
export async function askTree(asking: TreeAsking, tree: Tree | null, service?: TreeService) {
  const query = service ? `?authIndexType=service&authIndexValue=${service}` : '';
  const answer = await ask(
    `${asking.base}${paths.authenticate}${query}`,
    { headers: treeHeaders, body: JSON.stringify(tree ?? {}), cookies: asking.cookies },
    asking.timeoutMs,
  );
  return read(answer);
}

function read({ status, json, cookies }: Answer): TreeAnswer {
  if (status === 401) {
    const { message, detail } = refusalSchema.safeParse(json).data ?? {};
    return { kind: 'refused', failure: failureOf([detail?.failureUrl, message]) };
  }
  if (status !== 200) return { kind: 'refused', failure: failure('refused', `the tree answers ${status}`) };
  if (confirmedSchema.safeParse(json).success) {
    if (!cookies[sessionCookie]) fail('unreadable', 'confirmed without the cookie of the session');
    return { kind: 'confirmed', cookies };
  }
  const tree = treeSchema.safeParse(json).data;
  if (!tree) return fail('unreadable', 'the answer of the tree');
  const waits = tree.callbacks.some(({ type }) => type === waitingType);
  return { kind: waits ? 'waits' : 'asks', tree, cookies };
}

/**
 * The tree with every field filled in by its index; `method` is the name of the method, whose index stands in
 * the callback itself and differs between environments.
 */
export function fill(
  { authId, callbacks }: Tree,
  service: TreeService,
  values: Record<TreeField, string>,
): Tree {
  const layout = layoutOf(service);
  if (callbacks.length !== layout.length)
    fail('unreadable', `${service} asks for ${callbacks.length} values, not ${layout.length}`);
  return {
    authId,
    callbacks: callbacks.map((callback, index) => {
      const field = layout[index];
      if (field === undefined) return callback;
      const value = field === 'method' ? indexOf(callback, values.method) : values[field];
      const [first] = callback.input ?? [];
      if (!first) return fail('unreadable', `callback ${index} of ${service} takes no value`);
      return { ...callback, input: [{ ...first, value }] };
    }),
  };
}

function indexOf({ type, output }: Callback, method: string): number {
  const choices = output.map(({ value }) => value).find((value) => Array.isArray(value));
  const index = type === choiceType && choices ? choices.indexOf(method) : -1;
  return index >= 0 ? index : fail('refused', `the tree offers no method ${method}`);
}
