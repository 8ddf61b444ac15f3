/** Whether the settings of a PostgreSQL that others look after suit the product (docs/operations.md). */
import type pg from 'pg';
import type { Log } from './log.ts';

/** As `pg_settings` has it; sizes and times in its unit. */
type Setting = { name: string; setting: string; unit: string | null };

const megabytes: Readonly<Record<string, number>> = { kB: 1 / 1024, '8kB': 8 / 1024, MB: 1 };
const inMegabytes = ({ setting, unit }: Setting) => Number(setting) * (megabytes[unit ?? ''] ?? 1);

const isOff = ({ setting }: Setting) => setting === 'off';

type Rule = { isFar(setting: Setting): boolean; advice: string };

/** Limits that hold for a production machine of any size. */
const rules: Readonly<Record<string, Rule>> = {
  fsync: { isFar: isOff, advice: 'on: a power cut destroys the database' },
  full_page_writes: { isFar: isOff, advice: 'on: a power cut destroys pages that were being written' },
  synchronous_commit: {
    isFar: isOff,
    advice: 'on: a crash loses tickets that players were told are sold',
  },
  shared_buffers: {
    isFar: (setting) => inMegabytes(setting) < 1024,
    advice: 'a quarter of the memory: each ticket changes three index pages anywhere in the indexes',
  },
  max_wal_size: {
    isFar: (setting) => inMegabytes(setting) < 4096,
    advice: '16GB, or what the disk allows: sales force checkpoints, after which each page is logged whole',
  },
  checkpoint_timeout: {
    isFar: ({ setting }) => Number(setting) < 15 * 60,
    advice: '30min: after each checkpoint each page is logged whole',
  },
  random_page_cost: {
    isFar: ({ setting }) => Number(setting) > 2,
    advice: '1.1 on solid-state disks: the planner scans tables that it could search by an index',
  },
};

/** In words, one for each setting that is far from what the product needs. */
export function settingWarnings(settings: readonly Setting[]): string[] {
  return settings.flatMap((setting) => {
    const rule = rules[setting.name];
    if (!rule?.isFar(setting)) return [];
    const unit = setting.unit === '8kB' ? ' pages of 8 kB' : setting.unit ? ` ${setting.unit}` : '';
    return [`PostgreSQL has ${setting.name} = ${setting.setting}${unit}; it should be ${rule.advice}.`];
  });
}

/** Warns in the log; the settings are those of the connection's role and database. */
export async function warnOfSettings(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<Setting>(
    'SELECT name, setting, unit FROM pg_settings WHERE name = ANY ($1) ORDER BY name',
    [Object.keys(rules)],
  );
  for (const warning of settingWarnings(rows)) log.warn(warning);
}
