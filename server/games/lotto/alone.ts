import type pg from 'pg';

/**
 * Runs the work unless another process is at the very same one: then null, at once. The lock goes with the
 * connection.
 */
export async function alone<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T | null> {
  const client = await pool.connect();
  let held = false;
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
      [name],
    );
    held = rows[0]?.held ?? false;
    return held ? await work() : null;
  } finally {
    if (held)
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {});
    client.release();
  }
}
