/** The issuer's page, where a person confirms that it is their card. */
import { Hono } from 'hono';
import { challengePage } from './challenge-page.ts';
import { decoded, encoded, fields } from './messages.ts';
import { failed, selfSubmitting } from './pages.ts';
import type { Session, Sessions } from './sessions.ts';

const rightCode = '1234';
const refusedCode = '0000';
const triesMax = 3;

export function acsRoutes(sessions: Sessions): Hono {
  const app = new Hono();

  // In the hidden frame of the MPI: a real issuer looks at the browser here.
  app.post('/method', async (c) => {
    const { threeDSMethodData = '' } = await fields(c);
    const list = [{ name: 'threeDSMethodData', value: threeDSMethodData }];
    return c.html(selfSubmitting({ action: '../mpi/method', fields: list }));
  });

  app.post('/challenge', async (c) => {
    const { creq = '' } = await fields(c);
    const asked = decoded(creq);
    const session = sessions.byAcsId(String(asked['acsTransID'] ?? ''));
    if (!session || session.serverId !== asked['threeDSServerTransID']) return c.html(failed('unknown'), 404);
    return session.result ? c.html(answered(session)) : c.html(challengePage(session, null));
  });

  app.post('/answer', async (c) => {
    const { acsTransID = '', code = '', deed } = await fields(c);
    const session = sessions.byAcsId(acsTransID);
    if (!session) return c.html(failed('unknown'), 404);
    const typed = code.replace(/\s/g, '');
    if (deed === 'cancel') sessions.end(session, 'cancelled');
    else if (typed === rightCode) sessions.end(session, 'full');
    else if (typed === refusedCode) sessions.end(session, 'refused');
    else if (!session.result) {
      session.wrongCodes += 1;
      const left = triesMax - session.wrongCodes;
      if (left > 0) return c.html(challengePage(session, left));
      sessions.end(session, 'refused');
    }
    return c.html(answered(session));
  });
  return app;
}

function answered({ serverId, acsId, txid, result }: Session) {
  const cres = {
    threeDSServerTransID: serverId,
    acsTransID: acsId,
    messageType: 'CRes',
    messageVersion: '2.2.0',
    transStatus: result?.transStatus === 'Y' ? 'Y' : 'N',
  };
  const list = [
    { name: 'cres', value: encoded(cres) },
    { name: 'threeDSSessionData', value: Buffer.from(txid).toString('base64url') },
  ];
  return selfSubmitting({ action: '../mpi/notification', fields: list });
}
