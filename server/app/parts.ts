import type { ContentService } from '#integrations/content-service/face.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { Outside } from '#server/outside.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Streams } from '#server/platform/streams.ts';
import type { WriteProbe } from '#server/platform/write-probe.ts';

/** What the API is made of. */
export type AppParts = {
  config: ServiceConfig;
  database: Database;
  log: Log;
  /** Another than the configured one, for tests. */
  contentService?: ContentService;
  kinds: Kinds;
  /** Who is asked about people. */
  outside: Outside;
  probe: WriteProbe;
  streams: Streams;
  /** Told when content changed. */
  contentChanged?: () => void;
};

export const monotonicMs = () => performance.now();
