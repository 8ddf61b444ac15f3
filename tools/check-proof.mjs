#!/usr/bin/env node
/**
 * Checks, without this product, that a coupon was sealed before its draw. Imports only what Node has.
 *
 * node tools/check-proof.mjs evidence.json proof.json
 *
 * evidence.json is the answer of /lotto/evidence/{gameId}/{draw}, proof.json that of
 * /lotto/proof/{ticketId}/{couponId} (or what the ticket page saves). Node 20 or newer. Exit 0 when
 * everything holds, 1 when something does not.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * SHA-256(0x00 ‖ salt ‖ line): the salt hides the lines of other players, the first byte tells leaves from
 * nodes.
 */
export function leafHash({ leaf, salt }) {
  return sha256(Buffer.from([0]), bytes(salt, 32), Buffer.from(leaf, 'utf8'));
}

/** From the leaf to the root: SHA-256(0x01 ‖ left ‖ right) with each neighbour on its side. */
export function rootOfPath(leaf, path) {
  return path.reduce((hash, { side, hash: neighbour }) => {
    const other = bytes(neighbour, 32);
    if (side !== 'left' && side !== 'right') throw new Error(`a neighbour is left or right, not ${side}`);
    return side === 'left' ? node(other, hash) : node(hash, other);
  }, leaf);
}

/** What was signed: one line a field. */
export function signedText({ gameId, draw, sealedAt, coupons, rows, stakes, merkleRoot }) {
  const lines = ['seal 1', `${gameId} ${draw}`, sealedAt];
  return [...lines, `${coupons} coupons`, `${rows} rows`, `${stakes} kr`, merkleRoot, ''].join('\n');
}

/** The most neighbours a leaf can have in a tree of so many coupons. */
function heightOf(coupons) {
  return Math.ceil(Math.log2(Math.max(1, coupons)));
}

/** Each check by name, true when it holds. */
export function check(evidence, proof) {
  return {
    'the path leads from the coupon to the root of the proof': holds(() =>
      rootOfPath(leafHash(proof), proof.path).equals(bytes(proof.root, 32)),
    ),
    'the path is not longer than the tree is high': holds(
      () => proof.path.length <= heightOf(evidence.coupons),
    ),
    'the root of the proof is the one that was published': proof.root === evidence.merkleRoot,
    'the published root is signed': holds(() => isSigned(evidence)),
  };
}

function isSigned(evidence) {
  const key = createPublicKey({
    key: Buffer.from(evidence.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  if (key.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, Buffer.from(signedText(evidence)), key, Buffer.from(evidence.signature, 'base64'));
}

function holds(claim) {
  try {
    return claim();
  } catch {
    return false;
  }
}

function node(left, right) {
  return sha256(Buffer.from([1]), left, right);
}

function sha256(...parts) {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

function bytes(hex, length) {
  if (typeof hex !== 'string' || !new RegExp(`^[0-9a-f]{${2 * length}}$`).test(hex)) {
    throw new Error(`${length} bytes in hexadecimal are needed`);
  }
  return Buffer.from(hex, 'hex');
}

function main([evidenceFile, proofFile]) {
  if (!evidenceFile || !proofFile) {
    console.error('node check-proof.mjs evidence.json proof.json');
    return 2;
  }
  const evidence = JSON.parse(readFileSync(evidenceFile, 'utf8'));
  const proof = JSON.parse(readFileSync(proofFile, 'utf8'));
  const checks = check(evidence, proof);
  for (const [name, good] of Object.entries(checks)) console.log(`${good ? 'holds ' : 'FAILS '} ${name}`);
  console.log(`\nThe coupon: ${proof.leaf}`);
  console.log(`The key that signed, compare it with the published one: ${evidence.publicKey}`);
  return Object.values(checks).every(Boolean) ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2));
}
