/**
 * Buttons. One filled button a panel, and the price on every button that leads to money. Links that look like
 * buttons take `buttonClass`.
 */
import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import * as buttonCss from './button.module.css';

/** What an editor can choose in the content service. */
export type ButtonColor =
  | ('black' | 'blue' | 'brown' | 'cyan' | 'green' | 'grey')
  | ('orange' | 'pink' | 'purple' | 'red' | 'white' | 'yellow');

type Look = {
  kind?: 'primary' | 'secondary' | 'plain';
  /** The colour that an editor chose, instead of a kind. */
  color?: ButtonColor | undefined;
  big?: boolean;
  /** As wide as what it stands in. */
  block?: boolean;
};

const kinds = { primary: buttonCss.primary, secondary: buttonCss.secondary, plain: buttonCss.plain };

const colors = {
  black: buttonCss.black,
  blue: buttonCss.blue,
  brown: buttonCss.brown,
  cyan: buttonCss.cyan,
  green: buttonCss.green,
  grey: buttonCss.grey,
  orange: buttonCss.orange,
  pink: buttonCss.pink,
  purple: buttonCss.purple,
  red: buttonCss.red,
  white: buttonCss.white,
  yellow: buttonCss.yellow,
};

export function buttonClass({ kind = 'secondary', color, big = false, block = false }: Look): string {
  const look = color === undefined ? kinds[kind] : `${buttonCss.color} ${colors[color]}`;
  return `${buttonCss.button} ${look}${big ? ` ${buttonCss.big}` : ''}${block ? ` ${buttonCss.block}` : ''}`;
}

type Props = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'disabled' | 'className'> & {
    /** Under way: further presses are ignored, and the focus stays where it is. */
    busy?: boolean;
    /** Cannot be pressed now; stays focusable, so that the words around can say why. */
    off?: boolean;
  };

export function Button({ kind, color, big, block, busy = false, off = false, onClick, ...button }: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy || off) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...button}
      className={buttonClass({ kind, color, big, block } as Look)}
      aria-disabled={busy || off}
      aria-busy={busy || undefined}
      onClick={press}
    />
  );
}
