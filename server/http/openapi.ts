/** The OpenAPI 3.1 document, derived from the contract; what is no call of it lies in `openapi-auth.ts`. */
import type { z } from 'zod';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call, comparesPlayer, playerIdHeader } from '#contract/call.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { faultsOf, refusalsOf } from '#contract/refusals.ts';
import { authPaths, healthPaths } from './openapi-auth.ts';
import {
  type Answer,
  errorAnswers,
  headers,
  jsonOf,
  type Operation,
  type Paths,
  parametersOf,
  schemaOf,
  text,
  withHeaders,
} from './openapi-parts.ts';

const description = [
  'Every call of the product. Amounts are whole krónur, times ISO 8601 in UTC. Refusals carry a code;',
  'malformed input also says what is wrong where. A call that moves money takes a key, and the same key',
  'gives the same answer. Unknown fields and query parameters are ignored, and answers may get more fields.',
].join('\n');

export function createOpenApiDocument(version: string): object {
  const paths: Paths = {};
  for (const [name, call] of Object.entries(api) as [CallName, Call][]) {
    const path = `${basePath}${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hending', version, description },
    servers: [{ url: '/', description: 'This product' }],
    paths: { ...paths, ...authPaths, ...healthPaths },
    components: {
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token' },
        webhook: { type: 'apiKey', in: 'header', name: 'Authorization' },
      },
    },
  };
}

const security: Record<Call['access'], Operation['security']> = {
  anyone: [],
  player: [{ session: [] }],
  webhook: [{ webhook: [] }],
};

function operationOf(name: CallName, call: Call): Operation {
  const parameters = [
    ...parametersOf('path', call.params),
    ...parametersOf('query', call.query),
    ...(call.money ? [idempotencyKey] : []),
    ...(comparesPlayer(call) ? [playerId] : []),
    ...(call.maxAge === undefined ? [] : [ifNoneMatch]),
    ...('stream' in call.answer ? [lastEventId] : []),
  ];
  return {
    operationId: name,
    summary: call.summary,
    tags: [name.slice(0, name.indexOf('.'))],
    security: security[call.access],
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: {
        required: !call.bodyOptional,
        content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
      },
    }),
    responses: { ...success(call), ...errorAnswers([...refusalsOf(call), ...faultsOf(call)]) },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'Made by the client for one intent; without it a call is processed as often as it arrives',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const playerId = {
  name: playerIdHeader,
  in: 'header' as const,
  required: false,
  description: 'The player for whom the page was made: with the session of another one the call is refused',
  schema: { type: 'string', pattern: '^\\d{1,18}$' },
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header' as const,
  required: false,
  description: 'The `ETag` of the answer that is known',
  schema: text,
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header' as const,
  required: false,
  description: 'The last event that the client has: it is not sent again',
  schema: text,
};

function success(call: Call): Record<string, Answer> {
  const { status, body } = call.answer;
  if ('file' in call.answer) return { [status]: file };
  if ('stream' in call.answer) return { [status]: streamOf(call.answer.stream) };
  const isPublic = call.maxAge !== undefined;
  const answer: Answer = {
    description: body ? 'Done' : 'Done, without a body',
    ...withHeaders([
      'Cache-Control',
      ...(isPublic ? (['ETag'] as const) : []),
      ...(call.money ? (['Idempotent-Replay'] as const) : []),
      ...(call.setsCookie ? (['Set-Cookie'] as const) : []),
    ]),
    ...(body && jsonOf(schemaOf(body, 'output'))),
  };
  if (!isPublic) return { [status]: answer };
  const unchanged = { description: 'What is known holds', ...withHeaders(['Cache-Control', 'ETag']) };
  return { [status]: answer, 304: unchanged };
}

function streamOf(data: z.ZodType): Answer {
  const contentSchema = schemaOf(data, 'output');
  return {
    description:
      'Server-sent events: the latest at once, then each as it comes; a comment every 15 seconds. The ' +
      'schema is that of the data of an event.',
    ...withHeaders(['Cache-Control']),
    content: {
      'text/event-stream': { schema: { ...text, contentMediaType: 'application/json', contentSchema } },
    },
  };
}

const file: Answer = {
  description: 'A file',
  headers: { 'Content-Disposition': headers['Content-Disposition'] },
  content: { 'application/json': { schema: {} }, 'text/csv': { schema: text } },
};
