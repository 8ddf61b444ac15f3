/** Moves the focus to the next step, once it is rendered. */
import * as slipCss from '#web/shared/tickets/slip.module.css';
import * as buttonCss from '#web/ui/button.module.css';
import * as playFrameCss from './play-frame.module.css';

export function focusSoon(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  requestAnimationFrame(() => find()?.focus(options));
}

/** Focuses the visible primary button, unless another visible element has the focus. */
export function focusWayOn(): void {
  focusSoon(() => {
    const places = `:is(.${slipCss.slip}, .${playFrameCss.bar})`;
    const ways = [...document.querySelectorAll<HTMLElement>(`${places} .${buttonCss.primary}`)];
    const { activeElement, body } = document;
    const isNowhere = activeElement === body || !activeElement?.checkVisibility();
    return isNowhere ? ways.find((way) => way.checkVisibility()) : null;
  });
}
