/*
 * `/an-nets.js`: on the pages without network and of maintenance, the tickets that were kept on this device,
 * checked against the signed files of results that came while there was network; and the newest results where
 * the server still gives files. Only what is signed by a key that came with the ticket counts.
 */
const places = '/urslit/skrar';

/** The longest run of equal digits from the front or the back. */
function run(ticket, drawn) {
  const end = ticket.findIndex((digit, place) => digit !== drawn[place]);
  return end === -1 ? ticket.length : end;
}

/** Whether rows of `pick` numbers out of these can have such hits: a system is all of its rows. */
function canBe({ pick, bonusPool }, { mainHits, bonusHits }, row, drawn) {
  const hits = row.numbers.filter((number) => drawn.numbers.includes(number)).length;
  const compared = bonusPool === 'main' ? row.numbers : row.bonusNumbers;
  const bonus = compared.filter((number) => drawn.bonusNumbers.includes(number)).length;
  if (hits < mainHits) return false;
  if (bonusPool === 'own') {
    const isBonus = bonusHits === null || bonus === bonusHits;
    return isBonus && pick - mainHits <= row.numbers.length - hits;
  }
  if (bonusHits === null) return pick - mainHits <= row.numbers.length - hits;
  const others = pick - mainHits - bonusHits;
  return bonus >= bonusHits && others >= 0 && others <= row.numbers.length - hits - bonus;
}

/** `win`, `none`, or `unknown` while prizes are not known: never a guess. */
export function verdictOf(ticket, file) {
  // Two games may have draws of one number.
  const results = file?.gameId === ticket.gameId ? file.results : [];
  const result = results.find(({ draw }) => draw === ticket.draw);
  if (!result || result.cancelled || (result.wins ?? result.lottoWins).length === 0) return 'unknown';
  const rules = file.rules[result.rulesId];
  const hasWon = ticket.marks ? winsMarks(ticket, rules, result) : winsNumbers(ticket, rules, result);
  return hasWon ? 'win' : raffleVerdict(ticket, rules, file.raffles?.[ticket.draw]);
}

function winsNumbers(ticket, rules, result) {
  const drawn = { numbers: result.lottoNumbers, bonusNumbers: result.bonusNumbers };
  const pays = (tier) => result.lottoWins.some(({ name, amount }) => name === tier.condition && amount > 0);
  const wins = ticket.rows.some((row) =>
    rules.tiers.some((tier) => pays(tier) && canBe(rules, tier, row, drawn)),
  );
  return wins || winsJoker(ticket.joker, result);
}

/** By how many marks can be right in one row of a system; those with one text are so in all rows. */
function winsMarks(ticket, rules, { outcome, wins }) {
  const drawn = new Map(outcome.marks.map((mark) => [mark.place, mark]));
  const pays = (tier) => wins.some(({ name, amount }) => name === tier.condition && amount > 0);
  return ticket.marks.some((row) => {
    const isOpen = ({ place }) => drawn.get(place)?.isOpen === true;
    const right = row.filter((mark) => isOpen(mark) || mark.texts.includes(drawn.get(mark.place)?.text));
    const sure = right.filter((mark) => isOpen(mark) || mark.texts.length === 1);
    return rules.tiers.some((tier) => pays(tier) && sure.length <= tier.right && tier.right <= right.length);
  });
}

/** Of the raffle beside the draw, by the mark of the coupon: `none` where it takes part in none. */
function raffleVerdict({ rows, marks, joker = null, mark }, { pick }, raffle) {
  if (!raffle) return 'none';
  const takesPart = {
    all: true,
    side: joker !== null,
    tenRows: (rows ?? marks).length === 10,
    system: marks
      ? marks.some((row) => row.some(({ texts }) => texts.length > 1))
      : rows.some(({ numbers }) => numbers.length > pick),
  };
  if (takesPart[raffle.condition] === false) return 'none';
  if (raffle.wins === null || !mark) return 'unknown';
  return raffle.wins.includes(mark) ? 'win' : 'none';
}

function winsJoker(joker, { jokerNumbers, jokerWins }) {
  if (!joker || jokerNumbers.length === 0 || jokerWins.length === 0) return false;
  const ends = [run(joker, jokerNumbers), run(joker.toReversed(), jokerNumbers.toReversed())];
  return Math.max(...ends) >= 2;
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Base64 can be spelled in several ways; only one of them is taken. */
const isCanonical = (base64) => btoa(String.fromCharCode(...bytesOf(base64))) === base64;

/** What a file says, or null where it is missing, not signed by one of the keys, or not as it was written. */
export async function openFile(text, keys) {
  if (!text) return null;
  const { signed, signature, publicKey } = JSON.parse(text);
  if (!keys.includes(publicKey) || !isCanonical(signature)) return null;
  if (JSON.stringify({ signed, signature, publicKey }) !== text) return null;
  const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  const isSigned = await crypto.subtle.verify(
    'Ed25519',
    key,
    bytesOf(signature),
    new TextEncoder().encode(signed),
  );
  const [head, json] = signed.split('\n');
  return isSigned && head === 'result file 1' ? JSON.parse(json) : null;
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** `28. nóvember 2026` */
export function dateYear(instant, { date, months }) {
  const [year, month, day] = instant.slice(0, 10).split('-').map(Number);
  return filled(date, { day, month: months[month - 1], year });
}

/** Its rows or its system with the names of extra numbers, and its Joker; or its marks. */
export function playedOf({ gameId, rows, marks, joker, system }, texts) {
  if (marks) return [marks.map((row) => row.map((mark) => mark.texts.join('/')).join(' ')).join(' · ')];
  const spelled = rows
    .map(({ numbers, bonusNumbers }) =>
      [...numbers, ...(bonusNumbers.length > 0 ? ['+', texts.bonus[gameId]] : []), ...bonusNumbers].join(' '),
    )
    .join(' · ');
  return [
    system ? `${filled(texts.system, { size: system })}: ${spelled}` : spelled,
    ...(joker ? [`${texts.joker} ${joker.join(' ')}`] : []),
  ];
}

function line(...texts) {
  const item = document.createElement('li');
  for (const [index, text] of texts.entries()) {
    const part = document.createElement(index === 0 ? 'b' : 'span');
    part.textContent = text;
    item.append(part, ' ');
  }
  return item;
}

async function showKept(section, texts) {
  const kept = JSON.parse(localStorage.getItem('kept-tickets') ?? 'null');
  if (!kept) return;
  const list = section.querySelector('ul');
  for (const ticket of kept.tickets) {
    const text = kept.files[`${ticket.gameId}/${ticket.draw}`];
    const file = await openFile(text, kept.keys).catch(() => null);
    const verdict = texts[verdictOf(ticket, file)];
    const date = dateYear(ticket.drawDate, texts);
    list.append(line(verdict, ticket.name ?? texts[ticket.gameId], date, ...playedOf(ticket, texts)));
  }
  section.hidden = kept.tickets.length === 0;
}

async function showResults(section, texts) {
  const list = section.querySelector('ul');
  for (const gameId of ['lotto', 'vikinglotto', 'eurojackpot']) {
    const answer = await fetch(`${places}/${gameId}/newest.json`).catch(() => null);
    if (!answer?.ok) continue;
    const [result] = JSON.parse((await answer.json()).signed.split('\n')[1]).results;
    const numbers = [...result.lottoNumbers, '+', ...result.bonusNumbers].join(' ');
    const sample = result.sample ? [texts.sample] : [];
    list.append(line(texts[gameId], dateYear(result.drawDate, texts), numbers, ...sample));
    section.hidden = false;
  }
}

if (globalThis.document) {
  const box = document.querySelector('[data-offline-check]');
  const texts = JSON.parse(box.dataset.offlineCheck);
  showKept(box.querySelector('.kept-tickets'), texts).catch(() => {});
  showResults(box.querySelector('.kept-results'), texts).catch(() => {});
}
