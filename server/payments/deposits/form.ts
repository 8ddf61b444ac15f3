/** The page that leads to the issuer, as clients get it that show `html` as it stands. */
import { html } from 'hono/html';
import type { AuthenticationForm } from '#integrations/card-gateway/face.ts';

export type AuthenticationView = {
  html: string;
  form: { postUrl: string; fields: { name: string; value: string }[] };
  verificationId: string;
};

export function authenticationOf(form: AuthenticationForm, verificationId: string): AuthenticationView {
  const { postUrl } = form;
  const fields = form.fields.map(({ name, value }) => ({ name, value }));
  return { html: pageOf(postUrl, fields), form: { postUrl, fields }, verificationId };
}

/**
 * Submits itself, after it has filled in what the issuer wants to know of the browser: these fields are empty
 * until then.
 */
function pageOf(postUrl: string, fields: AuthenticationView['form']['fields']): string {
  const page = html`<!doctype html><html lang="is"><meta charset="utf-8"><title>…</title>
<form method="post" action="${postUrl}">${hiddenInputs(fields)}<button>→</button></form>`;
  return `${page}<script>${fillAndSubmit}</script></html>`;
}

export const hiddenInputs = (fields: AuthenticationView['form']['fields']) =>
  fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`);

/** Script of a page whose first form leads to the issuer. */
export const fillAndSubmit = `(function (f, s) {
  var v = {
    TDS2_Navigator_language: navigator.language, TDS2_Navigator_javaEnabled: 'false',
    TDS2_Navigator_jsEnabled: 'true', TDS2_Screen_colorDepth: s.colorDepth, TDS2_Screen_height: s.height,
    TDS2_Screen_width: s.width, TDS2_Screen_PixelDepth: s.pixelDepth,
    TDS2_TimezoneOffset: new Date().getTimezoneOffset()
  };
  for (var n in v) if (f.elements[n]) f.elements[n].value = v[n];
  f.submit();
})(document.forms[0], screen);`;
