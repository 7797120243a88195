import type { Flag } from '#shared/permissions.ts'
import { by, entity } from './entity.ts'
import { invitationPartition } from './invitationsByAddress.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf } from './organizations.ts'
import { timeToLive } from './retention.ts'
import { all, startingWith } from './table.ts'

export type InvitationId = { invitationId: string }
/** An invitation to administer an organization or a team with these rights; `unitName` is its name at that time. */
export type Invitation = InvitationId & {
  email: string
  flags: Flag[]
  unitName: string
  invitedBy: string
  inviterName: string
  invitedAt: string
}

/** For how many hours an invitation can be accepted. */
export const invitationHours = timeToLive.Invitation.hours

export const invitations = {
  ...entity<Invitation, InvitationId>('Invitation', {
    key: ({ invitationId }) => ({ pk: organizationPartitionOf(invitationId), sk: `INVITATION#${invitationId}` }),
    gsi1: by(['email', 'invitationId'], ({ email, invitationId }) => [invitationPartition(email), invitationId]),
  }),
  /** The invitations to an organization itself, or to one team. */
  to: (orgUnitId: string) =>
    all<Invitation>({
      pk: organizationPartitionOf(orgUnitId),
      ...startingWith(`INVITATION#${orgUnitId}.i`),
      consistent: true,
    }),
}

export const invitedCounts = entity<{ invited: number }, OrganizationId & { day: string }>('Invited count', {
  key: (id) => ({ pk: organizationPartition(id), sk: `INVITED-ON#${id.day}` }),
})
