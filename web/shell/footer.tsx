/** Footer: all bands, help first, then ways, theme and language. */
import { Link, useLocation, useRevalidator } from 'react-router';
import { pathsFor, translated } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { type Theme, themes, useShell } from '#web/ui/shell.ts';
import { themeCookie } from './theme.ts';

const bands = ['lotto', 'vikinglotto', 'eurojackpot', 'toto', 'xg', 'lengjan'] as const;

export function Footer() {
  const { t, locale } = useText();
  const { now, player } = useShell();
  const { pathname, search } = useLocation();
  const paths = pathsFor(locale);
  const other = locale === 'is' ? 'en' : 'is';
  return (
    <footer className="foot">
      <div className="belt" aria-hidden="true">
        {bands.map((game) => (
          <span key={game} className="band" data-game={game} />
        ))}
      </div>
      <div className="wrap">
        <section className="help" aria-labelledby="footer-help">
          <h2 id="footer-help">{t('footer.helpHeading')}</h2>
          <p>{t('footer.helpNow')}</p>
          <p className="acts">
            <a className="btn btn-2" href="tel:1717">
              {t('footer.helpLine')}
            </a>
          </p>
        </section>
        <nav aria-label={t('footer.bottomLinks')}>
          <ul className="links">
            <li>
              <Link to={paths.game('lotto')}>{t('games.lotto.name')}</Link>
            </li>
            <li>
              <Link to={paths.results('lotto')}>{t('nav.results')}</Link>
            </li>
            {player !== null && (
              <li>
                <Link to={paths.account()}>{t('nav.myPages')}</Link>
              </li>
            )}
            <li>
              <Link to={translated(pathname, search)} lang={other} hrefLang={other} preventScrollReset>
                {t(`language.${other}`)}
              </Link>
            </li>
          </ul>
        </nav>
        <div className="end">
          <p>
            {t('brand.purpose')} {t('footer.licence')} {t('footer.age')}
          </p>
          <ThemeChoice />
          <p className="money">{t('footer.copyright', { year: now.slice(0, 4) })}</p>
        </div>
      </div>
    </footer>
  );
}

const themeText = { system: 'a11y.themeSystem', light: 'a11y.themeLight', dark: 'a11y.themeDark' } as const;

function ThemeChoice() {
  const { t } = useText();
  const { theme } = useShell();
  const revalidator = useRevalidator();
  const choose = (chosen: Theme): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in every browser yet
    document.cookie = themeCookie(chosen);
    void revalidator.revalidate();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the footer would need a legend of its own
    <div className="theme" role="group" aria-label={t('a11y.theme')}>
      <span>{t('a11y.theme')}</span>
      {themes.map((name) => (
        <button key={name} type="button" aria-pressed={theme === name} onClick={() => choose(name)}>
          {t(themeText[name])}
        </button>
      ))}
    </div>
  );
}
