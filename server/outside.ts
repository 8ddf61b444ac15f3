import { readFileSync } from 'node:fs';
import { createCardGateway } from '#integrations/card-gateway/client.ts';
import type { CardGateway } from '#integrations/card-gateway/face.ts';
import { createEId } from '#integrations/e-id/client.ts';
import type { EId } from '#integrations/e-id/face.ts';
import { createRegistry } from '#integrations/registry/client.ts';
import type { Registry } from '#integrations/registry/face.ts';
import type { ServiceConfig } from './platform/config.ts';

/** Who is asked about people and money. `registry` is null where no distributor is set. */
export type Outside = { eId: EId; registry: Registry | null; cardGateway: CardGateway };

/** What an app on a phone shows as the one who asks. */
const title = 'Hending';

type OutsideConfig = Pick<ServiceConfig, 'eId' | 'registry' | 'cardGateway' | 'version'>;

export function createOutside(config: OutsideConfig, now: () => Date): Outside {
  const authorities = () => readFileSync(config.eId.trustFile, 'utf8');
  return {
    eId: createEId({ ...config.eId, authorities, title, now }),
    registry: config.registry && createRegistry(config.registry),
    cardGateway: createCardGateway({
      ...config.cardGateway,
      systemCalling: `${title} ${config.version}`,
      now,
    }),
  };
}
