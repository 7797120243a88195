import type { Flag } from '#shared/permissions.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import type { OrganizationId } from '../table/organizations.ts'
import type { MailName, MailAbout } from './mailKinds.ts'
import { outbox } from '../table/outbox.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** How many administrators are mailed at most: the mails must fit into one transaction. */
const maxNotified = 20

/** The administrators who may pay for a club; if there are none, those who can give that right. */
export function payersAmong<Row extends { flags: readonly Flag[] }>(administrators: readonly Row[]): Row[] {
  const withFlag = (flag: Flag) => administrators.filter(({ flags }) => flags.includes(flag))
  const payers = withFlag('canEditBilling')
  return payers.length > 0 ? payers : withFlag('canEditAdministrators')
}

/** Mails to the payers of a club, as writes for the transaction of what they are about. */
export async function mailsToPayers<Name extends MailName>(
  stamp: Stamp,
  { organizationId }: OrganizationId,
  mail: { letter: Name; about: MailAbout[Name] },
): Promise<Write[]> {
  const administrators = await organizationAdministrators.of({ organizationId })
  return payersAmong(administrators)
    .slice(0, maxNotified)
    .map(({ userId }) => outbox.add(stamp, { ...mail, to: { userId } }))
}

/** The same for news about the club's subscription. */
export const subscriptionMails = (
  stamp: Stamp,
  { organizationId }: OrganizationId,
  news: MailAbout['subscription']['news'],
) => mailsToPayers(stamp, { organizationId }, { letter: 'subscription', about: { organizationId, news } })
