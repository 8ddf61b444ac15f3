/** `/getraunadeild/2026-4.ics`: the weeks of a season of the betting league, for a calendar. */
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { LoaderFunctionArgs } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { wordsIn } from '#web/loaders/page-texts.server.ts';
import { localeOf, pathsFor } from '#web/page/paths.ts';
import type { Text } from '#web/text/text.tsx';

const weekMs = 7 * 86_400_000;

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { file = '' } = params;
  const competitionId = /^(\d{4}-\d)\.ics$/.exec(file)?.[1];
  if (competitionId === undefined) throw noSuchPage();
  const asked = { params: { competitionId }, query: { first: '0' } };
  const competition = await orErrorPage(context.get(apiContext)('league.competition', asked));
  const words = wordsIn(context, localeOf(new URL(request.url).pathname));
  return new Response(leagueCalendar(competition, words, context.get(requestContext)), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="getraunadeild-${file}"`,
      'Cache-Control': 'public, max-age=60',
    },
  });
}

function leagueCalendar(
  { id, weeks }: ApiAnswer<'league.competition'>,
  { t, locale }: Text,
  { origin, now }: { origin: string; now: string },
): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Hending', product: 'League', language: locale.toUpperCase() },
  });
  const url = origin + pathsFor(locale).league({ keppni: id });
  weeks.forEach(({ week, from }, index) => {
    const start = new Date(`${from}T00:00:00Z`);
    calendar.createEvent({
      ...{ id: `getraunadeild-${from}@hending.is`, stamp: new Date(now), url, start, allDay: true },
      end: new Date(start.getTime() + weekMs),
      summary: t('competitions.calendarSummary', { week }),
      description: t('competitions.calendarNote', { nth: index + 1, count: weeks.length, url }),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  });
  return `${calendar.toString()}\r\n`;
}
