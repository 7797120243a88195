import { organizationOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { invitedPartition } from './invited.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { all, startingWith } from './table.ts'

export type InvitationId = { invitationId: string }
/** Somebody who is asked to run an organization or a team with these rights; `unitName` is what it was called then. */
export type Invitation = InvitationId & {
  email: string
  flags: Flag[]
  unitName: string
  invitedBy: string
  inviterName: string
  invitedAt: string
}

/** An invitation can be accepted for two weeks. */
export const invitationHours = 24 * 14

const partitionOf = (id: string) => organizationPartition({ organizationId: organizationOf(id) })

export const invitations = {
  ...entity<Invitation, InvitationId>('Invitation', {
    key: ({ invitationId }) => ({ pk: partitionOf(invitationId), sk: `INVITATION#${invitationId}` }),
    gsi1: by(['email', 'invitationId'], ({ email, invitationId }) => [invitedPartition(email), invitationId]),
    expires: by(['invitedAt'], ({ invitedAt }) => addHours(invitedAt, invitationHours)),
  }),
  /** Those to an organization itself, or to one team. */
  to: (orgUnitId: string) =>
    all<Invitation>({ pk: partitionOf(orgUnitId), ...startingWith(`INVITATION#${orgUnitId}.i`), consistent: true }),
}

export const invitedCounts = entity<{ invited: number }, OrganizationId & { day: string }>('Invited count', {
  key: (id) => ({ pk: organizationPartition(id), sk: `INVITED-ON#${id.day}` }),
  expires: by(['day'], ({ day }) => addHours(`${day}T00:00:00Z`, 72)),
})
