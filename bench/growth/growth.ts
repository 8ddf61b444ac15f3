import { keptHistory } from './history/history.ts';

export async function run(): Promise<object> {
  const kept = await keptHistory(Number(process.argv[4] ?? 20_000));
  return { kept };
}
