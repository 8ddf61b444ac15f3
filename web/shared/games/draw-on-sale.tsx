/** What is played for and how long: the first prize, when the sale closes, what is left of it. */
import { useText } from '#web/text/text.tsx';
import { Countdown } from './countdown.tsx';
import * as drawOnSaleCss from './draw-on-sale.module.css';
import { Pot } from './pot.tsx';

type Props = { firstPrize: number; closeDate: string; now: string };

export function DrawOnSale({ firstPrize, closeDate, now }: Props) {
  const { t, format } = useText();
  return (
    <>
      <Pot amount={firstPrize} />
      <p className={drawOnSaleCss.when}>
        <span className="soft">{t('gamePage.salesClose')}</span> <b>{format.nearDateTime(closeDate, now)}</b>
        <span className={`soft ${drawOnSaleCss.whenLeft}`}>
          <Countdown closeDate={closeDate} now={now} />
        </span>
      </p>
    </>
  );
}
