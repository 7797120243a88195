import { by, entity } from './entity.ts'
import { invitationPartition } from './invitationsByAddress.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { playerPartition } from './players.ts'
import { timeToLive } from './retention.ts'

/** For how many hours an invitation can be taken up. */
export const invitationHours = timeToLive['Family invitation'].hours

type FamilyInvitationId = { playerId: string; invitationId: string }
/** An invitation by mail to be a player's family, or to follow, with or without an account. Accepted once. */
export type FamilyInvitation = FamilyInvitationId & {
  email: string
  name: string
  relation: 'own' | 'following'
  /**
   * The children whose family the recipient becomes; the inviter may edit all of them, and sees their names. A child who was
   * merged since has the id of that time.
   */
  playerIds: string[]
  /** The team whose rights the inviter used, unless it was the club's. */
  teamId?: string
  invitedBy: string
  invitedAt: string
  state: 'open' | 'accepted'
  acceptedBy?: string
}
export const familyInvitations = entity<FamilyInvitation, FamilyInvitationId>('Family invitation', {
  key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#INVITED#${id.invitationId}` }),
  gsi1: by(['email', 'playerId', 'invitationId'], ({ email, playerId, invitationId }) => [
    invitationPartition(email),
    `${playerId}#${invitationId}`,
  ]),
})

type FamilyInvitedId = OrganizationId & { day: string; userId?: string; playerId?: string }
/**
 * How many invitations were mailed to families and followers on a UTC day: by one person, by the whole club, or about one player.
 */
export const familyInvitedCounts = entity<{ invited: number }, FamilyInvitedId>('Family invited count', {
  key: ({ userId, playerId, ...id }) => ({
    pk: organizationPartition(id),
    sk: `FAMILY-INVITED-ON#${id.day}#${userId ?? playerId ?? ''}`,
  }),
})
