/** `/textar/greidslur`: the texts of the dialog of money in and out, in the language of the address. */
import type { LoaderFunctionArgs } from 'react-router';
import { textsFor } from '#web/page-texts.server.ts';
import texts from './payment-dialog.tsx?texts';

export function loader(args: LoaderFunctionArgs): Response {
  return new Response(textsFor(args, texts), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=60' },
  });
}
