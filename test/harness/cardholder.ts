/** A cardholder's browser, played by requests: from our form over MPI and issuer to the return post. */
import type { Authentication, AuthenticationForm } from '#integrations/card-gateway/face.ts';

/** What the person does when the issuer asks. */
export type Deed = 'approve' | 'refuse' | 'cancel' | 'nothing';

/** What the browser posts to the shop in the end. */
export type ReturnPost = { url: string; fields: Record<string, string> };

const browser: Readonly<Record<string, string>> = {
  TDS2_Navigator_language: 'is-IS',
  TDS2_Navigator_javaEnabled: 'false',
  TDS2_Navigator_jsEnabled: 'true',
  TDS2_Screen_colorDepth: '24',
  TDS2_Screen_height: '844',
  TDS2_Screen_width: '390',
  TDS2_Screen_PixelDepth: '24',
  TDS2_TimezoneOffset: '0',
};

type Form = { action: string; fields: Record<string, string> };

/** Null when the browser never returns to the shop. */
export async function walkAuthentication(
  { postUrl, fields }: AuthenticationForm,
  deed: Deed,
): Promise<ReturnPost | null> {
  const origin = new URL(postUrl).origin;
  const first = Object.fromEntries(fields.map(({ name, value }) => [name, browser[name] ?? value]));
  let form: Form | null = { action: postUrl, fields: first };
  while (form && new URL(form.action).origin === origin) {
    const page: { url: string; text: string } = await post(form);
    form = answered(page, deed);
  }
  return form && { url: form.action, fields: form.fields };
}

/** What the server tells the gateway out of a return post. */
export function authenticationOf({ fields }: ReturnPost): Authentication {
  return {
    mdStatus: Number(fields['mdStatus']),
    xid: fields['xid'] ?? '',
    cavv: fields['cavv'] ?? '',
    ...(fields['TDS2.dsTransID'] && { dsTransId: fields['TDS2.dsTransID'] }),
    ...(fields['eci'] && { eci: fields['eci'] }),
  };
}

async function post({ action, fields }: Form): Promise<{ url: string; text: string }> {
  const response = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${action} answers ${response.status}: ${text.slice(0, 2_000)}`);
  return { url: response.url, text };
}

/** The form that the page or the person sends next. */
function answered({ url, text }: { url: string; text: string }, deed: Deed): Form | null {
  const forms = [...text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', inner = '']) => ({
    isNext: /\bdata-next\b/.test(head),
    action: new URL(attribute(head, 'action'), url).href,
    fields: Object.fromEntries(
      [...inner.matchAll(/<input\b([^>]*)>/g)].map(([, input = '']) => [
        attribute(input, 'name'),
        attribute(input, 'value'),
      ]),
    ),
  }));
  const next = forms.find(({ isNext }) => isNext);
  if (next) return next;
  const asks = forms.find(({ fields }) => 'code' in fields);
  if (!asks || deed === 'nothing') return null;
  const typed = {
    approve: { code: '1234', deed: 'confirm' },
    refuse: { code: '0000', deed: 'confirm' },
    cancel: { code: '', deed: 'cancel' },
  }[deed];
  return { action: asks.action, fields: { ...asks.fields, ...typed } };
}

function attribute(tag: string, name: string): string {
  const [, value = ''] = tag.match(new RegExp(`(?<![\\w-])${name}="([^"]*)"`)) ?? [];
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
