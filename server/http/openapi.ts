/** The OpenAPI 3.1 document, derived from the contract. Source: decisions §1. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import { type ErrorCode, errorBodySchema, statusOf } from '#contract/errors.ts';

const bodyRefusals = ['EC_MISSING_FIELD', 'EC_MISSING_BODY'] as const;

export function createOpenApiDocument(version: string): object {
  const app = new OpenAPIHono();
  for (const name of Object.keys(api) as CallName[]) register(app, name, api[name]);
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
  });
  return app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Hending', version } });
}

function register(app: OpenAPIHono, name: CallName, call: Call): void {
  app.openAPIRegistry.registerPath({
    method: call.method === 'GET' ? 'get' : 'post',
    path: `${basePath}${call.path}`,
    operationId: name,
    summary: call.summary,
    tags: [name.slice(0, name.indexOf('.'))],
    ...(call.access === 'player' && { security: [{ session: [] }] }),
    request: {
      ...(call.params && { params: call.params }),
      ...(call.query && { query: call.query }),
      ...(call.body && { body: { required: true, content: { 'application/json': { schema: call.body } } } }),
    },
    responses: { ...success(call), ...refusals(call) },
  });
}

function success(call: Call) {
  const { status, body } = call.answer;
  if ('file' in call.answer) return { [status]: { description: 'A file' } };
  return {
    [status]: body
      ? { description: 'Done', content: { 'application/json': { schema: body } } }
      : { description: 'Done, without a body' },
  };
}

/** One response a status, naming the codes that answer with it. */
function refusals(call: Call) {
  const faults: readonly ErrorCode[] = call.money ? ['EC_EXCEPTION', 'EC_INTERNAL_ERROR'] : ['EC_EXCEPTION'];
  const byStatus = Map.groupBy([...refusalsOf(call), ...faults], (code) => statusOf(code));
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: group.join(', '), content: { 'application/json': { schema: errorBodySchema } } },
    ]),
  );
}

/** Every code that a call may refuse with: its own, and what calls of its kind share. */
export function refusalsOf(call: Call): ReadonlySet<ErrorCode> {
  return new Set([
    ...call.refusals,
    ...(call.body ? (['EC_INVALID_INPUT'] as const) : []),
    // A body that may be left out has no field that must be there.
    ...(call.body && !call.bodyOptional ? bodyRefusals : []),
    ...(call.access === 'player' ? (['EC_AUTH_FAIL'] as const) : []),
    ...(call.money ? moneyRefusals : []),
  ]);
}

const moneyRefusals = ['EC_ELOGIN_AUTH_REQUIRED', 'EC_ACTION_NOT_ALLOWED', 'EC_ACCOUNT_CLOSED'] as const;
