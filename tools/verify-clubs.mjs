#!/usr/bin/env node
/**
 * Recomputes, without this product, what clubs got in a week. Imports only what Node has and the programs
 * beside it.
 *
 * node tools/verify-clubs.mjs week.json book.txt.gz [book.txt.gz …] --key KEY [--key KEY …]
 *
 * week.json is the answer of /club/week/{year}/{week}; each book that of /toto/book/{programId} or
 * /xg/book/{programId}, of every program in week.json that is not void. KEY is the operator's public key as
 * you know it from elsewhere. Node 20 or newer. Exit 0 when everything holds, 1 when something does not.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  argumentsOf,
  hasFields,
  holds,
  isKnown,
  isSigned,
  playedHash,
  readJson,
  report,
  run,
  sha256,
  whole,
} from './check-proof.mjs';
import { leafPart, rootOf, unpack } from './count-book.mjs';
import { canonical } from './verify-draw.mjs';

const line =
  /^([0-9a-f]{64}) (rows=\S* system=\S+ club=([1-9]\d{0,4}|-)( channel=clubSale)? stake=([1-9]\d*))$/;

/** @param text of a published book */
export function readClubBook(text) {
  const [head = '', ...lines] = text.split('\n');
  if (lines.pop() !== '') throw new Error('the book does not end with its last line');
  const [, game, number] = /^published book 1 ([a-z]+) (\d+) \S+$/.exec(head) ?? [];
  if (game === undefined) throw new Error(`not the first line of a book: ${head.slice(0, 80)}`);
  return { programId: `${game}-${number}`, coupons: lines.map(couponOf) };
}

function couponOf(text) {
  const [, owner, played, club, clubSale, stake] = line.exec(text) ?? [];
  if (owner === undefined) throw new Error(`not a line of a book: ${text.slice(0, 80)}`);
  const hash = playedHash(Buffer.from(owner, 'hex'), leafPart(played));
  return {
    hash,
    club: club === '-' ? null : Number(club),
    isClubSale: clubSale !== undefined,
    stake: Number(stake),
  };
}

/** Each club's amount by program: the share of all stakes so far, less earlier amounts. */
function recomputed({ basisPoints, clubSaleBasisPoints, programs }, books) {
  const clubs = new Map();
  for (const { programId } of programs.filter((program) => !program.void)) {
    const sales = new Map();
    for (const { club, isClubSale, stake } of bookOf(books, programId).coupons) {
      if (club === null) continue;
      const { sale, saleCount, clubSale } = sales.get(club) ?? { sale: 0, saleCount: 0, clubSale: 0 };
      const own = { clubSale: clubSale + (isClubSale ? stake : 0) };
      sales.set(club, { sale: sale + stake, saleCount: saleCount + 1, ...own });
    }
    for (const [club, sold] of sales) {
      const all = clubs.get(club) ?? { club, sale: 0, saleCount: 0, clubSale: 0, amount: 0, programs: [] };
      const sale = all.sale + sold.sale;
      const clubSale = all.clubSale + sold.clubSale;
      const amount = share(sale - clubSale, clubSale, basisPoints, clubSaleBasisPoints) - all.amount;
      all.programs.push(withoutNone({ programId, ...sold, amount }));
      Object.assign(all, {
        sale,
        clubSale,
        saleCount: all.saleCount + sold.saleCount,
        amount: all.amount + amount,
      });
      clubs.set(club, all);
    }
  }
  return [...clubs.values()].map(withoutNone).sort((one, other) => one.club - other.club);
}

/** Rounded down once, of both kinds of sale. Without a share for it there is no club sale. */
const share = (sale, clubSale, basisPoints, clubSaleBasisPoints) =>
  Number(
    (BigInt(sale) * BigInt(basisPoints) + BigInt(clubSale) * BigInt(clubSaleBasisPoints ?? 0)) / 10_000n,
  );

const withoutNone = ({ clubSale, ...rest }) => (clubSale > 0 ? { ...rest, clubSale } : rest);

function bookOf(books, programId) {
  const found = books.filter((book) => book.programId === programId);
  if (found.length !== 1) throw new Error(`there are ${found.length} books of ${programId}`);
  return found[0];
}

function isOurs(week, known) {
  const { signature, publicKey, ...file } = week;
  const digest = sha256(Buffer.from(canonical(file), 'utf8')).toString('hex');
  const text = `contributions 1 ${whole(week.year)} ${whole(week.week)}\n${digest}\n`;
  return isSigned(text, signature, publicKey) && (known.length === 0 || isKnown(publicKey, known));
}

/** Each check by name, true when it holds. @param known the operator's public keys, known from elsewhere */
export function verifyClubs(week, books, known) {
  const played = () => week.programs.filter((program) => !program.void);
  return {
    'the week has its fields and no others': holds(() => {
      const fields = 'year week basisPoints bookedAt programs clubs signature publicKey';
      hasFields(week, fields, 'clubSaleBasisPoints');
      return true;
    }),
    'the week is signed': holds(() => isOurs(week, known)),
    'every program that was played has its book, and no other is given': holds(
      () => books.length === played().length && played().every(({ programId }) => bookOf(books, programId)),
    ),
    'the lines of each book lead to the root that was published before its draw': holds(() =>
      played().every(
        ({ programId, merkleRoot }) =>
          rootOf(bookOf(books, programId).coupons.map(({ hash }) => hash)) === merkleRoot,
      ),
    ),
    'each club got its share of what the books say, to the króna': holds(() => {
      const published = week.clubs.map(({ clubName: _, ...club }) => club);
      return canonical(published) === canonical(recomputed(week, books));
    }),
  };
}

function main(words) {
  const { files, known } = argumentsOf(words);
  const [weekFile, ...bookFiles] = files;
  if (weekFile === undefined) {
    console.error('node verify-clubs.mjs week.json book.txt.gz [book.txt.gz …] --key KEY');
    return 2;
  }
  const week = readJson(readFileSync(weekFile, 'utf8'));
  const books = bookFiles.map((file) => readClubBook(unpack(readFileSync(file))));
  console.log(`Contributions to clubs in week ${week.week} of ${week.year}, booked at ${week.bookedAt}\n`);
  return report(verifyClubs(week, books, known), () => [
    'That the roots are those of the seals: compare them with /toto/evidence/{programId}.',
    'That a void program was void, and that clubs were paid.',
  ]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) run(main);
