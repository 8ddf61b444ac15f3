/** What the document says of addresses that are no calls of the contract: session endpoints and health. */
import { z } from 'zod';
import type { CodedStatus } from '#contract/refusals.ts';
import {
  type Answer,
  errorAnswers,
  jsonOf,
  type Operation,
  type Paths,
  parametersOf,
  schemaOf,
  withHeaders,
} from './openapi-parts.ts';

const provider = z.object({
  id: z.string(),
  name: z.string(),
  type: z.literal('credentials'),
  signinUrl: z.url(),
  callbackUrl: z.url(),
});
const session = z.union([
  z.object({
    user: z.object({
      playerId: z.string(),
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
    }),
    expires: z.iso.datetime(),
  }),
  z.strictObject({}).describe('Nobody is signed in'),
]);
const form = {
  csrfToken: z.string().describe('Of `GET /api/auth/csrf`, whose cookie comes along'),
  callbackUrl: z.string().optional().describe('Where to go on, on this origin'),
  json: z.literal('true').optional().describe('The address is answered in a body instead of a redirect'),
};
const from = z.object({ callbackUrl: z.string().optional() });
const fromWithError = z.object({ callbackUrl: z.string().optional(), error: z.string().optional() });

const faults: CodedStatus[] = [
  ['EC_EXCEPTION', 500],
  ['EC_SYSTEM_CLOSED', 503],
];
const postFaults: CodedStatus[] = [['EC_ACTION_NOT_ALLOWED', 403], ['EC_INVALID_INPUT', 413], ...faults];

const read = (schema: z.ZodType, description: string): Answer => ({
  description,
  ...withHeaders(['Cache-Control']),
  ...jsonOf(schemaOf(schema, 'output')),
});
const page = (description: string): Answer => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
});
const redirect: Answer = { description: 'Go on there', ...withHeaders(['Location', 'Set-Cookie']) };
const address = (description: string, more: readonly 'Retry-After'[] = []): Answer => ({
  description,
  ...withHeaders(['Set-Cookie', ...more]),
  ...jsonOf(schemaOf(z.object({ url: z.url() }), 'output')),
});

/** What a form that leads on answers, whatever it is about. */
const led: Record<string, Answer> = {
  200: address('Where to go on, with `json=true`; without a right `csrfToken` back to the page that asks'),
  302: redirect,
  400: {
    description: 'The `callbackUrl` of the query is no web address',
    ...jsonOf(schemaOf(z.object({ name: z.literal('InvalidCallbackUrl'), message: z.string() }), 'output')),
  },
  ...errorAnswers(postFaults),
};
const notProven: Record<string, Answer> = {
  401: address('Not signed in: `error` in the query of the address is the code, with `json=true`'),
};

/** Of the line, or as everywhere when the product is closed. */
const fullLine: Answer = {
  description: 'Too many wait to sign in: `error` in the query of the address says so. Or `EC_SYSTEM_CLOSED`',
  ...withHeaders(['Retry-After']),
  ...jsonOf({
    anyOf: [schemaOf(z.object({ url: z.url() }), 'output'), { $ref: '#/components/schemas/Error' }],
  }),
};

type Said = { summary: string; query?: z.ZodObject; fields?: z.ZodObject; responses: Operation['responses'] };

function operation(operationId: string, { summary, query, fields, responses }: Said): Operation {
  const parameters = parametersOf('query', query);
  return {
    operationId,
    summary,
    tags: ['session'],
    security: [],
    ...(parameters.length > 0 && { parameters }),
    ...(fields && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: schemaOf(fields, 'input') } },
      },
    }),
    responses,
  };
}

const csrf = operation('session.csrf', {
  summary: 'The token that a form repeats, with its cookie',
  responses: {
    200: {
      ...read(z.object({ csrfToken: z.string() }), 'The token'),
      ...withHeaders(['Cache-Control', 'Set-Cookie']),
    },
    ...errorAnswers(faults),
  },
});

const sessionPaths: Paths[string] = {
  get: operation('session.read', {
    summary: 'Who is signed in',
    responses: {
      200: { ...read(session, 'The session'), ...withHeaders(['Cache-Control', 'Set-Cookie']) },
      ...errorAnswers(faults),
    },
  }),
  post: {
    ...operation('session.update', {
      summary: 'Reads the session anew; no field of it can be set',
      responses: {
        200: { ...read(session, 'The session'), ...withHeaders(['Cache-Control', 'Set-Cookie']) },
        400: { description: 'No right `csrfToken`', ...jsonOf(schemaOf(z.strictObject({}), 'output')) },
        ...errorAnswers(postFaults),
      },
    }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(z.object({ csrfToken: z.string() }), 'input') } },
    },
  },
};

const signOutPaths: Paths[string] = {
  get: operation('session.signOutPage', {
    summary: 'A page that asks before signing out',
    query: from,
    responses: { 200: page('The page'), 302: redirect, ...errorAnswers(faults) },
  }),
  post: operation('session.signOut', {
    summary: 'Ends the session',
    query: from,
    fields: z.object(form),
    responses: led,
  }),
};

export const authPaths: Paths = {
  '/api/auth/csrf': { get: csrf },
  '/api/auth/providers': {
    get: operation('session.providers', {
      summary: 'The ways to sign in, by their ids',
      responses: {
        200: read(z.record(z.string(), provider), 'The ways'),
        ...errorAnswers(faults),
      },
    }),
  },
  '/api/auth/session': sessionPaths,
  '/api/auth/signin': {
    get: operation('session.signInPage', {
      summary: 'Leads to the page with the sign-in dialog',
      query: fromWithError,
      responses: { 302: redirect, ...errorAnswers(faults) },
    }),
  },
  '/api/auth/signin/{provider}': {
    post: {
      ...operation('session.startSignIn', {
        summary: 'Leads to the page that asks: both ways prove themselves at their callback',
        query: from,
        fields: z.object(form),
        responses: led,
      }),
      parameters: [
        ...parametersOf('path', z.object({ provider: z.enum(['credentials', 'elogin']) })),
        ...parametersOf('query', from),
      ],
    },
  },
  '/api/auth/callback/credentials': {
    post: operation('session.signInByPassword', {
      summary: 'Signs in by name and password',
      query: from,
      fields: z.object({ username: z.string(), password: z.string(), ...form }),
      responses: {
        ...led,
        ...notProven,
        429: address('Too often in vain', ['Retry-After']),
        503: fullLine,
      },
    }),
  },
  '/api/auth/callback/elogin': {
    post: operation('session.signInByELogin', {
      summary: 'Signs in by a token of `POST /api/proxy/auth/e-login` whose person is proven',
      query: from,
      fields: z.object({ token: z.string(), eLoginType: z.enum(['sim', 'app']), ...form }),
      responses: { ...led, ...notProven },
    }),
  },
  '/api/auth/signout': signOutPaths,
  '/api/auth/error': {
    get: operation('session.error', {
      summary: 'What went wrong: errors of signing in lead to the sign-in dialog, others have a page',
      query: fromWithError,
      responses: {
        ...errorAnswers(faults),
        200: page('Another error'),
        302: redirect,
        403: page('`AccessDenied` or `Verification`'),
        500: page('`Configuration`'),
      },
    }),
  },
  '/api/auth/verify-request': {
    get: operation('session.verifyRequest', {
      summary: 'A page that says: look into your letters',
      query: from,
      responses: { 200: page('The page'), 302: redirect, ...errorAnswers(faults) },
    }),
  },
  '/api/auth/_log': {
    post: operation('session.log', {
      summary: 'What the session client of the browser noticed',
      fields: z
        .object({ level: z.enum(['error', 'warn', 'debug']), code: z.string(), message: z.string() })
        .partial(),
      responses: {
        200: { description: 'Taken, or left out in silence' },
        ...errorAnswers([['EC_ACTION_NOT_ALLOWED', 429], ...postFaults]),
      },
    }),
  },
};

const health = z.object({ status: z.literal('ok'), version: z.string(), sandbox: z.url().optional() });

export const healthPaths: Paths = {
  '/api/health': {
    get: {
      ...operation('health.ready', {
        summary: 'Whether a sale could be written',
        responses: {
          200: read(health, 'It could; in a sandbox also where the sandboxes are'),
          ...errorAnswers([['EC_SYSTEM_CLOSED', 503]]),
        },
      }),
      tags: ['health'],
    },
  },
  '/api/live': {
    get: {
      ...operation('health.live', {
        summary: 'Whether the process answers',
        responses: { 200: read(z.object({ status: z.literal('ok') }), 'It does') },
      }),
      tags: ['health'],
    },
  },
};
