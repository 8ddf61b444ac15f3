/** The document of the API as it is served, and its parts by the contract's names. */
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import { createOpenApiDocument } from '#server/http/openapi.ts';

type Header = { schema: object };
export type Operation = {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<
    string,
    { description: string; headers?: Record<string, Header>; content?: Record<string, { schema: object }> }
  >;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: object };

export const document = JSON.parse(JSON.stringify(createOpenApiDocument('test'))) as Document;
export const calls = Object.entries(api) as [CallName, Call][];

export const operationOf = ({ method, path }: Call) =>
  document.paths[basePath + path]?.[method.toLowerCase()] as Operation;
export const authOperation = (path: string, method: string) =>
  document.paths[`/api/auth${path}`]?.[method] as Operation;
