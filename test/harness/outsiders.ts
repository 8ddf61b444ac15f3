/** What a test puts between the product and those outside; cards that the gateway keeps from the start. */
import type { Aur } from '#integrations/aur/face.ts';
import type { Bank } from '#integrations/bank/face.ts';
import type { CardGateway } from '#integrations/card-gateway/face.ts';
import { luhnDigit } from '#rules/values/card-number.ts';

/** Also of brands that are not taken: `cardNumber` makes no others. */
export function cardOf(secure: string, pays: string, serial: number, prefix = '400000'): string {
  const digits = `${prefix}${secure}${pays}${String(serial).padStart(5, '0')}`;
  return digits + luhnDigit(digits);
}

/** Stored at the gateway from the start: one of each kind for who is there, and one for who is not. */
export const keptCards = ['01', '02', '04', '00', '05', '06', '07', '10', '11'].flatMap((secure) =>
  ['00', '51', '54', '05', '43', '65', '91', '96', '82', '83'].flatMap((pays) =>
    (['cardholder', 'merchant'] as const).map((initiatedBy, nth) => ({
      virtualCard: `00000000-0000-4000-8000-0000${secure}${pays}000${nth}`,
      number: cardOf(secure, pays, nth + 1),
      month: 12,
      year: 2098,
      initiatedBy,
    })),
  ),
);

type Outsiders = { cardGateway: CardGateway; aur: Aur; bank: Bank };

/** What a test puts between the product and the outside: it gets what was asked, and how to ask. */
export type Between = {
  [O in keyof Outsiders]?: {
    [C in keyof Outsiders[O]]?: Outsiders[O][C] extends (...args: infer A) => infer R
      ? (ask: (...args: A) => R, ...args: A) => R
      : never;
  };
};

export function interceptable(outsiders: Outsiders, between: Between): Outsiders {
  const wrap = <O extends keyof Outsiders>(name: O): Outsiders[O] =>
    new Proxy(outsiders[name], {
      get:
        (target, call: string) =>
        (...args: unknown[]) => {
          const ask = (target as unknown as Record<string, (...args: unknown[]) => unknown>)[call] as (
            ...args: unknown[]
          ) => unknown;
          const held = between[name] as Record<string, (...args: unknown[]) => unknown> | undefined;
          const own = held?.[call];
          return own ? own(ask, ...args) : ask(...args);
        },
    }) as Outsiders[O];
  return { cardGateway: wrap('cardGateway'), aur: wrap('aur'), bank: wrap('bank') };
}
