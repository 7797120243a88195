import { dequal } from 'dequal'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { whyCannotChangeFlags } from '#shared/rules/administrators.ts'
import { administratorsOf, sortFlags, effectiveRights, unheldOf, otherAdministrator } from './administrators.ts'
import type { Administrator } from '../table/administrators.ts'
import { chunks } from '../table/chunks.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { invitations } from '../table/invitations.ts'
import { leftPlaces } from '../table/leftPlaces.ts'
import type { Me } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'

/**
 * `before`: the rights as the caller saw them, if known. `mailAbout`: what a removed user's mail says they have left; by default this
 * unit, and null sends none.
 */
type RightsChange = {
  orgUnitId: string
  userId: string
  before?: Flag[] | undefined
  after: Flag[]
  me: Promise<Me>
  mailAbout?: { orgUnitId: string; whole: 'club' } | null
}
const haveSameFlags = (one: readonly Flag[], other: readonly Flag[]) => dequal(sortFlags(one), sortFlags(other))

/**
 * Changes a user's rights in one transaction, on condition that the caller still may, and that another of the club's
 * administrators can still edit administrators. Of two changes that would leave none, one is refused.
 */
export const changeRights = (
  stamp: Stamp,
  { orgUnitId, userId, before, after, me, mailAbout }: RightsChange,
): Promise<Stored<Administrator>> =>
  retryOnConflict(async () => {
    const of = administratorsOf(orgUnitId)
    const [rows, ownRights] = await Promise.all([of.all(), effectiveRights(stamp.actor, orgUnitId, await me)])
    const row = rows.find((each) => each.userId === userId)
    if (!row) throw new Problem('not_found')
    if (before && haveSameFlags(row.flags, after)) return row
    // The whole list is sent: based on an outdated one, it would restore rights that someone else has taken away.
    if (before && !haveSameFlags(row.flags, before)) throw new Problem('conflict')
    const own = ownRights.flags
    const addedFlags = after.filter((flag) => !row.flags.includes(flag))
    const { unheld, lock } = await unheldOf(orgUnitId, own, addedFlags)
    const isSelf = userId === stamp.actor
    const why = whyCannotChangeFlags({ ownFlags: own, before: row.flags, after, isSelf, unheld })
    if (why) throw new Problem(why)
    const losesEditRight = row.flags.includes('canEditAdministrators') && !after.includes('canEditAdministrators')
    const holds = new Map(ownRights.holds.map((each) => [`${each.unit} ${each.userId}`, each.check]))
    if (of.isOrganization && losesEditRight) {
      const other = otherAdministrator(rows, userId, stamp.actor)
      holds.set(`${orgUnitId} ${other.userId}`, of.unchanged(other))
    }
    // The write of that item has its own condition.
    holds.delete(`${orgUnitId} ${userId}`)
    if (after.length > 0) {
      await write(stamp, ...of.setFlags(row, after), ...holds.values(), ...(lock ? [lock] : []))
      return row
    }
    const withdrawals = await openInvitations(orgUnitId, userId)
    // Those that do not fit into the transaction go before it.
    for (const part of chunks(withdrawals.slice(maxWithdrawn), maxWithdrawn)) await write(stamp, ...part)
    await write(
      stamp,
      ...of.dismiss(row),
      leftPlaces.record({ userId, id: orgUnitId, is: 'unit' }),
      // No mail to users who leave by themselves.
      ...(isSelf || mailAbout === null
        ? []
        : [outbox.add(stamp, { letter: 'dismissed', to: { userId }, about: mailAbout ?? { orgUnitId } })]),
      ...withdrawals.slice(0, maxWithdrawn),
      ...holds.values(),
    )
    return row
  })

/** Beside these there is room for who goes and for the conditions under which they do. */
const maxWithdrawn = maxTransactWrites - 10

/** Withdraws the invitations sent to the user, by which they could come back, and those that they sent. */
async function openInvitations(orgUnitId: string, userId: string): Promise<Write[]> {
  const [profile, all] = await Promise.all([profiles.get({ userId }, { consistent: true }), invitations.to(orgUnitId)])
  const addresses = profile ? await emailUsers.addressesOf(profile) : []
  return all
    .filter(({ email, invitedBy }) => addresses.includes(email) || invitedBy === userId)
    .map((invitation) => invitations.remove(invitation, 'conflict'))
}
