/** A list of ways on: each a line with a title, a sentence below it, and the whole line to press. */
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import * as listsCss from './lists.module.css';

/** `to` is an address of ours or begins with `tel:`. */
export type WayOn = { to: string; title: string; text: string };

export function WayList({ ways }: { ways: readonly WayOn[] }) {
  return (
    <ul className={listsCss.ways}>
      {ways.map(({ to, title, text }) => (
        <li key={to}>
          <Link to={to}>
            <span>
              <b>{title}</b>
              <span className="soft">{text}</span>
            </span>
            <Icon name="right" small />
          </Link>
        </li>
      ))}
    </ul>
  );
}
