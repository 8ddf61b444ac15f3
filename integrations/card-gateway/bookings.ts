/** Reads the gateway's daily file (`wire.ts`). */
import type { CardBooking } from './face.ts';
import { bookingKinds, bookingsHeader } from './wire.ts';

/** Null when it is not whole or not understood: half a day would read as money that is missing. */
export function readBookings(file: string | null): readonly CardBooking[] | null {
  const [header, ...lines] = (file ?? '').trimEnd().split('\n');
  const [word, count, sum] = lines.pop()?.split(';') ?? [];
  if (header !== bookingsHeader || word !== 'total' || Number(count) !== lines.length) return null;
  const bookings: CardBooking[] = [];
  let total = 0;
  for (const line of lines) {
    const booking = readLine(line);
    if (!booking) return null;
    bookings.push(booking);
    total += booking.amount * 100;
  }
  return total === Number(sum) ? bookings : null;
}

function readLine(line: string): CardBooking | null {
  const [kind, transactionId, correlationId, amount = '', bookedAt = '', ...rest] = line.split(';');
  const at = new Date(bookedAt);
  if (!bookingKinds.some((known) => known === kind) || rest.length > 0) return null;
  if (!transactionId || !correlationId || !/^-?\d+00$|^0$/.test(amount) || Number.isNaN(at.getTime()))
    return null;
  const booking = { correlationId, transactionId, amount: Number(amount) / 100, at };
  const isDispute = kind === 'chargeback' || kind === 'chargebackReversal';
  return isDispute ? { ...booking, chargeback: true } : booking;
}
