/** The MPI: takes the browser over from the shop, asks directory and issuer, and sends it back. */
import { Hono } from 'hono';
import { decoded, encoded, fields } from './messages.ts';
import { failed, methodDone, methodStep, selfSubmitting, waiting } from './pages.ts';
import type { Proofs } from './proofs.ts';
import type { Result, Session, Sessions } from './sessions.ts';
import { browserFields } from './verification.ts';

type Parts = { sessions: Sessions; proofs: Proofs; agreementNumber: string; now: () => Date };

/** Pages name one another relative to `mpi/…` and `acs/…` of the sandbox. */
export function mpiRoutes(parts: Parts): Hono {
  const { sessions, proofs } = parts;
  const app = new Hono();

  app.post('/start', async (c) => {
    const form = await fields(c);
    const { txid = '', digest, transientData } = form;
    if (digest !== proofs.digest(`${txid} ${transientData}`)) return c.html(failed('digest'), 400);
    const session = sessions.byTxid(txid);
    if (!session) return c.html(failed('unknown'), 404);
    if (browserFields.some((name) => form[name] === undefined)) return c.html(failed('fields'), 400);
    session.browser = Object.fromEntries(browserFields.map((name) => [name, form[name] ?? '']));
    const notice = { threeDSServerTransID: session.serverId, threeDSMethodNotificationURL: 'mpi/method' };
    return c.html(methodStep({ methodData: encoded(notice), txid }));
  });

  app.post('/method', (c) => c.html(methodDone));

  app.post('/authenticate', async (c) => {
    const session = sessions.byTxid((await fields(c))['txid'] ?? '');
    if (!session) return c.html(failed('unknown'), 404);
    const result = sessions.decide(session);
    if (result) return c.html(returned(parts, session, result));
    if (session.card.threeD === 'neverReturns') return c.html(waiting());
    return c.html(challenge(session));
  });

  app.post('/notification', async (c) => {
    const { cres = '' } = await fields(c);
    const told = decoded(cres);
    const session = sessions.byAcsId(String(told['acsTransID'] ?? ''));
    if (!session) return c.html(failed('unknown'), 404);
    // What counts is what the issuer told the directory, not what the browser carries.
    if (!session.result) return c.html(failed('undecided'), 409);
    return c.html(returned(parts, session, session.result));
  });
  return app;
}

function challenge({ serverId, acsId, txid }: Session) {
  const creq = {
    threeDSServerTransID: serverId,
    acsTransID: acsId,
    messageVersion: '2.2.0',
    messageType: 'CReq',
    challengeWindowSize: '05',
  };
  const list = [
    { name: 'creq', value: encoded(creq) },
    { name: 'threeDSSessionData', value: Buffer.from(txid).toString('base64url') },
  ];
  return selfSubmitting({ action: '../acs/challenge', fields: list });
}

/** The return post of the MPI, whose names are literal. */
function returned({ proofs, agreementNumber, now }: Parts, session: Session, result: Result) {
  const { mdStatus, transStatus, mdErrorMsg, xid, cavv, eci } = result;
  const values: Record<string, string> = {
    version: '4.0',
    merchantID: agreementNumber,
    xid,
    mdStatus: String(mdStatus),
    mdErrorMsg,
    txstatus: transStatus,
    iReqCode: '',
    iReqDetail: '',
    vendorCode: '',
    eci,
    cavv,
    cavvAlgorithm: cavv ? '3' : '',
    MD: session.md,
    PAResVerified: String(cavv !== ''),
    PAResSyntaxOK: String(transStatus !== ''),
    digest: proofs.digest(['return', xid, mdStatus, cavv, session.md].join(' ')),
    sID: session.card.scheme === 'visa' ? '1' : '2',
    signature: '',
    _charset_: 'UTF-8',
    'TDS2.transStatus': transStatus,
    'TDS2.threeDSServerTransID': session.serverId,
    'TDS2.dsTransID': session.directoryId,
    'TDS2.acsTransID': session.acsId,
    'TDS2.acsReferenceNumber': 'SANDBOX-ACS-0001',
    'TDS2.authTimestamp': now().toISOString(),
    'TDS2.messageVersion': '2.2.0',
    'TDS2.authenticationType': session.card.threeD === 'challenge' ? '02' : '',
    'TDS2.acsOperatorID': 'SANDBOX',
    'TDS2.aResExtensions': '',
  };
  const list = Object.entries(values).map(([name, value]) => ({ name, value }));
  return selfSubmitting({ action: session.returnUrl, fields: list });
}
