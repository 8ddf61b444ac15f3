/** The product's clock, walked while nothing else disturbs the command. */
import { runOperator } from './operator.ts';
import { type Sim, violate } from './sim.ts';

/** @param killAfterMs longer than usual where much falls due on the way */
export async function walk(sim: Sim, seconds: number, killAfterMs?: number): Promise<void> {
  const { code, said } = await runOperator(
    sim.instance.env,
    ['clock', 'advance', `${seconds}s`],
    killAfterMs,
  );
  if (code !== 0) violate({ sim, name: `a walk of ${seconds} s` }, said);
}

export async function clockOf({ instance }: Sim): Promise<Date> {
  const { json } = await runOperator(instance.env, ['clock', 'show']);
  return new Date(String(json['now']));
}
