import type pg from 'pg';

/**
 * Runs the work unless another process is at the very same one: then null, at once. The lock goes
 * with the connection.
 */
export async function withAdvisoryLock<T>(
  pool: pg.Pool,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  let isLocked = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [name],
    );
    isLocked = rows[0]?.locked ?? false;
    return isLocked ? await work() : null;
  } finally {
    // A connection that still holds the lock is closed instead of lent to the next.
    client.release(isLocked && !(await unlock(client, name)));
  }
}

async function unlock(client: pg.PoolClient, name: string): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    return true;
  } catch {
    return false;
  }
}
