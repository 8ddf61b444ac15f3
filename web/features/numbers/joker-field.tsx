/** Joker: not chosen unless asked for; five boxes of one digit each, pasting five digits fills all. */
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { quickPickJoker } from '#rules/numbers/quick-pick.ts';
import { readTyped } from '#rules/values/typed.ts';
import { money } from '#texts/number.ts';
import { nextUint32 } from '#web/shared/games/browser-random.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as discsCss from '#web/ui/discs.module.css';
import { FieldError } from '#web/ui/field.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as extrasCss from './extras.module.css';
import { focusJokerButton } from './focus.ts';
import { jokerLeft, type Slip, setDigit } from './slip.ts';
import type { UpdateSlip } from './use-slip.ts';

type Props = {
  slip: Slip;
  price: number;
  update: UpdateSlip;
  /** Somebody wanted to go on, and the digits that lack are told. */
  isAsked: boolean;
};

export function JokerField({ slip, price, update, isAsked }: Props) {
  const { t } = useText();
  const id = useId();
  const left = jokerLeft(slip);
  const isMissing = isAsked && left > 0;
  const pickAnew = (): void => {
    update((old) => ({ ...old, joker: quickPickJoker(nextUint32) }), { what: 'jokerReplaced' });
    if (slip.joker === null) focusJokerButton();
  };
  const remove = (): void => {
    update((old) => ({ ...old, joker: null }), { what: 'jokerRemoved' });
    focusJokerButton();
  };
  return (
    <fieldset id="joker" className={extrasCss.extra}>
      <legend className={extrasCss.legend}>
        <GameSymbol game="joker" small />
        <span>{t('joker.title')}</span>
        <span className="meta">{t('joker.perDrawShort', { price: money(price) })}</span>
      </legend>
      {slip.joker === null ? (
        <div className="stack">
          <p className="meta">{t('joker.about')}</p>
          <button
            type="button"
            className={`${buttonCss.button} ${buttonCss.secondary} justify-self-start`}
            onClick={pickAnew}
          >
            {t('joker.add', { price: money(price) })}
          </button>
        </div>
      ) : (
        <div>
          <DigitBoxes digits={slip.joker} update={update} errorId={isMissing ? id : undefined} />
          {isMissing && (
            <div role="alert">
              <FieldError id={id}>{t('joker.unfinished', { left })}</FieldError>
            </div>
          )}
          <div className={extrasCss.jokerButtons}>
            <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={pickAnew}>
              {t('joker.new')}
            </button>
            <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={remove}>
              {t('joker.remove')}
            </button>
          </div>
        </div>
      )}
    </fieldset>
  );
}

type BoxesProps = {
  digits: readonly (number | null)[];
  update: UpdateSlip;
  errorId: string | undefined;
};

function DigitBoxes({ digits, update, errorId }: BoxesProps) {
  const { t } = useText();
  const boxes = useRef<HTMLDivElement>(null);
  const focus = (place: number): void => boxes.current?.querySelectorAll('input')[place]?.focus();

  const type = (place: number, value: string): void => {
    const digit = readTyped(value).replace(/\D/g, '').at(-1);
    update((old) => setDigit(old, place, digit === undefined ? null : Number(digit)));
    if (digit !== undefined) focus(place + 1);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, place: number): void => {
    if (event.key === 'Backspace' && event.currentTarget.value === '') focus(place - 1);
    if (event.key === 'ArrowLeft') focus(place - 1);
    if (event.key === 'ArrowRight') focus(place + 1);
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = readTyped(event.clipboardData.getData('text')).replace(/\D/g, '');
    if (pasted.length !== 5) return;
    event.preventDefault();
    update((old) => ({ ...old, joker: [...pasted].map(Number) }), { what: 'jokerReplaced' });
    focus(4);
  };

  return (
    <div className={`${discsCss.digits} ${extrasCss.jokerInput}`} ref={boxes}>
      {digits.map((digit, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a digit
        <label key={place}>
          <span className="visually-hidden">{t('joker.digit', { position: place + 1 })}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={digit ?? ''}
            aria-invalid={errorId !== undefined && digit === null ? true : undefined}
            aria-describedby={errorId}
            onChange={(event) => type(place, event.currentTarget.value)}
            onKeyDown={(event) => press(event, place)}
            onFocus={(event) => event.currentTarget.select()}
            onPaste={paste}
          />
        </label>
      ))}
    </div>
  );
}
