/** A whole ticket as one line of text: typed or pasted to fill the slip, and copied from it. */
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { versionAt } from '#rules/numbers/games.ts';
import { formatPlayAddress } from '#rules/numbers/play-address.ts';
import { parseTicketCode, type TicketCode } from '#rules/numbers/ticket-code.ts';
import { pathsFor } from '#web/page/paths.ts';
import { CopySlip } from '#web/shared/purchase/copy-slip.tsx';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import type { BoardDialogProps } from './board-parts.ts';
import { focusGrid } from './focus.ts';
import * as slips from './slip.ts';
import { codeOf } from './slip-code.ts';
import * as slipSourcesCss from './slip-sources.module.css';

/** Fills the slip, or goes to the page of the game that the code is for. */
function useFillSlip({ desk, draw, onClose }: Omit<BoardDialogProps, 'matrix'>) {
  const { locale } = useText();
  const navigate = useNavigate();
  return ({ gameId, rows, system, joker, subscriptionDrawDays: days }: TicketCode): void => {
    if (gameId !== draw.gameId) {
      // The page of the other game comes with the slip, and without this dialog.
      const played = `${formatPlayAddress({ rows, joker, system })}${days ? '&subscription=true' : ''}`;
      void navigate(pathsFor(locale).playNumbers(gameId, played));
      return;
    }
    onClose();
    const parts = { rows: rows.map(slips.slipRow), active: 0, joker, system };
    desk.update((old) => slips.chooseDays({ ...old, ...parts }, days), { what: 'slipReplaced' });
    focusGrid();
  };
}

export function CodeDialog({ desk, draw, matrix, onClose }: BoardDialogProps) {
  const { t } = useText();
  const fill = useFillSlip({ desk, draw, onClose });
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const day = draw.drawDate.slice(0, 10);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const code = parseTicketCode(text, (gameId) =>
      gameId === draw.gameId ? draw.rules : versionAt(gameId, day),
    );
    setWrong(code === null);
    if (code !== null) fill(code);
  };

  // Beside the form of the slip: it has one of its own.
  return createPortal(
    <Dialog
      open
      title={t('play.code')}
      closeLabel={t('a11y.closeDialog')}
      onClose={onClose}
      closesOutside={text === ''}
      game={draw.gameId}
    >
      <form className={dialogCss.body} onSubmit={submit} noValidate>
        <Field
          label={t('play.codeLabel')}
          hint={t(`play.codeHint.${draw.gameId}`)}
          error={isWrong ? t('play.codeWrong') : undefined}
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" kind="primary" block>
          {t('play.codeUse')}
        </Button>
        <OwnCode desk={desk} draw={draw} matrix={matrix} />
      </form>
    </Dialog>,
    document.body,
  );
}

/** The code of what stands on the slip, to be kept or passed on. */
function OwnCode(parts: Omit<BoardDialogProps, 'onClose'>) {
  const { t } = useText();
  const code = codeOf(parts);
  if (code === null) return null;
  return (
    <section className={slipSourcesCss.ownCode}>
      <h3>{t('play.codeOwn')}</h3>
      <p className="figures">{code}</p>
      <CopySlip code={code} label={t('play.codeShare')} kind="plain" />
    </section>
  );
}
