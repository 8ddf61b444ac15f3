/** A row that was played beside what was drawn: right, the bonus number, or not; as it is before the draw. */
import type { GameIdOf } from '#rules/games.ts';
import { useText } from '#web/text/text.tsx';
import * as discsCss from '#web/ui/discs.module.css';
import { bonusShapes } from './number-games.ts';

type Props = {
  gameId: GameIdOf<'numbers'>;
  row: { numbers: readonly number[]; bonusNumbers: readonly number[] };
  drawn: { numbers: readonly number[]; bonus: readonly number[] } | undefined;
  /** It takes part in no draw. */
  isVoid?: boolean;
  size?: 'small';
};

export function HitDiscs({ row: { numbers, bonusNumbers }, size, ...of }: Props) {
  const disc = size ? `${discsCss.disc} ${discsCss.small}` : discsCss.disc;
  return (
    <ul className={`${discsCss.discs} figures`}>
      {numbers.map((number) => (
        <NumberDisc key={number} {...of} disc={disc} number={number} />
      ))}
      {/* Small ones stand where there is no room for it. */}
      {bonusNumbers.length > 0 && size === undefined && <li className={discsCss.plus} aria-hidden="true" />}
      {bonusNumbers.map((number) => (
        <BonusDisc key={`b${number}`} {...of} disc={disc} number={number} />
      ))}
    </ul>
  );
}

type DiscProps = Pick<Props, 'gameId' | 'drawn' | 'isVoid'> & { disc: string | undefined; number: number };

function NumberDisc({ gameId, drawn, isVoid, disc, number }: DiscProps) {
  const { t } = useText();
  if (drawn === undefined)
    return <li className={`${disc} ${isVoid ? discsCss.miss : discsCss.on}`}>{number}</li>;
  if (drawn.numbers.includes(number)) {
    return (
      <li className={`${disc} ${discsCss.hit}`}>
        <span className="visually-hidden">{t('proof.right')} </span>
        {number}
      </li>
    );
  }
  // Only where it is drawn from the main balls is it among the numbers of a row.
  if (bonusShapes[gameId] === 'bonus' && drawn.bonus.includes(number)) {
    return (
      <li className={`${disc} ${discsCss.bonus}`}>
        <span className="visually-hidden">{t(`games.${gameId}.bonusName`)} </span>
        {number}
      </li>
    );
  }
  return <li className={`${disc} ${discsCss.miss}`}>{number}</li>;
}

const shapes = { bonus: discsCss.bonus, shield: discsCss.shield, star: discsCss.star };

/** An extra number that the player chose. */
function BonusDisc({ gameId, drawn, isVoid, disc, number }: DiscProps) {
  const { t } = useText();
  const isRight = drawn?.bonus.includes(number) ?? false;
  const isMiss = drawn === undefined ? isVoid : !isRight;
  const shape = `${disc} ${shapes[bonusShapes[gameId]]}`;
  return (
    <li className={isMiss ? `${shape} ${discsCss.out}` : isRight ? `${shape} ${discsCss.right}` : shape}>
      <span className="visually-hidden">
        {isRight && `${t('proof.right')} `}
        {t(`games.${gameId}.bonusName`)}{' '}
      </span>
      {number}
    </li>
  );
}
