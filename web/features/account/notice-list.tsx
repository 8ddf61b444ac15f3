/** What a player was told: the day, what it is about, and the letter's words. */
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { useText } from '#web/text/text.tsx';
import * as accountCss from './account.module.css';

type Notice = ApiAnswer<'account.notices'>['notices'][number];

export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const { format } = useText();
  return (
    <ul className={accountCss.told}>
      {notices.map(({ noticeId, date, title, text }) => (
        <li key={noticeId}>
          <time className="meta" dateTime={date}>
            {format.dateTime(date)}
          </time>
          <h2>{title}</h2>
          {text.split(/\n+/).map((line) => (
            <Line key={line} text={line} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Their headings alone, one a line. */
export function NoticeHeadings({ notices }: { notices: readonly Notice[] }) {
  const { format } = useText();
  return (
    <ul className={accountCss.rows}>
      {notices.map(({ noticeId, date, title }) => (
        <li key={noticeId}>
          <span>{title}</span>
          <time className="meta" dateTime={date}>
            {format.dateTime(date)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** A line that ends in an address is a link by the words before it. */
function Line({ text }: { text: string }) {
  const [, words, url] = /^(.+): (https?:\/\/\S+)$/.exec(text) ?? [];
  if (words === undefined || url === undefined) return <p>{text}</p>;
  const { pathname, search } = new URL(url);
  return (
    <p>
      <Link to={pathname + search}>{words}</Link>
    </p>
  );
}
