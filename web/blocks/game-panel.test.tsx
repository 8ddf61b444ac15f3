/** A game that is switched off in the content service has no way to play. */
import { expect, test } from 'vitest';
import { type Shell, ShellContext } from '#web/page/shell.ts';
import { GamePanel } from './game-panel.tsx';
import { render } from './render-fixture.tsx';

const now = '2026-11-21T12:00:00Z';
const draw = {
  gameId: 'lotto' as const,
  closeDate: '2026-11-21T18:40:00Z',
  firstPrize: 129_000_000,
  potMultiple: 1,
  amountRow: 150,
};

function shown(off: readonly string[]): string {
  const shell = { locale: 'is', now, state: 'out', own: 'null', site: JSON.stringify({ off }) };
  return render(
    <ShellContext value={shell as Shell}>
      <GamePanel draw={draw} first now={now} />
    </ShellContext>,
  );
}

test('a game that is on leads to its play page', () => {
  expect(shown(['xg'])).toContain('/lottoleikir/lotto/spila');
});

test('a game that is switched off says so and leads nowhere', () => {
  const html = shown(['lotto']);
  expect(html).not.toContain('/spila');
  expect(html).toContain('Lokað er fyrir sölu í þessum leik.');
});
