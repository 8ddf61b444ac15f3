import { Hono } from 'hono';
import { createAuthority } from './authority.ts';
import { createControl } from './control.ts';
import { oauthRoutes } from './oauth.ts';
import { phoneRoutes } from './phone.ts';
import { createRequests } from './requests.ts';
import { treeRoutes } from './tree.ts';

/** Whom the sandbox knows as its one customer, where it keeps its authority, and what time it is. */
export type SandboxOptions = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  dataDir: string;
  now: () => Date;
};

/** The whole sandbox of Auðkenni: the protocol, a phone for everybody, and a control for testers. */
export async function eIdSandbox(options: SandboxOptions): Promise<{ app: Hono; control: Hono }> {
  const authority = await createAuthority(options.dataDir, options.now);
  const requests = createRequests(options.now);
  const { app: control, disturb, refuseNext, forgery } = createControl(requests);
  const { app: oauth, openSession } = oauthRoutes({ ...options, authority, forgery });
  const app = new Hono();
  app.use('/sso/*', async (_, next) => (await disturb()) ?? next());
  app.route('/', treeRoutes({ clientId: options.clientId, requests, refuseNext, openSession }));
  app.route('/', oauth);
  app.route('/', phoneRoutes({ requests, authority, now: options.now }));
  return { app, control };
}
