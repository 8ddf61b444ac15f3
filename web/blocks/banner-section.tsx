/** A message with a picture, or with the landscape of the game that it tells of. */
import { useId } from 'react';
import type { Section as Content } from '#contract/content.ts';
import { isNumberGame } from '#web/shared/games/number-games.ts';
import { Scene } from '#web/ui/icon.tsx';
import * as bannerCss from './banner.module.css';
import { Buttons } from './buttons.tsx';
import { motifOf } from './game-lines.tsx';
import { ContentImage } from './image.tsx';
import { StructuredText } from './structured-text.tsx';

type Props = { section: Extract<Content, { __typename: 'BannerSectionRecord' }>; first: boolean };

export function BannerSection({ section, first }: Props) {
  const { title, text, image, buttons, gameId } = section;
  const id = useId();
  const game = gameId === null ? undefined : motifOf(gameId);
  return (
    <section className={bannerCss.banner} data-game={game} aria-labelledby={id}>
      <div className={bannerCss.text}>
        <h2 id={id}>{title}</h2>
        {text !== null && <StructuredText text={text} />}
        <Buttons buttons={buttons} />
      </div>
      {image !== null ? (
        <ContentImage image={image} first={first} sizes="(min-width: 1024px) 50vw, 100vw" />
      ) : (
        game !== undefined && isNumberGame(game) && <Scene game={game} />
      )}
    </section>
  );
}
