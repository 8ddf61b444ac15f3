/** Programs of football pools beside those on sale: being played, and the last that was decided. */
import type { ApiAnswer } from '#contract/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { type PoolPage, poolPages } from '#web/page/paths.ts';

type Program = ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'>;

export type Round = {
  gameId: PoolPage;
  programId: string;
  week: number;
  year: number;
  playDate: string;
  isDecided: boolean;
  /** Matches by how far they are; the rest is to come. */
  done: number;
  running: number;
  /** Outcomes match by match; empty until all are known. */
  outcomes: readonly string[];
};

/** Running rounds first, then the newest. */
export async function loadRounds(api: Api, locale: 'is' | 'en'): Promise<Round[]> {
  const found = await Promise.all(poolPages.map((gameId) => roundsOf(api, gameId, locale)));
  return found
    .flat()
    .toSorted((a, b) => Number(a.isDecided) - Number(b.isDecided) || (a.playDate < b.playDate ? 1 : -1));
}

async function roundsOf(api: Api, gameId: PoolPage, locale: 'is' | 'en'): Promise<Round[]> {
  const [{ draws }, latest] = await Promise.all([
    api('lotto.undrawn', { params: { gameId } }),
    latestOf(api, gameId, locale),
  ]);
  const played = draws.filter(({ stage, draw }) => isClosed(stage) && draw !== latest?.draw);
  const running = await Promise.all(
    played.map(({ draw }) => {
      const asked = { params: { programId: `${gameId}-${draw}` }, query: { locale } };
      return gameId === 'xg' ? api('xg.program', asked) : api('toto.program', asked);
    }),
  );
  return [...running, ...(latest ? [latest] : [])].map((program) => roundOf(gameId, program));
}

const isClosed = (stage: string): boolean => stage === 'closed' || stage === 'sealed';

async function latestOf(api: Api, gameId: PoolPage, locale: 'is' | 'en'): Promise<Program | null> {
  try {
    return gameId === 'xg'
      ? await api('xg.latestResult', { query: { locale } })
      : await api('toto.latestResult', { query: { gameId, locale } });
  } catch (error) {
    if (isApiError(error) && error.code === 'EC_NO_DATA_FOUND') return null;
    throw error;
  }
}

function roundOf(gameId: PoolPage, { programId, week, year, playDate, account, events }: Program): Round {
  const outcomes = events.flatMap(({ result }) => result ?? []);
  return {
    ...{ gameId, programId, week, year, playDate },
    isDecided: account !== undefined,
    done: events.filter(({ status, result }) => result !== undefined || status === 'finished').length,
    running: events.filter(({ status, result }) => result === undefined && status === 'onGoing').length,
    outcomes: outcomes.length === events.length ? outcomes : [],
  };
}
