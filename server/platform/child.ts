import { inWords } from './startup-error.ts';

/**
 * What a role gives back once it serves. `stop` takes nothing new and resolves when what runs has finished.
 */
export type Service = { stop(): Promise<void> };

/** A child has this long to finish what runs. */
export const GRACE_MS = 10_000;

/** Exit code of a child whose port is taken: the supervisor says so instead of trying for ever. */
export const PORT_TAKEN = 98;

/**
 * The life of one role: start, tell the supervisor, end on SIGTERM or when the supervisor is gone.
 * Without a supervisor (started by hand) only the signals count.
 */
export async function runChild(start: () => Promise<Service>): Promise<void> {
  let service: Service | undefined;
  let ending = false;
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code || 1), GRACE_MS).unref();
    await service?.stop().catch((error: unknown) => console.error(inWords(error)));
    process.exit(code);
  };
  process.on('SIGTERM', () => void end(0));
  process.on('SIGINT', () => void end(0));
  process.on('disconnect', () => void end(0));
  try {
    service = await start();
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException | null)?.code === 'EADDRINUSE';
    console.error(taken ? (error as Error).message : inWords(error));
    process.exit(taken ? PORT_TAKEN : 1);
  }
  process.send?.('ready');
}
