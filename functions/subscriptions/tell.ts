import { organizationAdministrators } from '../table/administrators.ts'
import type { OrganizationId } from '../table/organizations.ts'
import type { Letters } from '../mail/letterKinds.ts'
import { outbox } from '../table/outbox.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** More than these never pay for one club; a transaction has room for them. */
const mostTold = 20

/** Mails to all who may pay for a club, as writes to stand beside what they tell of. */
export async function telling(
  stamp: Stamp,
  { organizationId }: OrganizationId,
  news: Letters['subscription']['news'],
): Promise<Write[]> {
  const administrators = await organizationAdministrators.of({ organizationId })
  return administrators
    .filter(({ flags }) => flags.includes('canEditBilling'))
    .slice(0, mostTold)
    .map(({ userId }) =>
      outbox.want(stamp, { letter: 'subscription', to: { userId }, about: { organizationId, news } }),
    )
}
