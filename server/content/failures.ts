import { ContentServiceError } from '#integrations/content-service/face.ts';
import type { Log } from '#server/platform/log.ts';
import { messageOf } from '#server/platform/message-of.ts';
import type { Question } from './last-good.ts';

/** The service itself does not answer, or lets nobody in; anything else is about one question only. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof ContentServiceError)) return false;
  const { kind, status } = error;
  if (kind === 'undefined' || kind === 'unreachable') return true;
  return status !== null && (status >= 500 || [401, 403, 429].includes(status));
}

const againMs = 10 * 60_000;
/** The service may start a moment after us. */
const patienceMs = 5_000;
const linesMax = 500;

/** Logs each failure once, and again after ten minutes. A service that is away at the start is not logged. */
export function createFailureLog(log: Log, monotonicMs: () => number) {
  const said = new Map<string, number>();
  const startedMs = monotonicMs();
  return (question: Question, error: unknown): void => {
    const message = messageOf(error).slice(0, 300);
    const line = isAway(error) ? message : `${Object.values(question).join(' ')}: ${message}`;
    if (isAway(error) && monotonicMs() - startedMs < patienceMs) return;
    if (monotonicMs() - (said.get(line) ?? Number.NEGATIVE_INFINITY) < againMs) return;
    if (said.size >= linesMax) said.clear();
    said.set(line, monotonicMs());
    log.warn({ ...question, reason: message }, 'content not refreshed');
  };
}
