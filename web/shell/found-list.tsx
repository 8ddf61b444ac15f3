/** What a search found, by kind; and what is offered before one types. */
import type { ApiAnswer } from '#contract/api.ts';
import { ContentLink } from '#web/blocks/content-link.tsx';
import { useSite } from '#web/site.ts';
import { useText } from '#web/text/text.tsx';

type Found = ApiAnswer<'content.search'>['found'];

const kinds = ['game', 'page', 'article', 'club'] as const;

/** `level` is that of the headings. */
export function FoundList({ found, level }: { found: Found; level: 2 | 3 }) {
  const { t } = useText();
  const Heading = `h${level}` as const;
  return kinds.map((kind) => {
    const some = found.filter((each) => each.kind === kind);
    if (some.length === 0) return null;
    return (
      <section key={kind}>
        <Heading>{t(`search.kind.${kind}`)}</Heading>
        <ul className="found">
          {some.map(({ title, text, url }) => (
            <li key={`${url} ${title}`}>
              <ContentLink url={url}>
                <b>{title}</b>
                {text !== '' && <span className="soft">{text}</span>}
              </ContentLink>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

export function SearchLinks({ level }: { level: 2 | 3 }) {
  const { t } = useText();
  const { searchLinks } = useSite();
  const Heading = `h${level}` as const;
  if (searchLinks.length === 0) return null;
  return (
    <nav aria-label={t('nav.searchShortcuts')}>
      <Heading>{t('nav.searchShortcuts')}</Heading>
      <ul className="found">
        {searchLinks.map(({ url, name }) => (
          <li key={url}>
            <ContentLink url={url}>{name}</ContentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
