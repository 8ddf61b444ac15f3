/** Draws the played or drawn marks of a game without discs of its own, each with its place. */
import type { Mark } from '#contract/described.ts';
import { useText } from '#web/text/text.tsx';
import * as marksCss from './marks.module.css';

export function Marks({ marks }: { marks: readonly Mark[] }) {
  return (
    <ol className={`${marksCss.marks} figures`}>
      {marks.map(({ place, text, also = [], isRight }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a mark
        <li key={index} className={lookOf(isRight)}>
          {place !== undefined && <span className={marksCss.place}>{place}</span>}
          <RightWord isRight={isRight} />
          {[text, ...also].join('/')}
        </li>
      ))}
    </ol>
  );
}

function lookOf(isRight: boolean | undefined): string | undefined {
  if (isRight === undefined) return undefined;
  return isRight ? marksCss.right : marksCss.wrong;
}

function RightWord({ isRight = false }: { isRight: boolean | undefined }) {
  const { t } = useText();
  return isRight && <span className="visually-hidden">{t('proof.right')} </span>;
}
