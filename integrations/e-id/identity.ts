/** From a confirmed tree to a person: code, tokens, user, signature. */
import { createHash, randomBytes } from 'node:crypto';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Certificate } from 'pkijs';
import type { EIdPerson } from './face.ts';
import { fail } from './failures.ts';
import { ask, type Cookies } from './http.ts';
import { verifySignature } from './signature.ts';
import { paths, scope, type TreeService, tokenSchema, userSchema } from './wire.ts';

export type IdentityOptions = {
  base: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  service: TreeService;
  keys: JWTVerifyGetKey;
  authorities(): readonly Certificate[];
  now(): Date;
  timeoutMs: number;
};

/** Throws `EIdError`. May be repeated while the session of the cookies lives: each time with a new code. */
export async function identify(
  options: IdentityOptions,
  cookies: Cookies,
  asked: string | null,
): Promise<EIdPerson> {
  const verifier = randomBytes(32).toString('base64url');
  const code = await authorize(options, cookies, verifier);
  const tokens = await exchange(options, code, verifier);
  const claims = await checkIdToken(options, tokens.id_token);
  const user = await userinfo(options, tokens.access_token);
  const { signature } = user;
  if (!signature) return fail('untrusted', 'the user has no signature');
  if (claims['signature'] !== signature) fail('untrusted', 'the id token has another signature');
  if (user.sub !== undefined && user.sub !== claims.sub) fail('untrusted', 'the id token is of another user');
  const { name, nationalId, certificateExpires } = await verifySignature(signature, options.authorities());
  if (name !== user.name || nationalId !== user.nationalRegisterId)
    fail('untrusted', 'the signature is by another person');
  if (asked !== null && nationalId !== asked) fail('untrusted', 'another person was asked');
  return { name, nationalId, certificateExpires };
}

async function authorize(options: IdentityOptions, cookies: Cookies, verifier: string): Promise<string> {
  const { base, clientId, redirectUri, service, timeoutMs } = options;
  const state = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    service,
    client_id: clientId,
    response_type: 'code',
    scope,
    state,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const answer = await ask(`${base}${paths.authorize}?${query}`, { method: 'GET', cookies }, timeoutMs);
  const location = answer.location === null ? null : URL.parse(answer.location, base);
  if (!location || answer.status < 300 || answer.status > 399)
    return fail('refused', `no code: the provider answers ${answer.status}`);
  const { searchParams, origin, pathname } = location;
  if (`${origin}${pathname}` !== plain(redirectUri))
    return fail('refused', 'no code: the session is not known');
  const error = searchParams.get('error');
  if (error !== null) return fail('refused', `no code: ${error.slice(0, 100)}`);
  if (searchParams.get('state') !== state) return fail('untrusted', 'a code of another state');
  return searchParams.get('code') ?? fail('unreadable', 'a redirect without a code');
}

function plain(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

async function exchange(options: IdentityOptions, code: string, verifier: string) {
  const { base, clientId, clientSecret, redirectUri, timeoutMs } = options;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, json } = await ask(`${base}${paths.token}`, { headers, body: String(form) }, timeoutMs);
  if (status !== 200) return fail('refused', `no tokens: the provider answers ${status}`);
  return tokenSchema.safeParse(json).data ?? fail('unreadable', 'the answer with the tokens');
}

async function checkIdToken({ keys, base, clientId, now }: IdentityOptions, token: string) {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    audience: clientId,
    issuer: issuers(`${base}${paths.oauth}`),
    currentDate: now(),
    clockTolerance: 60,
    requiredClaims: ['exp', 'sub'],
  }).catch((error: unknown) => {
    const unread = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'];
    if (error instanceof errors.JOSEError && !unread.includes(error.code))
      return fail('untrusted', `the id token: ${error.message}`);
    return fail('unreachable', `the keys of the id token: ${String(error)}`);
  });
  return payload;
}

/** ForgeRock servers write their port also where it is the usual one. */
function issuers(issuer: string): string[] {
  const { protocol, hostname, port, pathname } = new URL(issuer);
  if (port !== '') return [issuer];
  return [issuer, `${protocol}//${hostname}:${protocol === 'https:' ? 443 : 80}${pathname}`];
}

async function userinfo({ base, timeoutMs }: IdentityOptions, accessToken: string) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const { status, json } = await ask(`${base}${paths.userinfo}`, { headers }, timeoutMs);
  if (status !== 200) return fail('refused', `no user: the provider answers ${status}`);
  return userSchema.safeParse(json).data ?? fail('unreadable', 'the answer with the user');
}
