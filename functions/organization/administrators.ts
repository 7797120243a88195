import { dequal } from 'dequal'
import type { organization } from '#shared/api/organization.ts'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { whyCannotChangeFlags } from '#shared/rules/administrators.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { avatarUrlOf } from '../people/avatarUrl.ts'
import type { CallOf } from '../serve.ts'
import type { Administrator } from '../table/administrators.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { invitations } from '../table/invitations.ts'
import { leftPlaces } from '../table/leftPlaces.ts'
import type { Me } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { chunks } from '../table/chunks.ts'
import { mostAtOnce, untilSettled, write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import {
  administratorsOf,
  inOrder,
  refuseUnknownFlags,
  standingOf,
  unheldOf,
  otherAdministrator,
} from '../access/administrators.ts'
import { shownInvitation } from './invitations.ts'
import { unitOf } from './unitOf.ts'

export async function listAdministrators({
  params: { orgUnitId },
}: CallOf<typeof organization, 'GET /rest-api/organization/administrators/{orgUnitId}'>) {
  const [{ name }, rows, invited] = await Promise.all([
    unitOf(orgUnitId),
    administratorsOf(orgUnitId).all(),
    invitations.to(orgUnitId),
  ])
  return {
    name,
    administrators: rows.toSorted(byName).map((row) => shown(row, row.flags)),
    invitations: invited.map(shownInvitation),
  }
}

const shown = (row: Administrator, flags: readonly Flag[]) => ({
  id: row.userId,
  name: fullName(row),
  avatarUrl: avatarUrlOf(row),
  permissions: inOrder(flags),
})

export async function changeAdministrator({
  params: { orgUnitId, userId },
  body: { permissions, before },
  stamp,
  me,
}: CallOf<typeof organization, 'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}'>) {
  const flags = inOrder(permissions)
  refuseUnknownFlags(orgUnitId, flags)
  const row = await change(stamp, { orgUnitId, userId, before, after: flags, me })
  return shown(row, flags)
}

export async function removeAdministrator({
  params: { orgUnitId, userId },
  stamp,
  me,
}: CallOf<typeof organization, 'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}'>) {
  await change(stamp, { orgUnitId, userId, after: [], me })
  return {}
}

/** Whoever coaches or runs something can stop doing so, also who may edit nobody's rights. */
export async function leaveUnit({
  body: { orgUnitId },
  userId,
  stamp,
  me,
}: CallOf<typeof organization, 'POST /rest-api/organization/leave'>) {
  if (await administratorsOf(orgUnitId).get(userId)) await change(stamp, { orgUnitId, userId, after: [], me })
  return {}
}

/** `before`: what was seen of it by who wants it, where that is known. */
type Wanted = { orgUnitId: string; userId: string; before?: Flag[] | undefined; after: Flag[]; me: Promise<Me> }
const isAs = (one: readonly Flag[], other: readonly Flag[]) => dequal(inOrder(one), inOrder(other))

/**
 * One transaction: the rights change while who changes them still may, and while another of the club's administrators can
 * still edit administrators. Of two that would leave nobody one is refused.
 */
const change = (stamp: Stamp, { orgUnitId, userId, before, after, me }: Wanted) =>
  untilSettled(async () => {
    const of = administratorsOf(orgUnitId)
    const [rows, standing] = await Promise.all([of.all(), standingOf(stamp.actor, orgUnitId, await me)])
    const row = rows.find((each) => each.userId === userId)
    if (!row) throw new Problem('not_found')
    if (before && isAs(row.flags, after)) return row
    // Sent whole from a list that is older than what stands, they would give back what somebody else has taken meanwhile.
    if (before && !isAs(row.flags, before)) throw new Problem('conflict')
    const own = standing.flags
    const given = after.filter((flag) => !row.flags.includes(flag))
    const { unheld, lock } = await unheldOf(orgUnitId, own, given)
    const isSelf = userId === stamp.actor
    const why = whyCannotChangeFlags({ own, before: row.flags, after, isSelf, unheld })
    if (why) throw new Problem(why)
    const leaves = row.flags.includes('canEditAdministrators') && !after.includes('canEditAdministrators')
    const holds = new Map(standing.holds.map((each) => [`${each.unit} ${each.userId}`, each.check]))
    if (of.isOrganization && leaves) {
      const other = otherAdministrator(rows, userId, stamp.actor)
      holds.set(`${orgUnitId} ${other.userId}`, of.unchanged(other))
    }
    // Its own write says as much.
    holds.delete(`${orgUnitId} ${userId}`)
    if (after.length > 0) {
      await write(stamp, ...of.setFlags(row, after), ...holds.values(), ...(lock ? [lock] : []))
      return row
    }
    const open = await openInvitations(orgUnitId, userId)
    // More than a transaction takes go before it.
    for (const part of chunks(open.slice(mostWithdrawn), mostWithdrawn)) await write(stamp, ...part)
    await write(
      stamp,
      ...of.dismiss(row),
      leftPlaces.keep({ userId, id: orgUnitId, is: 'unit' }),
      // Who goes by themselves knows it.
      ...(isSelf ? [] : [outbox.want(stamp, { letter: 'dismissed', to: { userId }, about: { orgUnitId } })]),
      ...open.slice(0, mostWithdrawn),
      ...holds.values(),
    )
    return row
  })

/** Beside these there is room for who goes and for the conditions under which they do. */
const mostWithdrawn = mostAtOnce - 10

/** Takes back the invitations to somebody, by which they would come back, and those that they have made. */
async function openInvitations(orgUnitId: string, userId: string): Promise<Write[]> {
  const [profile, all] = await Promise.all([profiles.get({ userId }, { consistent: true }), invitations.to(orgUnitId)])
  const addresses = profile ? await emailUsers.knowing(profile) : []
  return all
    .filter(({ email, invitedBy }) => addresses.includes(email) || invitedBy === userId)
    .map((invitation) => invitations.remove(invitation, 'conflict'))
}
