/**
 * Counts a visit of a page in Umami's words, by ourselves: no foreign script comes onto pages where people
 * sign in and pay. Told are the path, the host they came from and a class of widths.
 */

export type Counter = { url: string; websiteId: string };

/** Lower bounds of the widths told apart, those of the design. */
const widths = [1920, 1440, 1024, 768, 390] as const;

/** @param path of the page, without its query */
export function countVisit({ url, websiteId }: Counter, path: string): void {
  const payload = {
    website: websiteId,
    hostname: location.hostname,
    url: path,
    referrer: referrerHost(document.referrer),
    screen: widthClass(window.innerWidth),
  };
  void fetch(`${url}/api/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'event', payload }),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    // A visit that cannot be counted is none of the visitor's business.
  });
}

/** `https://host/` of a page elsewhere, empty for our own and for none. */
function referrerHost(referrer: string): string {
  const from = URL.parse(referrer);
  return from === null || from.host === location.host ? '' : `${from.protocol}//${from.host}/`;
}

export function widthClass(width: number): string {
  const bound = widths.find((least) => width >= least);
  return bound === undefined ? '0+' : `${bound}+`;
}
