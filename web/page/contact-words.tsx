/** Turns the words that ask to contact us into a link, in every sentence inside `LinkedWords`. */
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useText } from '#web/text/text.tsx';
import { type LinkWords, LinkWordsContext } from '#web/ui/linked-words.tsx';
import { pathsFor } from './paths.ts';
import { phrasePattern } from './phrases.ts';

export function ContactWords({ children }: { children: ReactNode }) {
  const { t, locale } = useText();
  const words = t('contact.words');
  const link = useMemo<LinkWords>(() => {
    const pattern = phrasePattern(words);
    const to = pathsFor(locale).contact();
    return (text) => {
      const [before, phrase, ...after] = pattern === null ? [text] : text.split(pattern);
      if (phrase === undefined) return text;
      return (
        <>
          {before}
          <Link to={to}>{phrase}</Link>
          {after}
        </>
      );
    };
  }, [words, locale]);
  return <LinkWordsContext value={link}>{children}</LinkWordsContext>;
}
