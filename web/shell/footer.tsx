/** Footer: all bands, help first, then ways, theme and language. */
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { gameColours } from '#rules/games.ts';
import { ContentLink } from '#web/blocks/content-link.tsx';
import { ContentImage } from '#web/blocks/image.tsx';
import { StructuredText } from '#web/blocks/structured-text.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { type Theme, themes, useShell } from '#web/page/shell.ts';
import { useSite, type Way } from '#web/page/site.ts';
import { useText } from '#web/text/text.tsx';
import { writeCookie } from '#web/ui/browser-store.ts';
import * as buttonCss from '#web/ui/button.module.css';
import * as iconCss from '#web/ui/icon.module.css';
import { CookieChoice } from './cookie-choice.tsx';
import * as footerCss from './footer.module.css';
import * as headerCss from './header.module.css';
import { LanguageLink } from './language-link.tsx';
import { themeCookie } from './theme.ts';

export function Footer() {
  const { t } = useText();
  const { now } = useShell();
  const { footer } = useSite();
  return (
    <footer className={footerCss.foot}>
      <div className={footerCss.belt} aria-hidden="true">
        {gameColours.map((game) => (
          <span key={game} className={iconCss.band} data-game={game} />
        ))}
      </div>
      <div className="wrap">
        <Help />
        <BottomLinks />
        <Logos />
        <div className={footerCss.end}>
          <div className={footerCss.endWords}>
            <span className={headerCss.age}>{t('common.ageMark')}</span>
            {footer.infoText === null ? (
              <p>
                {t('brand.purpose')} {t('footer.licence')} {t('footer.age')}
              </p>
            ) : (
              <StructuredText text={footer.infoText} />
            )}
          </div>
          <div className={footerCss.endChoices}>
            <ThemeChoice />
            <CookieChoice />
          </div>
          <p className="money">{t('footer.copyright', { year: now.slice(0, 4) })}</p>
        </div>
      </div>
    </footer>
  );
}

/** Limits and a break are one press away from every page; then whom to talk to. */
function Help() {
  const { t, locale } = useText();
  const { footer } = useSite();
  const paths = pathsFor(locale);
  return (
    <section className={footerCss.help} aria-labelledby="footer-help">
      <h2 id="footer-help">{t('footer.helpHeading')}</h2>
      <p>{t('footer.helpText')}</p>
      <p className="actions">
        <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={paths.limits()}>
          {t('responsible.setLimits')}
        </Link>
        <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={paths.limits('hle')}>
          {t('responsible.takeBreak')}
        </Link>
      </p>
      <ul className={footerCss.links}>
        <li>
          <a href="tel:1717">{t('footer.helpLine')}</a>
        </li>
        <WayItems ways={footer.shortcutLinks} />
      </ul>
    </section>
  );
}

function BottomLinks() {
  const { t } = useText();
  const { footer } = useSite();
  return (
    <nav aria-label={t('footer.bottomLinks')}>
      <ul className={footerCss.links}>
        <WayItems ways={footer.bottomLinks} />
        <li>
          <LanguageLink />
        </li>
      </ul>
    </nav>
  );
}

function WayItems({ ways }: { ways: readonly Way[] }) {
  return ways.map(({ url, name }) => (
    <li key={`${url} ${name}`}>
      <ContentLink url={url}>{name}</ContentLink>
    </li>
  ));
}

function Logos() {
  const { footer } = useSite();
  if (footer.bottomLogos.length === 0) return null;
  return (
    <ul className={footerCss.logos}>
      {footer.bottomLogos.map(({ url, image }) => (
        <li key={image.id}>
          {url === null ? (
            <ContentImage image={image} />
          ) : (
            <ContentLink url={url}>
              <ContentImage image={image} />
            </ContentLink>
          )}
        </li>
      ))}
    </ul>
  );
}

const themeText = { system: 'a11y.themeSystem', light: 'a11y.themeLight', dark: 'a11y.themeDark' } as const;

function ThemeChoice() {
  const { t } = useText();
  const { theme } = useShell();
  const revalidator = useRevalidator();
  /** For this page alone, where the browser keeps no cookie. */
  const [unkept, setUnkept] = useState<Theme | null>(null);
  const choose = (chosen: Theme): void => {
    if (writeCookie(themeCookie(chosen))) return void revalidator.revalidate();
    setUnkept(chosen);
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the footer would need a legend of its own
    <div className={footerCss.theme} role="group" aria-label={t('a11y.theme')}>
      <span>{t('a11y.theme')}</span>
      {themes.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={(unkept ?? theme) === name}
          onClick={() => choose(name)}
        >
          {t(themeText[name])}
        </button>
      ))}
    </div>
  );
}
