import { expect, test } from 'vitest';
import { render } from '#web/blocks/render-fixture.tsx';
import { OddsTable } from './odds-table.tsx';

const tier = (condition: string, paid: number | null | undefined) => ({
  condition,
  oneIn: '165',
  sharePercent: '17',
  paid,
});
const shown = (paid: (number | null | undefined)[], isSample = false) =>
  render(
    <OddsTable
      gameId="lotto"
      tiers={paid.map((each, place) => tier(String(5 - place), each))}
      joker={[]}
      paidOn={{ drawDate: '2026-11-21T18:54:00Z', isSample }}
    />,
  );
const sample = 'Sá útdráttur er sýnishorn';

test('what the latest draw paid stands as an example that names its day', () => {
  const html = shown([null, 42_360]);
  expect(html).toContain('Greitt 21. nóv.');
  expect(html).toContain('gekk ekki út');
  expect(html).toContain('42.360');
  expect(html).toContain('17% af vinningsfé');
  expect(html).toContain('21. nóvember 2026');
  expect(html).not.toContain(sample);
});

test('an example from a sample draw says so', () => {
  expect(shown([1880], true)).toContain(sample);
});

test('while the prizes of the latest draw are not known, shares stand alone', () => {
  const html = shown([undefined, undefined]);
  expect(html).toContain('Hlutur af vinningsfé');
  expect(html).not.toContain('Greitt');
  expect(html).not.toContain('21. nóvember');
});
