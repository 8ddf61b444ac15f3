/**
 * DatoCMS' Content Delivery protocol, as far as the product speaks it: POST of a GraphQL request as JSON. An
 * error of HTTP is `{ data: [{ type: "api_error", attributes: { code, details } }] }`, an error of GraphQL
 * `{ errors: [{ message }] }`, also with status 200.
 */
import { z } from 'zod';

export type GraphqlRequest = {
  query: string;
  variables: Record<string, unknown>;
  operationName: string;
};

export const answerSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

export const apiErrorSchema = z.object({
  data: z.array(
    z.object({
      attributes: z.object({ code: z.string(), details: z.object({ message: z.string().optional() }) }),
    }),
  ),
});

export const headers = {
  key: 'authorization',
  /** `true` or left out; any other value is refused. */
  includeDrafts: 'x-include-drafts',
  /** Asked with `true`, answered with the tags of what was read. */
  cacheTags: 'x-cache-tags',
} as const;

/** What a webhook tells about records read under these tags. */
export type CacheTagsEvent = {
  entity_type: 'cda_cache_tags';
  event_type: 'invalidate';
  entity: { id: string; type: 'cda_cache_tags'; attributes: { tags: string[] } };
  related_entities: [];
};
