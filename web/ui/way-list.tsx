/** A list of ways on: each a line with a title, a sentence below it, and the whole line to press. */
import { Link } from 'react-router';
import { GameSymbol, Icon } from './icon.tsx';
import * as listsCss from './lists.module.css';

/** `to` is an address of ours or begins with `tel:`. A way to a game has its symbol. */
export type WayOn = { to: string; title: string; text: string; game?: string; aside?: string };

export function WayList({ ways }: { ways: readonly WayOn[] }) {
  return (
    <ul className={listsCss.ways}>
      {ways.map(({ to, title, text, game, aside }) => (
        <li key={to} data-game={game}>
          <Link to={to}>
            {game !== undefined && <GameSymbol game={game} />}
            <span>
              <b>{title}</b>
              <span className="soft">{text}</span>
            </span>
            {aside !== undefined && <b className={listsCss.wayAside}>{aside}</b>}
            <Icon name="right" small />
          </Link>
        </li>
      ))}
    </ul>
  );
}
