/** The API of the product on a test's own database, without sockets. */
import type { ContentService } from '#integrations/content-service/face.ts';
import { createApp } from '#server/app.ts';
import { createOutside, type Outside } from '#server/outside.ts';
import { createLog } from '#server/platform/log.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { createStreams } from '#server/platform/streams.ts';
import { machineTimers } from '#server/platform/timers.ts';
import type { WriteProbe } from '#server/platform/write-probe.ts';
import type { TestDatabase } from './database.ts';
import { noteRefusal } from './refusals.ts';

export const wellProbe: WriteProbe = {
  isWell: () => true,
  wrote: () => {},
  failed: () => {},
  stop: async () => {},
};

export const testStreams = createStreams({
  limits: { all: 100, perVisitor: 100 },
  timers: machineTimers,
  nextUint32,
});

/** @param outside left out: nobody outside is there to be asked */
export function testApp(
  data: TestDatabase,
  contentService?: ContentService,
  outside?: Outside,
  probe = wellProbe,
) {
  const log = createLog('test', 2, 'silent');
  const made = createApp({
    config: data.config,
    kinds: data.config.kinds,
    database: data,
    log,
    outside: outside ?? createOutside(data.config, () => new Date(0)),
    probe,
    streams: testStreams,
    ...(contentService && { contentService }),
  });
  const request = made.app.request.bind(made.app);
  made.app.request = async (input, init, ...rest) => {
    const response = await request(input, init, ...rest);
    await noteRefusal(init?.method ?? 'GET', String(input), response);
    return response;
  };
  return made;
}
