/** How people reach us, where the content does not say it. */

import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import type { ApiAnswer } from '#contract/api.ts';
import type { ContentLocale } from '#contract/content.ts';
import type { ContactConfig } from '#server/platform/config.ts';

const texts = { is, en };

type SiteConfig = ApiAnswer<'content.siteConfig'>;

/** Pages are kept as long as they get the same object. */
const completed = new WeakMap<SiteConfig, SiteConfig>();

export function withContact(config: SiteConfig, contact: ContactConfig, locale: ContentLocale): SiteConfig {
  if (config.contact) return config;
  const complete = completed.get(config) ?? { ...config, contact: contactFrom(contact, locale) };
  completed.set(config, complete);
  return complete;
}

function contactFrom({ phone, email, weekdays }: ContactConfig, locale: ContentLocale) {
  const [from, to] = weekdays;
  return { phone, email, hours: texts[locale].contact.weekdays.replace('{from}', from).replace('{to}', to) };
}
