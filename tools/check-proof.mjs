#!/usr/bin/env node
/**
 * Checks, without this product, that a coupon was sealed before its draw. Imports only what Node has.
 *
 * node tools/check-proof.mjs evidence.json proof.json --key KEY [--key KEY …]
 *
 * evidence.json is the answer of /lotto/evidence/{gameId}/{draw}, proof.json that of
 * /lotto/proof/{ticketId}/{couponId} (or what the ticket page saves). KEY is the operator's public key as you
 * know it from elsewhere: whoever gives you a false evidence gives you a false key with it. Node 20 or newer.
 * Exit 0 when everything holds, 1 when something does not. A field that is unknown, missing or spelled in
 * another way is refused too. Whether prizes were computed right, tools/verify-draw.mjs checks.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const algorithm = 'SHA-256, RFC 6962 tree, HMAC-SHA-256 salts, Ed25519';

/** Rows that a leaf has only the hash of. */
const longRows = /^[\x21-\x7e]{1025,}$/;

/** A coupon's line: the owner's part, and what was played. */
const coupon = /^(coupon=[0-9a-z]+ ticket=[0-9a-z]+ sold=[0-9TZ:.-]+) (rows=[\x21-\x7e]* [\x20-\x7e]+)$/;

/**
 * SHA-256(0x00 ‖ SHA-256(salt ‖ owner's part) ‖ what was played): the salt hides who owns a coupon, the first
 * byte tells leaves from nodes.
 */
export function leafHash({ leaf, salt }) {
  const [, owner, played] = coupon.exec(text(leaf, coupon));
  return playedHash(sha256(hex(salt), Buffer.from(owner, 'latin1')), played);
}

/** Of what was played, behind the hash of the owner's part. */
export function playedHash(ownerHash, played) {
  return sha256(Buffer.from([0]), ownerHash, Buffer.from(played, 'latin1'));
}

/** How rows of more than 1,024 bytes stand in a leaf. */
export function rowsDigest(rows) {
  return `sha256:${sha256(Buffer.from(rows, 'latin1')).toString('hex')}`;
}

/** From the leaf to the root: SHA-256(0x01 ‖ left ‖ right) with each neighbour on its side. */
export function rootOfPath(leaf, path) {
  return path.reduce((hash, { side, hash: neighbour }) => {
    const other = hex(neighbour);
    if (side !== 'left' && side !== 'right') throw new Error(`a neighbour is left or right, not ${side}`);
    return side === 'left' ? node(other, hash) : node(hash, other);
  }, leaf);
}

/**
 * The place of the leaf in a tree of so many, from 1: its raffle number. Told from the root down; a node that
 * stands alone on its level has no neighbour in the path.
 */
export function placeOf(path, coupons) {
  const widths = [];
  for (let width = whole(coupons); width > 1; width = Math.ceil(width / 2)) widths.push(width);
  const sides = path.map(({ side }) => side);
  let index = 0;
  for (const width of widths.reverse()) {
    index *= 2;
    if (index + 1 < width && sides.pop() === 'left') index += 1;
  }
  return index + 1;
}

/** Signed before the draw: a line a field. Seal 3 has no hash of rules, seal 5 that of what was released. */
export function sealText(evidence) {
  const { gameId, draw, rulesId, rulesHash, termsHash, sealedAt, coupons, rows, stakes } = evidence;
  return lines(
    termsHash !== undefined ? 'seal 5' : rulesHash !== undefined ? 'seal 4' : 'seal 3',
    `${word(gameId)} ${whole(draw)}`,
    word(rulesId),
    ...(rulesHash === undefined ? [] : [`rules ${hex(rulesHash).toString('hex')}`]),
    ...(termsHash === undefined ? [] : [`terms ${hex(termsHash).toString('hex')}`]),
    instant(sealedAt),
    `${whole(coupons)} coupons`,
    `${whole(rows)} rows`,
    `${whole(stakes)} kr`,
    hex(evidence.merkleRoot).toString('hex'),
    `book ${hex(evidence.bookHash).toString('hex')}`,
  );
}

/**
 * Signed when the prizes were computed: seal, rules, result, what came from outside, the prize table, and
 * both engines. Settlement 2 held neither the hash of the rules nor the prize table.
 */
export function settlementText({ gameId, draw, rulesId, signature, settlement }) {
  const { rulesHash, before, settledAt, engineA, engineB } = settlement;
  const isOld = rulesHash === undefined;
  return lines(
    isOld ? 'settlement 2' : 'settlement 3',
    `${word(gameId)} ${whole(draw)}`,
    word(rulesId),
    ...(isOld ? [] : [`rules ${hex(rulesHash).toString('hex')}`]),
    `seal ${signatureText(signature)}`,
    ...outcomeLines(settlement),
    `figures ${settlement.figures === undefined ? '-' : figuresHash(settlement.figures)}`,
    ...(isOld ? [] : [`before ${before === undefined ? '-' : beforeText(before)}`]),
    ...(isOld ? [] : settlement.tiers.map(tierText)),
    instant(settledAt),
    `engine A ${hex(engineA).toString('hex')}`,
    `engine B ${hex(engineB).toString('hex')}`,
  );
}

const beforeText = ({ draw, signature }) => `${whole(draw)} ${signatureText(signature)}`;

/** A line of the prize table; `-` where a prize is not shared from a pool of this country. */
function tierText(tier) {
  const { carryIn, opened, pool, carryOut, winners, winnersLocal } = tier;
  const exact = (value) => (value === undefined ? '-' : digits(value));
  return [
    tierName(tier),
    `carryIn=${exact(carryIn)} opened=${exact(opened)} pool=${exact(pool)} carryOut=${exact(carryOut)}`,
    `winners=${whole(winners)} winnersLocal=${whole(winnersLocal)} amount=${whole(tier.amount)}`,
  ].join(' ');
}

const tierName = ({ part, tier, condition }) =>
  `${text(part, /^(main|side)$/)} ${whole(tier)} ${text(condition, /^[\x21-\x7e]+$/)}`;

/** Of the file of those with whom pools are shared, as the evidence gives it. */
function figuresHash(file) {
  if (typeof file !== 'string' || !file.isWellFormed()) throw new Error('the figures are the text of a file');
  return sha256(Buffer.from(file, 'utf8')).toString('hex');
}

/** A result of another game cannot look like one of numbers. */
const otherLine = /^(?!numbers|bonus|joker)[\x20-\x7e]+$/;

/** What was drawn: numbers, or in other games the lines as the evidence gives them. */
function outcomeLines({ numbers, bonusNumbers, joker, outcome }) {
  if (outcome !== undefined) return outcome.map((line) => text(line, otherLine));
  return [
    `numbers ${numbers.map(whole).join(' ')}`,
    `bonus ${bonusNumbers.map(whole).join(' ')}`,
    `joker ${joker === undefined ? '-' : text(joker, /^\d{5}$/)}`,
  ];
}

/** The most neighbours a leaf can have in a tree of so many coupons. */
function heightOf(coupons) {
  return Math.ceil(Math.log2(Math.max(1, whole(coupons))));
}

/** Each check by name, true when it holds. @param known the operator's public keys, known from elsewhere */
export function check(evidence, proof, known) {
  return {
    'the path leads from the coupon to the root of the proof': holds(() =>
      rootOfPath(leafHash(proof), proof.path).equals(hex(proof.root)),
    ),
    'the path is not longer than the tree is high': holds(
      () => proof.path.length <= heightOf(evidence.coupons),
    ),
    'the root of the proof is the one that was published': holds(() => proof.root === evidence.merkleRoot),
    'the proof has its fields and no other': holds(() => isProof(proof)),
    ...((proof.rows !== undefined || /rows=sha256:/.test(proof.leaf)) && {
      'the rows of the proof are those of the leaf': holds(
        () => coupon.exec(proof.leaf)[2].split(' ')[0] === `rows=${rowsDigest(text(proof.rows, longRows))}`,
      ),
    }),
    ...evidenceChecks(evidence, known),
  };
}

/** What an evidence shows by itself: that it is whole, and signed. */
export function evidenceChecks(evidence, known) {
  const { settlement } = evidence;
  return {
    'the evidence has its fields and no other': holds(() => isEvidence(evidence)),
    'the seal is signed by a key that you know': holds(
      () =>
        evidence.algorithm === algorithm &&
        isKnown(evidence.publicKey, known) &&
        isSigned(sealText(evidence), evidence.signature, evidence.publicKey),
    ),
    ...(settlement !== undefined && {
      'both engines found the same winners': holds(
        () => settlement.equal === true && hex(settlement.engineA).equals(hex(settlement.engineB)),
      ),
      'the settlement is signed by a key that you know': holds(
        () =>
          isKnown(settlement.publicKey, known) &&
          isSigned(settlementText(evidence), settlement.signature, settlement.publicKey),
      ),
    }),
  };
}

/** In words, what the signatures of this evidence do not cover. */
export function unsigned({ rulesHash, settlement }) {
  const said = [];
  if (settlement === undefined)
    said.push('There is no settlement in this evidence: result, prizes and engines are not proven by it.');
  else if (settlement.rulesHash === undefined)
    said.push('The settlement is of an older kind, which did not sign the prize table (tiers).');
  if (rulesHash === undefined && settlement?.rulesHash === undefined)
    said.push('What the rules say is not signed: the signatures are of an older kind and only name them.');
  else if (rulesHash === undefined)
    said.push(
      'What the rules say was signed with the settlement, not with the seal, which is of an older kind.',
    );
  return said;
}

const fields = {
  evidence:
    'draw gameId rulesId sealedAt coupons rows stakes merkleRoot bookHash algorithm signature publicKey',
  settlement: 'tiers engineA engineB equal settledAt signature publicKey',
  tier: 'part tier condition winners winnersLocal amount',
  proof: 'leaf salt path root',
};

function isEvidence(evidence) {
  hasFields(evidence, fields.evidence, 'rulesHash termsHash settlement');
  const { settlement } = evidence;
  if (settlement === undefined) return !('settlement' in evidence);
  const result = 'outcome' in settlement ? 'outcome' : 'numbers bonusNumbers';
  const isOld = settlement.rulesHash === undefined;
  const newer = isOld ? '' : 'rulesHash';
  const optional = isOld ? 'joker figures' : 'joker figures before';
  hasFields(settlement, `${fields.settlement} ${result} ${newer}`, optional);
  if (settlement.before !== undefined) hasFields(settlement.before, 'draw signature');
  const pooled = isOld ? 'carryIn pool' : 'carryIn opened pool carryOut';
  for (const tier of listOf(settlement.tiers)) {
    hasFields(tier, 'pool' in tier ? `${fields.tier} ${pooled}` : fields.tier);
    tierText(tier);
  }
  return true;
}

function isProof(proof) {
  hasFields(proof, fields.proof, 'rows');
  for (const step of listOf(proof.path)) hasFields(step, 'side hash');
  return true;
}

/** Throws unless it is an object with all of the required fields and no other than the optional ones. */
export function hasFields(object, required, optional = '') {
  const [needed, allowed] = [required, optional].map((names) => names.split(' ').filter(Boolean));
  const own = Object.keys(object);
  const isPlain = Object.getPrototypeOf(object) === Object.prototype;
  const isWhole = needed.every((name) => own.includes(name) && object[name] !== undefined);
  if (!isPlain || !isWhole || !own.every((name) => needed.includes(name) || allowed.includes(name)))
    throw new Error(`fields missing or unknown: ${own.join(' ')}`);
}

function listOf(value) {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value;
}

export function isKnown(publicKey, known) {
  return known.some((key) => keyBytes(key).equals(keyBytes(publicKey)));
}

export function isSigned(signed, signature, publicKey) {
  const key = createPublicKey({ key: keyBytes(publicKey), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(signed, 'latin1'), key, bytes(signature, 64));
}

/** Before the 32 bytes of an Ed25519 key in SPKI. */
const spki = Buffer.from('302a300506032b6570032100', 'hex');

/** Points under which a signature of anything can be made by anybody; the last bit is only a sign. */
const smallOrder = new Set(
  [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ec${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
  ].map((point) => point.toLowerCase()),
);

function keyBytes(published) {
  const key = bytes(published, spki.length + 32);
  const point = Buffer.from(key.subarray(spki.length));
  if (!key.subarray(0, spki.length).equals(spki)) throw new Error('not an Ed25519 key');
  point[31] &= 0x7f;
  if (smallOrder.has(point.toString('hex'))) throw new Error('a key under which everything is signed');
  return key;
}

export function holds(claim) {
  try {
    return claim() === true;
  } catch {
    return false;
  }
}

/** What stands above two neighbours of the tree. */
export function node(left, right) {
  return sha256(Buffer.from([1]), left, right);
}

export function sha256(...parts) {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

const lines = (...all) => `${all.join('\n')}\n`;

function text(value, pattern) {
  if (typeof value !== 'string' || !pattern.test(value))
    throw new Error(`${value} is not as it was published`);
  return value;
}

/**
 * What a file of JSON says. Refuses other spellings of the same: a key twice, a number as `1e2`.
 */
export function readJson(file) {
  const value = JSON.parse(file);
  const tokens = file.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted) =>
    quoted === undefined ? '' : JSON.stringify(JSON.parse(quoted)),
  );
  if (tokens !== JSON.stringify(value)) throw new Error('a file in which something stands twice');
  return value;
}

const word = (value) => text(value, /^[a-z0-9-]+$/);
const instant = (value) => text(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const digits = (value) => text(value, /^(0|[1-9]\d*)$/);
const signatureText = (value) => bytes(value, 64).toString('base64');
const hex = (value) => Buffer.from(text(value, /^[0-9a-f]{64}$/), 'hex');

export function whole(value) {
  if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0))
    throw new Error(`${value} is no count`);
  return value;
}

/** Base64 as it is written in one way only. */
function bytes(base64, length) {
  const decoded = Buffer.from(text(base64, /^[A-Za-z0-9+/]+=*$/), 'base64');
  if (decoded.length !== length || decoded.toString('base64') !== base64) throw new Error('not base64');
  return decoded;
}

/** Files, and the keys that were given as `--key`. */
export function argumentsOf(words) {
  const [files, known] = [[], []];
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] === '--key') known.push(words[++at]);
    else files.push(words[at]);
  }
  return { files, known };
}

/** Prints each check, and what the files do not prove when all of them hold. Answers the exit code. */
export function report(checks, notes) {
  for (const [name, good] of Object.entries(checks)) console.log(`${good ? 'holds ' : 'FAILS '} ${name}`);
  if (!Object.values(checks).every(Boolean)) return 1;
  for (const note of notes()) console.log(`UNPROVEN ${note}`);
  return 0;
}

/** Files that cannot be read at all are refused in words too. */
export function run(main) {
  try {
    process.exitCode = main(process.argv.slice(2));
  } catch (error) {
    console.log(`FAILS  the files can be read: ${error.message}`);
    process.exitCode = 1;
  }
}

function main(words) {
  const { files, known } = argumentsOf(words);
  if (files.length !== 2) {
    console.error('node check-proof.mjs evidence.json proof.json --key KEY');
    return 2;
  }
  const [evidence, proof] = files.map((file) => readJson(readFileSync(file, 'utf8')));
  const code = report(check(evidence, proof, known), () => [
    ...unsigned(evidence),
    'That prizes, pools and carries were computed right: tools/verify-draw.mjs recomputes them.',
  ]);
  console.log(`\nThe draw: ${evidence.gameId} ${evidence.draw}, sealed at ${evidence.sealedAt}`);
  console.log(`The coupon: ${proof.leaf}`);
  console.log(`Its place in the seal, which is its raffle number: ${placeOf(proof.path, evidence.coupons)}`);
  console.log(`The key in the evidence: ${evidence.publicKey}`);
  if (known.length === 0) {
    console.log(
      'Compare it with the key that you know from elsewhere, and give that one as --key. The operator\n' +
        'publishes it at /api/proxy/lotto/signing-keys; note it down before a draw, or ask others.',
    );
  }
  return code;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) run(main);
