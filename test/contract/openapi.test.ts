/** The document of the API: well formed by the OpenAPI Initiative's own schema, and complete. */
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { authOperation, calls, document, type Operation, operationOf } from './api-document.ts';

const official = 'https://spec.openapis.org/oas/3.1/schema-base';
const statusesOf = (operation: Operation) => Object.keys(operation.responses).map(Number);

describe('well formed', () => {
  test("by the OpenAPI Initiative's schema, with its dialect of JSON Schema", async () => {
    const said = await validate(official, document as never, 'BASIC');
    expect(said).toEqual({ valid: true });
  });

  test('that schema refuses what is wrong, in the document and inside a schema', async () => {
    const broken = [
      { ...document, openapi: '4.0.0' },
      { ...document, paths: { '/x': { get: { responses: { '2000': { description: '' } } } } } },
      { ...document, components: { schemas: { Odd: { type: 'amount' } } } },
    ];
    for (const each of broken) expect((await validate(official, each as never)).valid).toBe(false);
  });

  test('by the linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // What anybody may read without saying anything cannot be asked wrongly.
        'operation-4xx-response': 'off',
        // The address of the sign-in dialog leads there and nowhere else.
        'operation-2xx-response': 'off',
        // An id of a subscription has 26 letters: none is called detail.
        'no-ambiguous-paths': 'off',
        // Nobody is given a licence to a running product.
        'info-license': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  test('each pattern is a regular expression of JSON Schema', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    expect(patterns.length).toBeGreaterThan(5);
    for (const [, text = '""'] of patterns) {
      const pattern = JSON.parse(text) as string;
      expect(() => new RegExp(pattern, 'u'), pattern).not.toThrow();
      expect(pattern, 'flags are no part of a pattern').not.toMatch(/^\/|[^\\]\/[a-z]*$/);
    }
  });
});

describe('complete', () => {
  test.each(calls)('%s says every status', (_, call) => {
    const operation = operationOf(call);
    const statuses = statusesOf(operation);
    expect(statuses).toEqual(expect.arrayContaining([call.answer.status, 500, 503]));
    if (call.access !== 'anyone') expect(statuses).toContain(401);
    if (call.method === 'POST') expect(statuses).toEqual(expect.arrayContaining([403, 413]));
    if (call.body) expect(statuses).toContain(400);
    if (call.maxAge !== undefined) expect(statuses).toContain(304);
    for (const [status, { content, headers = {} }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      if (status === '429' || status === '503') expect(headers).toHaveProperty('Retry-After');
    }
  });

  test('lists may be asked wrongly, sign-in may be asked too often and fail outside', () => {
    expect(statusesOf(operationOf(api['tickets.list']))).toContain(400);
    expect(statusesOf(operationOf(api['account.transactions']))).toContain(400);
    expect(statusesOf(operationOf(api['results.lotto']))).toContain(400);
    expect(statusesOf(operationOf(api['auth.login']))).toEqual(expect.arrayContaining([400, 429, 502]));
    expect(statusesOf(operationOf(api['auth.login']))).not.toContain(401);
    expect(statusesOf(operationOf(api['auth.eLogin']))).toEqual(expect.arrayContaining([429, 502]));
  });

  test.each(calls.filter(([, call]) => call.money))('%s takes a key and says when it replays', (_, call) => {
    const { parameters, responses } = operationOf(call);
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }));
    expect(responses[call.answer.status]?.headers).toHaveProperty('Idempotent-Replay');
  });

  test('public reads may be kept, private ones not; the browser is bound by a cookie', () => {
    const read = operationOf(api['system.limits']);
    expect(read.responses['200']?.headers).toMatchObject({ ETag: {}, 'Cache-Control': {} });
    expect(read.parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }));
    expect(operationOf(api['account.details']).responses['200']?.headers).toMatchObject({
      'Cache-Control': {},
    });
    expect(operationOf(api['auth.eLogin']).responses['200']?.headers).toHaveProperty('Set-Cookie');
  });

  test.each([
    ['/csrf', 'get', [200]],
    ['/providers', 'get', [200]],
    ['/session', 'get', [200]],
    ['/session', 'post', [200, 400, 403]],
    ['/signin', 'get', [302]],
    ['/signin/{provider}', 'post', [200, 302, 400, 403]],
    ['/callback/credentials', 'post', [200, 302, 400, 401, 403, 413, 429]],
    ['/callback/elogin', 'post', [200, 302, 400, 401, 403, 413]],
    ['/signout', 'get', [200, 302]],
    ['/signout', 'post', [200, 302, 400, 403]],
    ['/error', 'get', [200, 302, 403, 500]],
    ['/verify-request', 'get', [200]],
    ['/_log', 'post', [200, 403, 413, 429]],
  ])('/api/auth%s %s', (path, method, statuses) => {
    expect(statusesOf(authOperation(path, method))).toEqual(expect.arrayContaining(statuses));
  });

  test('health', () => {
    const health = document.paths['/api/health']?.['get'];
    expect(Object.keys(health?.responses ?? {})).toEqual(['200', '503']);
  });
});
