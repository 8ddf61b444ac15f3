/**
 * A stranger's program: opens connections in steps and lets go of none. `node bench/hold.ts PORT COUNT`; says
 * how many it has asked for after each step, and ends when its parent does.
 */
import { holdSockets } from '#test/harness/sockets.ts';

const [port = 0, count = 0] = process.argv.slice(2).map(Number);
const step = 250;
const kinds = [
  '\0garbage\r\n\r\n',
  '',
  'GET / HTTP/1.1\r\n',
  'GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n',
];

process.on('disconnect', () => process.exit(0));
for (let asked = 0, turn = 0; asked < count; turn += 1) {
  const many = Math.min(step, count - asked);
  await holdSockets(
    { port, localAddress: '127.0.0.2', halfOpen: true },
    many,
    kinds[turn % kinds.length] ?? '',
  );
  asked += many;
  process.send?.(asked);
}
