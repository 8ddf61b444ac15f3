/** For tests of what dies at its nth statement, before the server gets it or after it was done. */
import pg from 'pg';

/** The message of pg for a lost connection, so that our code recognises it as one. */
class Killed extends Error {
  override message = 'Connection terminated unexpectedly';
}

const send = pg.Client.prototype.query as unknown as (...sent: unknown[]) => Promise<unknown>;

/** While `work` runs, the connection of its nth statement is cut. */
export async function killedAt(
  nth: number,
  moment: 'before' | 'after',
  work: () => Promise<unknown>,
): Promise<boolean> {
  let count = 0;
  const cut = async (client: pg.Client, sent: unknown[]) => {
    if (moment === 'after')
      await send.apply(
        client,
        sent.filter((each) => typeof each !== 'function'),
      );
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    throw new Killed();
  };
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    count += 1;
    if (count !== nth) return send.apply(this, sent);
    const callback = sent.find((each) => typeof each === 'function') as ((error: Error) => void) | undefined;
    const outcome = cut(this, sent);
    if (!callback) return outcome;
    outcome.catch(callback);
    return undefined;
  } as unknown as typeof pg.Client.prototype.query;
  try {
    await work();
    return false;
  } catch (error) {
    const isOurs = error instanceof Killed || /terminated|connection was lost/.test(String(error));
    if (!isOurs) throw error;
    return true;
  } finally {
    pg.Client.prototype.query = send as unknown as typeof pg.Client.prototype.query;
  }
}

/**
 * Killed at its first statement, its second … until it comes to its end.
 *
 * @returns how often it was killed
 */
export async function untilDone(moment: 'before' | 'after', work: () => Promise<unknown>): Promise<number> {
  for (let nth = 1; nth < 500; nth += 1) if (!(await killedAt(nth, moment, work))) return nth - 1;
  throw new Error('never came to its end');
}
