/** The OAuth half from the provider's side: code, tokens, keys, user. */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { exportJWK, SignJWT } from 'jose';
import { paths, scope, sessionCookie } from '../wire.ts';
import type { Authority } from './authority.ts';
import type { Forgery } from './control.ts';
import { type PhoneRequest, secret } from './requests.ts';
import { subscribers } from './subscribers.ts';

export type OAuthParts = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  authority: Authority;
  now(): Date;
  /** How the answers of the next exchange are wrong. */
  forgery(): Forgery | undefined;
};

type Granted = { request: PhoneRequest; at: Date };
type Code = Granted & { challenge: string };
type Access = { sub: string; name: string; nationalRegisterId: string; signature?: string };

const codeLivesMs = 120_000;
const keyId = 'e-id-sandbox';

/** The routes, and the way into them: a session for a confirmed request. */
export function oauthRoutes(parts: OAuthParts): { app: Hono; openSession(request: PhoneRequest): string } {
  const sessions = new Map<string, Granted>();
  const codes = new Map<string, Code>();
  const access = new Map<string, Access>();
  const app = new Hono();
  app.get(paths.authorize, (c) => {
    const session = sessions.get(getCookie(c, sessionCookie) ?? '');
    const query = c.req.query();
    if (query.client_id !== parts.clientId || query.redirect_uri !== parts.redirectUri)
      return c.json({ error: 'invalid_client' }, 400);
    if (!session) return c.redirect(`${baseOf(c.req.url)}/sso/XUI/`, 302);
    const target = new URL(parts.redirectUri);
    const error = refusal(query);
    const code = secret();
    if (error) target.searchParams.set('error', error);
    else {
      codes.set(code, { ...session, at: parts.now(), challenge: query.code_challenge ?? '' });
      target.searchParams.set('code', code);
    }
    target.searchParams.set('state', parts.forgery() === 'state' ? 'another' : (query.state ?? ''));
    return c.redirect(String(target), 302);
  });
  app.post(paths.token, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const field = (name: string) => form.get(name) ?? '';
    if (field('client_id') !== parts.clientId || field('client_secret') !== parts.clientSecret)
      return c.json({ error: 'invalid_client' }, 401);
    const code = codes.get(field('code'));
    codes.delete(field('code')); // good once, also for who guesses the rest
    if (!code || !isGrantedTo(code, field, parts)) return c.json({ error: 'invalid_grant' }, 400);
    const user = await userOf(code.request, parts);
    const token = secret();
    access.set(token, user);
    const id_token = await idToken(user, baseOf(c.req.url), parts);
    return c.json({ access_token: token, id_token, scope, token_type: 'Bearer', expires_in: 300 });
  });
  app.get(paths.keys, async (c) => {
    const key = await exportJWK(createPublicKey(parts.authority.tokenKeyPem));
    return c.json({ keys: [{ ...key, kid: keyId, alg: 'RS256', use: 'sig' }] });
  });
  app.post(paths.userinfo, (c) => {
    const user = access.get(c.req.header('authorization')?.replace(/^Bearer /, '') ?? '');
    if (!user) return c.json({ error: 'invalid_token' }, 401);
    const forged = parts.forgery();
    return c.json({
      ...user,
      ...(forged === 'otherSignature' && { signature: `${user.signature} ` }),
      ...(forged === 'otherSubject' && { sub: 'another' }),
    });
  });
  return {
    app,
    openSession(request) {
      const id = secret();
      sessions.set(id, { request, at: parts.now() });
      return id;
    },
  };
}

function refusal(query: Record<string, string>): string | null {
  if (query.response_type !== 'code') return 'unsupported_response_type';
  if (query.scope !== scope) return 'invalid_scope';
  const isChallenged = query.code_challenge_method === 'S256' && query.code_challenge?.length === 43;
  return isChallenged ? null : 'invalid_request';
}

function isGrantedTo({ at, challenge }: Code, field: (name: string) => string, parts: OAuthParts): boolean {
  return (
    field('grant_type') === 'authorization_code' &&
    field('redirect_uri') === parts.redirectUri &&
    createHash('sha256').update(field('code_verifier')).digest('base64url') === challenge &&
    parts.now().getTime() - at.getTime() < codeLivesMs
  );
}

async function userOf(request: PhoneRequest, { authority, forgery }: OAuthParts): Promise<Access> {
  const forged = forgery();
  const { person } = request;
  const signer = forged === 'otherPerson' ? (subscribers.find((one) => one !== person) ?? person) : person;
  const fault = forged === 'foreign' || forged === 'spoilt' ? forged : undefined;
  const user = { sub: person.nationalId, name: person.name, nationalRegisterId: person.nationalId };
  if (forged === 'unsigned') return user;
  return { ...user, signature: await authority.sign(signer, request.message, fault) };
}

async function idToken({ sub, name, signature }: Access, base: string, parts: OAuthParts): Promise<string> {
  const forged = parts.forgery();
  const issued = parts.now().getTime() / 1000 - (forged === 'oldToken' ? 3600 : 0);
  const token = await new SignJWT({ name, ...(signature !== undefined && { signature }) })
    .setProtectedHeader({ alg: 'RS256', kid: keyId })
    .setSubject(sub)
    .setIssuer(forged === 'issuer' ? 'https://elsewhere.example/' : `${base}${paths.oauth}`)
    .setAudience(forged === 'audience' ? 'somebody-else' : parts.clientId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + 300)
    .sign(createPrivateKey(parts.authority.tokenKeyPem));
  return forged === 'idToken' ? changed(token) : token;
}

/** The same header and signature over other claims. */
function changed(token: string): string {
  const [header, claims = '', signature] = token.split('.');
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const other = Buffer.from(JSON.stringify({ ...payload, sub: 'another' })).toString('base64url');
  return [header, other, signature].join('.');
}

/** The address under which the sandbox was asked, up to its own paths. */
const baseOf = (url: string): string => url.slice(0, url.indexOf('/sso/'));
