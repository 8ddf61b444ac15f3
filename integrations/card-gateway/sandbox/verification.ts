/** How an authentication begins: a form for the browser, and a page that submits it by itself. */
import type { z } from 'zod';
import { isExpired } from '#rules/values/card-number.ts';
import type { verifySchema } from '../wire.ts';
import type { Reply } from './answers.ts';
import { isSuccess } from './answers.ts';
import { selfSubmitting } from './pages.ts';
import type { GatewayParts } from './parts.ts';
import type { AskedCard } from './sessions.ts';
import { dayOf, masked, readTestCard } from './test-cards.ts';

/** Filled by a script in the browser. */
export const browserFields = [
  ...(['TDS2_Navigator_language', 'TDS2_Navigator_javaEnabled', 'TDS2_Navigator_jsEnabled'] as const),
  ...(['TDS2_Screen_colorDepth', 'TDS2_Screen_height', 'TDS2_Screen_width'] as const),
  ...(['TDS2_Screen_PixelDepth', 'TDS2_TimezoneOffset'] as const),
];

type Asked = z.output<typeof verifySchema>;

export function verificationAnswer(
  parts: GatewayParts,
  asked: Asked,
  wanted: string | undefined,
  requestUrl: string,
): Reply {
  const card = askedCard(parts, asked);
  if ('code' in card) return card;
  if (card.threeD === 'unsupported') return { code: 'C8' };
  if (wanted !== undefined && !isSuccess(wanted)) return { code: wanted };
  const session = parts.sessions.begin({
    card,
    amount: asked.amount,
    returnUrl: asked.authenticationUrl,
    md: asked.MD ?? '',
    merchant: asked.displayName ?? '',
  });
  const transientData = Buffer.from(JSON.stringify({ at: session.at.toISOString() })).toString('base64');
  const digest = parts.proofs.digest(`${session.txid} ${transientData}`);
  const verificationFields = [
    { name: 'txid', value: session.txid },
    ...browserFields.map((name) => ({ name, value: '' })),
    { name: 'digest', value: digest },
    { name: 'transientData', value: transientData },
  ];
  const postUrl = mpiUrl(requestUrl);
  const page = selfSubmitting({ action: postUrl, fields: verificationFields, fillsBrowserFields: true });
  return {
    code: wanted ?? 'C1',
    more: {
      cardVerificationRawResponse: String(page),
      postUrl,
      verificationFields,
      additionalFields: [],
      cardInformation: { cardScheme: card.scheme === 'visa' ? 'V' : 'M', issuingCountry: 'IS' },
      scriptPath: null,
    },
  };
}

function askedCard({ cards, proofs, now }: GatewayParts, asked: Asked): AskedCard | { code: string } {
  const { cardNumber = '', expirationMonth: month = 0, expirationYear: year = 0, virtualCard } = asked;
  if (virtualCard !== undefined) {
    const stored = cards.find(virtualCard);
    if (!stored) return { code: 'B2' };
    return isExpired(stored, dayOf(now())) ? { code: '54' } : stored;
  }
  const card = readTestCard(cardNumber);
  if (!card) return { code: 'A5' };
  if (isExpired({ month, year }, dayOf(now()))) return { code: 'A6' };
  return { ...card, fingerprint: proofs.fingerprint(cardNumber), masked: masked(cardNumber) };
}

/** On 127.0.0.1, which is another site than the product's `localhost`. */
function mpiUrl(requestUrl: string): string {
  const url = new URL(requestUrl);
  url.hostname = '127.0.0.1';
  url.pathname = url.pathname.replace(/\/[^/]*$/, '/mpi/start');
  url.search = '';
  return url.href;
}
