/**
 * `/textar/innskraning`: the texts of the forms that come later (`forms.ts`), in the language of the address.
 */
import type { LoaderFunctionArgs } from 'react-router';
import { textsFor } from '#web/page-texts.server.ts';
import texts from './forms.ts?texts';

export function loader(args: LoaderFunctionArgs): Response {
  return new Response(textsFor(args, texts), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=60' },
  });
}
