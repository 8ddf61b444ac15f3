/** What the document of the API is put together from. */
import { z } from 'zod';
import type { CodedStatus } from '#contract/refusals.ts';

export type Schema = Record<string, unknown>;
type Header = { description: string; required?: true; schema: Schema };
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
export type Answer = {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, { schema: Schema }>;
};
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer>;
};
export type Paths = Record<string, Record<string, Operation>>;

/** Open for fields to come: what is answered may get more of them, and more are not read. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

export const text = { type: 'string' } as const;

export const headers = {
  'Cache-Control': { description: 'Whether and for how long the answer may be kept', schema: text },
  ETag: { description: 'For `If-None-Match`', schema: text },
  'Idempotent-Replay': {
    description: 'There when the same key was answered before, and the answer is that one',
    schema: { const: 'true' },
  },
  'Retry-After': { description: 'Seconds', schema: { type: 'string', pattern: '^\\d+$' } },
  'Set-Cookie': { description: 'Binds the browser', schema: text },
  'Content-Disposition': { description: 'The name of the file', schema: text },
  Location: { description: 'Where to go on', schema: { type: 'string', format: 'uri-reference' } },
} satisfies Record<string, Header>;

export function withHeaders(names: readonly (keyof typeof headers)[]): Pick<Answer, 'headers'> {
  return names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, headers[name]])) };
}

export const jsonOf = (schema: Schema): Pick<Answer, 'content'> => ({
  content: { 'application/json': { schema } },
});

export function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

/** One answer a status, naming the codes that it comes with. */
export function errorAnswers(all: readonly CodedStatus[]): Record<string, Answer> {
  const byStatus = Map.groupBy(all, ([, status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map(([code]) => code).join(', '),
        ...withHeaders(status === 429 || status === 503 ? ['Retry-After'] : []),
        ...jsonOf({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}
