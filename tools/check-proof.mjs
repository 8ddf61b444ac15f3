#!/usr/bin/env node
/**
 * Checks, without this product, that a coupon was sealed before its draw. Imports only what Node has.
 *
 * node tools/check-proof.mjs evidence.json proof.json --key KEY [--key KEY …]
 *
 * evidence.json is the answer of /lotto/evidence/{gameId}/{draw}, proof.json that of
 * /lotto/proof/{ticketId}/{couponId} (or what the ticket page saves). KEY is the operator's public key as you
 * know it from elsewhere: whoever gives you a false evidence gives you a false key with it. Node 20 or newer.
 * Exit 0 when everything holds, 1 when something does not.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const algorithm = 'SHA-256, RFC 6962 tree, HMAC-SHA-256 salts, Ed25519';

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

/** Of a line of the published book, which hides the owner's part already. */
export function playedHash(ownerHash, played) {
  return sha256(Buffer.from([0]), ownerHash, Buffer.from(played, 'latin1'));
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

/** What was signed before the draw: one line a field. */
export function sealText(evidence) {
  const { gameId, draw, rulesId, sealedAt, coupons, rows, stakes, merkleRoot, bookHash } = evidence;
  return lines(
    'seal 3',
    `${word(gameId)} ${whole(draw)}`,
    word(rulesId),
    instant(sealedAt),
    `${whole(coupons)} coupons`,
    `${whole(rows)} rows`,
    `${whole(stakes)} kr`,
    hex(merkleRoot).toString('hex'),
    `book ${hex(bookHash).toString('hex')}`,
  );
}

/** Signed when the prizes were computed: seal, rules, result, what came from outside, and both engines. */
export function settlementText({ gameId, draw, rulesId, signature, settlement }) {
  const { settledAt, engineA, engineB } = settlement;
  return lines(
    'settlement 2',
    `${word(gameId)} ${whole(draw)}`,
    word(rulesId),
    `seal ${bytes(signature, 64).toString('base64')}`,
    ...outcomeLines(settlement),
    `figures ${settlement.figures === undefined ? '-' : figuresHash(settlement.figures)}`,
    instant(settledAt),
    `engine A ${hex(engineA).toString('hex')}`,
    `engine B ${hex(engineB).toString('hex')}`,
  );
}

/** Of the file of those with whom pools are shared, as the evidence gives it. */
function figuresHash(file) {
  if (typeof file !== 'string') throw new Error('the figures are the text of a file');
  return sha256(Buffer.from(file, 'utf8')).toString('hex');
}

/** What was drawn: numbers, or in other games the lines as the evidence gives them. */
function outcomeLines({ numbers, bonusNumbers, joker, outcome }) {
  if (outcome !== undefined) return outcome.map((line) => text(line, /^[\x20-\x7e]+$/));
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
  const { settlement } = evidence;
  return {
    'the path leads from the coupon to the root of the proof': holds(() =>
      rootOfPath(leafHash(proof), proof.path).equals(hex(proof.root)),
    ),
    'the path is not longer than the tree is high': holds(
      () => proof.path.length <= heightOf(evidence.coupons),
    ),
    'the root of the proof is the one that was published': holds(
      () => proof.root === evidence.merkleRoot && evidence.algorithm === algorithm,
    ),
    'the key is one that you know': holds(() => isKnown(evidence.publicKey, known)),
    'the seal is signed': holds(() => isSigned(sealText(evidence), evidence.signature, evidence.publicKey)),
    ...(settlement !== undefined && {
      'both engines found the same winners': holds(
        () => settlement.equal === true && hex(settlement.engineA).equals(hex(settlement.engineB)),
      ),
      'the settlement is signed, over this seal, these rules and this result': holds(
        () =>
          isKnown(settlement.publicKey, known) &&
          isSigned(settlementText(evidence), settlement.signature, settlement.publicKey),
      ),
    }),
  };
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

const word = (value) => text(value, /^[a-z0-9-]+$/);
const instant = (value) => text(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const hex = (value) => Buffer.from(text(value, /^[0-9a-f]{64}$/), 'hex');

function whole(value) {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no count`);
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

function main(words) {
  const { files, known } = argumentsOf(words);
  const [evidenceFile, proofFile] = files;
  if (!evidenceFile || !proofFile) {
    console.error('node check-proof.mjs evidence.json proof.json --key KEY');
    return 2;
  }
  const evidence = JSON.parse(readFileSync(evidenceFile, 'utf8'));
  const proof = JSON.parse(readFileSync(proofFile, 'utf8'));
  const checks = check(evidence, proof, known);
  for (const [name, good] of Object.entries(checks)) console.log(`${good ? 'holds ' : 'FAILS '} ${name}`);
  console.log(`\nThe coupon: ${proof.leaf}`);
  console.log(`Its place in the seal, which is its raffle number: ${placeOf(proof.path, evidence.coupons)}`);
  console.log(`The key in the evidence: ${evidence.publicKey}`);
  if (known.length === 0) {
    console.log(
      'Compare it with the key that you know from elsewhere, and give that one as --key. The operator\n' +
        'publishes it at /api/proxy/lotto/signing-keys; note it down before a draw, or ask others.',
    );
  }
  return Object.values(checks).every(Boolean) ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2));
}
