/** Who has an electronic ID here, and how they behave on the phone. */
import { people } from '#integrations/people.ts';

/** `waits` for the phone page; `cancels` alone after two seconds; `silent` never answers. */
type Behaviour = 'waits' | 'cancels' | 'silent';

export type Subscriber = {
  nationalId: string;
  phone: string;
  name: string;
  /** Days from the making of the authority to the end of the first certificate; null: no electronic ID. */
  certificateDays: number | null;
  behaviour: Behaviour;
};

const threeYears = 3 * 365;
const situations: Record<string, Omit<Subscriber, 'nationalId' | 'name'>> = {
  '0101700019': { phone: '6110011', certificateDays: threeYears, behaviour: 'waits' },
  '1706850089': { phone: '6110012', certificateDays: 20, behaviour: 'waits' },
  '2412990079': { phone: '6110013', certificateDays: -1, behaviour: 'waits' },
  '2902960059': { phone: '6110014', certificateDays: threeYears, behaviour: 'waits' },
  '1503150180': { phone: '6110015', certificateDays: threeYears, behaviour: 'waits' },
  '0505950069': { phone: '6110016', certificateDays: threeYears, behaviour: 'waits' },
  '2005050180': { phone: '6110017', certificateDays: threeYears, behaviour: 'cancels' },
  '1205880019': { phone: '6110018', certificateDays: null, behaviour: 'waits' },
  '1503100080': { phone: '6110019', certificateDays: threeYears, behaviour: 'silent' },
};

export const subscribers: readonly Subscriber[] = people.flatMap(({ nationalId, firstName, lastName }) => {
  const situation = situations[nationalId];
  return situation ? [{ nationalId, name: `${firstName} ${lastName}`, ...situation }] : [];
});
