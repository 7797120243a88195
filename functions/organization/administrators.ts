import type { organization } from '#shared/api/organization.ts'
import type { Flag } from '#shared/permissions.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { avatarUrlOf } from '../people/avatarUrl.ts'
import type { CallOf } from '../serve.ts'
import type { Administrator } from '../table/administrators.ts'
import { invitations } from '../table/invitations.ts'
import { administratorsOf, sortFlags, refuseUnknownFlags } from '../access/administrators.ts'
import { changeRights } from '../access/changeRights.ts'
import { invitationCard } from './invitations.ts'
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
    administrators: rows.toSorted(byName).map((row) => administratorCard(row, row.flags)),
    invitations: invited.map(invitationCard),
  }
}

const administratorCard = (row: Administrator, flags: readonly Flag[]) => ({
  id: row.userId,
  name: fullName(row),
  avatarUrl: avatarUrlOf(row),
  permissions: sortFlags(flags),
})

export async function changeAdministrator({
  params: { orgUnitId, userId },
  body: { permissions, before },
  stamp,
  me,
}: CallOf<typeof organization, 'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}'>) {
  const flags = sortFlags(permissions)
  refuseUnknownFlags(orgUnitId, flags)
  const row = await changeRights(stamp, { orgUnitId, userId, before, after: flags, me })
  return administratorCard(row, flags)
}

export async function removeAdministrator({
  params: { orgUnitId, userId },
  stamp,
  me,
}: CallOf<typeof organization, 'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}'>) {
  await changeRights(stamp, { orgUnitId, userId, after: [], me })
  return {}
}

/** Ends the caller's own role in a club or team; without the right to edit administrators. */
export async function leaveUnit({
  body: { orgUnitId },
  userId,
  stamp,
  me,
}: CallOf<typeof organization, 'POST /rest-api/organization/leave'>) {
  if (await administratorsOf(orgUnitId).get(userId)) await changeRights(stamp, { orgUnitId, userId, after: [], me })
  return {}
}
