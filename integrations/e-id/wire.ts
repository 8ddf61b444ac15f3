/**
 * Auðkenni's REST protocol: a tree of callbacks that is filled in and polled, then an OAuth 2 code exchange
 * with PKCE. All without a browser.
 */
import { z } from 'zod';

const realm = '/realms/root/realms/audkenni';
const oauth = `/sso/oauth2${realm}`;

/** Below the base address. `oauth` is also the issuer of id tokens. */
export const paths = {
  authenticate: `/sso/json${realm}/authenticate`,
  oauth,
  authorize: `${oauth}/authorize`,
  token: `${oauth}/access_token`,
  keys: `${oauth}/connect/jwk_uri`,
  userinfo: `${oauth}/userinfo`,
} as const;

export const treeHeaders = {
  'content-type': 'application/json',
  'accept-api-version': 'resource=2.0,protocol=1.0',
} as const;

export const scope = 'openid profile signature';
/** The session that a confirmed tree leaves. */
export const sessionCookie = 'audsso';

export const treeServices = ['api_v200', 'api_v201', 'api_v202'] as const;
export type TreeService = (typeof treeServices)[number];

const fields = [
  ...(['clientId', 'relatedParty', 'title', 'user', 'message'] as const),
  ...(['vchoice', 'confirmMessage', 'hash', 'method'] as const),
];
export type TreeField = (typeof fields)[number];

/** What the callbacks of the first answer ask for, by index. */
export function layoutOf(service: TreeService): readonly TreeField[] {
  return service === 'api_v202' ? fields : fields.filter((field) => field !== 'title');
}

const pair = z.object({ name: z.string(), value: z.unknown() });
/** Loose: what we do not know goes back as it came. */
export const callbackSchema = z.looseObject({
  type: z.string(),
  output: z.array(pair),
  input: z.array(pair).optional(),
});
export type Callback = z.infer<typeof callbackSchema>;

export const treeSchema = z.object({
  authId: z.string().min(1),
  callbacks: z.array(callbackSchema).min(1).max(30),
});
export type Tree = z.infer<typeof treeSchema>;

export const waitingType = 'PollingWaitCallback';
export const choiceType = 'ChoiceCallback';

export const confirmedSchema = z.object({
  tokenId: z.string().min(1),
  successUrl: z.string(),
  realm: z.string(),
});

/** Status 401. The code of the failure is in one of the two texts. */
export const refusalSchema = z.object({
  message: z.string().optional(),
  detail: z.object({ failureUrl: z.string().optional() }).optional(),
});

export const tokenSchema = z.object({ access_token: z.string().min(1), id_token: z.string().min(1) });

export const userSchema = z.object({
  sub: z.string().optional(),
  name: z.string().min(1),
  nationalRegisterId: z.string().regex(/^\d{10}$/),
  /** PKCS#7 in base64. */
  signature: z.string().optional(),
});
