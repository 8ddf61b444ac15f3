/**
 * Drawn or chosen numbers. Main: filled disc; bonus: double ring, shield or star by game; hit: check mark.
 */
import type { ReactNode } from 'react';
import * as discsCss from './discs.module.css';

export type BonusShape = 'bonus' | 'shield' | 'star';

type Props = {
  numbers: readonly number[];
  bonus?: readonly number[];
  shape?: BonusShape;
  /** What a bonus number is called, for those who do not see its shape. */
  bonusName?: string;
  size?: 'small' | 'huge';
};

const sizes = { small: discsCss.small, huge: discsCss.huge };
const shapes = { bonus: discsCss.bonus, shield: discsCss.shield, star: discsCss.star };

export function Discs({ numbers, bonus = [], shape = 'bonus', bonusName = '', size }: Props) {
  const sized = size ? ` ${sizes[size]}` : '';
  return (
    <ul className={`${discsCss.discs} figures`}>
      {numbers.map((number) => (
        <li key={number} className={`${discsCss.disc} ${discsCss.on}${sized}`}>
          {number}
        </li>
      ))}
      {bonus.length > 0 && <li className={discsCss.plus} aria-hidden="true" />}
      {bonus.map((number) => (
        <li key={`b${number}`} className={`${discsCss.disc} ${shapes[shape]}${sized}`}>
          <span className="visually-hidden">{bonusName} </span>
          {number}
        </li>
      ))}
    </ul>
  );
}

/** Five Joker digits; `spoken` reads them one by one. */
export function Digits(props: {
  digits: readonly number[];
  spoken: string;
  small?: boolean;
  hits?: boolean[];
}) {
  const cells: ReactNode[] = props.digits.map((digit, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a digit
    <span key={place} className={props.hits?.[place] ? discsCss.digitHit : undefined} aria-hidden="true">
      {digit}
    </span>
  ));
  return (
    <span
      className={
        props.small ? `${discsCss.digits} ${discsCss.digitsSmall} figures` : `${discsCss.digits} figures`
      }
    >
      <span className="visually-hidden">{props.spoken}</span>
      {cells}
    </span>
  );
}
