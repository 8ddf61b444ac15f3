import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createAur } from '#integrations/aur/client.ts';
import type { Aur } from '#integrations/aur/face.ts';
import { createBank } from '#integrations/bank/client.ts';
import type { Bank } from '#integrations/bank/face.ts';
import { createCardGateway } from '#integrations/card-gateway/client.ts';
import type { CardGateway } from '#integrations/card-gateway/face.ts';
import { createEId } from '#integrations/e-id/client.ts';
import type { EId } from '#integrations/e-id/face.ts';
import { createRegistry } from '#integrations/registry/client.ts';
import type { Registry } from '#integrations/registry/face.ts';
import type { PaymentParts } from './payments/parts.ts';
import type { ServiceConfig } from './platform/config.ts';
import type { Db } from './platform/database.ts';
import type { Log } from './platform/log.ts';

/** Who is asked about people and for money. `registry` is null where no distributor is set. */
export type Outside = { eId: EId; registry: Registry | null; cardGateway: CardGateway; aur: Aur; bank: Bank };

/** What an app on a phone shows as the one who asks. */
const title = 'Hending';

type OutsideConfig = Pick<ServiceConfig, 'eId' | 'registry' | 'cardGateway' | 'aur' | 'bank' | 'version'>;

export function createOutside(config: OutsideConfig, now: () => Date): Outside {
  const authorities = () => readFileSync(config.eId.trustFile, 'utf8');
  return {
    eId: createEId({ ...config.eId, authorities, title, now }),
    registry: config.registry && createRegistry(config.registry),
    aur: createAur(config.aur),
    bank: createBank(config.bank),
    cardGateway: createCardGateway({
      ...config.cardGateway,
      systemCalling: `${title} ${config.version}`,
      now,
    }),
  };
}

type PaymentConfig = {
  config: ServiceConfig;
  db: Db;
  log: Log;
  /** Where nobody has made them yet. */
  outside?: Outside | undefined;
};

export function createPaymentParts({ config, db, log, outside }: PaymentConfig): PaymentParts {
  const { cardGateway, aur, bank } = outside ?? createOutside(config, processTime);
  return {
    db,
    log,
    cardGateway,
    aur,
    bank,
    returnSecret: createHmac('sha256', config.secrets.session).update('return').digest('base64url'),
    fingerprintKeys: config.fingerprintKeys,
    siteUrl: config.messages.siteUrl,
  };
}

/** For pauses between questions, which no domain clock shortens. */
const processTime = () => new Date(performance.timeOrigin + performance.now());
