/**
 * The distributor's protocol: `GET /skra/v1/people/{nationalId}` with the key in `Authorization`. 200 a
 * person, 404 nobody, 400 without a key that is known.
 */
import { z } from 'zod';

export const peoplePath = '/skra/v1/people/';

export const personSchema = z.object({
  nationalId: z.string(),
  name: z.string().min(1),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  address: z.string().nullish(),
  postalCode: z.string().nullish(),
  city: z.string().nullish(),
  deceased: z.boolean(),
  protected: z.boolean(),
});
export type WirePerson = z.infer<typeof personSchema>;
