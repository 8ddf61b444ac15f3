/** A square code as one path: a rectangle for each run of dark cells, in units of a cell. */
import encodeQR from 'qr';

export type Qr = { size: number; path: string };

/** The paper around it is its quiet zone. */
export function qrOf(text: string): Qr {
  const cells = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  let path = '';
  for (const [y, line] of cells.entries())
    for (let x = 0; x < line.length; x++) {
      if (!line[x]) continue;
      const from = x;
      while (line[x + 1]) x += 1;
      path += `M${from} ${y}h${x + 1 - from}v1H${from}`;
    }
  return { size: cells.length, path };
}
