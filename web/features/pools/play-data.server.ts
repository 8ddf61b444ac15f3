/** The program that a play page is about. */
import type { LoaderFunctionArgs } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import type { GroupId, PoolId, TotoId } from '#rules/pools/games.ts';
import { groups, signs } from '#rules/pools/games.ts';
import { poolRulesOf } from '#rules/pools/versions.ts';
import { isApiError } from '#web/api/api-error.ts';
import { apiContext } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { localeOf, pageUrl } from '#web/page/paths.ts';
import type { PlayProgram } from './program.ts';

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;
type TotoAnswer = ApiAnswer<'toto.currentProgram'>;
type XgAnswer = ApiAnswer<'xg.currentProgram'>;

export type OnSale = {
  /** Null when nothing is on sale. */
  program: PlayProgram | null;
  /** Programs of the same game, the nearest close first; more than one where groups are open side by side. */
  groups: readonly { groupId: GroupId; closeDate: string }[];
};

export async function programsOnSale(args: Args, gameId: PoolId): Promise<OnSale> {
  const url = pageUrl(args.request);
  const locale = localeOf(url.pathname);
  const api = args.context.get(apiContext);
  if (gameId === 'xg') {
    const answer = await orNothing(api('xg.currentProgram', { query: { locale } }));
    return { program: answer && xgProgram(answer), groups: [] };
  }
  const open = await Promise.all(
    groupsOf(gameId).map((groupId) =>
      orNothing(api('toto.currentProgram', { params: { gameId }, query: { locale, groupId } })),
    ),
  );
  const answers = open
    .filter((answer) => answer !== null)
    .toSorted((a, b) => Date.parse(a.closeDate) - Date.parse(b.closeDate));
  const asked = url.searchParams.get('groupId');
  const wanted = url.searchParams.get('program');
  const answer =
    answers.find(({ programId }) => programId === wanted) ??
    answers.find(({ groupId }) => groupId === asked) ??
    answers[0];
  return {
    program: answer ? totoProgram(answer) : null,
    groups: answers.map(({ groupId, closeDate }) => ({ groupId, closeDate })),
  };
}

const groupsOf = (gameId: TotoId): GroupId[] =>
  groups.filter(({ game }) => game === gameId).map(({ id }) => id);

/** Null where nothing is on sale; other refusals make an error page. */
async function orNothing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const codes: readonly string[] = ['EC_NO_DATA_FOUND', 'EC_PRODUCT_CLOSED'];
    if (isApiError(error) && codes.includes(error.code)) return null;
    return orErrorPage(Promise.reject(error));
  }
}

type Event = (TotoAnswer | XgAnswer)['events'][number];

const head = (answer: TotoAnswer | XgAnswer) => {
  const { programId, week, amountRow, closeDate, playDate, resultDate, carry, rulesId, rowsSold } = answer;
  return {
    isSample: answer.sample === true,
    ...{ programId, week, amountRow, closeDate, playDate, resultDate, carry, rulesId, rowsSold },
    firstPool: answer.firstPool ?? null,
    prizeShare: poolRulesOf({ rulesId }).fundBasisPoints,
  };
};

const match = ({ number, homeTeam, awayTeam, competition, dateKickOff, kickOffMoved, status }: Event) => ({
  ...{ number, home: homeTeam, away: awayTeam, competition, kickOff: dateKickOff },
  ...{ isMoved: kickOffMoved === true, isOff: status === 'cancelled' },
});

function totoProgram(answer: TotoAnswer): PlayProgram {
  return {
    ...head(answer),
    gameId: answer.gameId as TotoId,
    groupId: answer.groupId,
    matches: answer.events.map((event) => ({
      ...match(event),
      chances: [event.percent1, event.percentX, event.percent2],
      forecast: event.forecast ? signs.map((sign) => event.forecast?.[sign] ?? 0) : null,
      odds: event.odds ? signs.map((sign) => Math.round((event.odds?.[sign] ?? 0) * 100)) : null,
      people: event.peopleChoice ? signs.map((sign) => event.peopleChoice?.[sign] ?? 0) : null,
    })),
  };
}

function xgProgram(answer: XgAnswer): PlayProgram {
  return {
    ...head(answer),
    gameId: 'xg',
    groupId: '',
    matches: answer.events.map((event) => ({
      ...match(event),
      chances: event.predictions,
      ...{ forecast: null, odds: null, people: event.peopleChoice ?? null },
    })),
  };
}
