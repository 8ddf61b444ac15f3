/** Date and time by which sales close: the server's, going on from when the page was made. */
import { time } from '#texts/format.ts';
import { useText } from '#web/text/text.tsx';
import { useDomainClock } from '#web/ui/domain-clock.ts';
import { useShell } from './shell.ts';

export function ServerClock() {
  const { t, format } = useText();
  const at = new Date(useDomainClock(useShell().now)).toISOString();
  const said = t('common.serverTime', { time: time(at), date: format.dateYear(at) });
  return <p className="meta server-clock">{said}</p>;
}
