import type { Flag } from '#shared/permissions.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import type { OrganizationId } from '../table/organizations.ts'
import type { LetterName, Letters } from './letterKinds.ts'
import { outbox } from '../table/outbox.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** More than these never pay for one club; a transaction has room for them. */
const mostTold = 20

/** Who may pay for a club; where nobody may, who can give that right. */
export function payersAmong<Row extends { flags: readonly Flag[] }>(administrators: readonly Row[]): Row[] {
  const having = (flag: Flag) => administrators.filter(({ flags }) => flags.includes(flag))
  const payers = having('canEditBilling')
  return payers.length > 0 ? payers : having('canEditAdministrators')
}

/** Mails to them, as writes to stand beside what they tell of. */
export async function tellingPayers<Name extends LetterName>(
  stamp: Stamp,
  { organizationId }: OrganizationId,
  mail: { letter: Name; about: Letters[Name] },
): Promise<Write[]> {
  const administrators = await organizationAdministrators.of({ organizationId })
  return payersAmong(administrators)
    .slice(0, mostTold)
    .map(({ userId }) => outbox.want(stamp, { ...mail, to: { userId } }))
}

export const telling = (stamp: Stamp, { organizationId }: OrganizationId, news: Letters['subscription']['news']) =>
  tellingPayers(stamp, { organizationId }, { letter: 'subscription', about: { organizationId, news } })
