import { by, entity } from './entity.ts'
import { invitedPartition } from './invited.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { playerPartition } from './players.ts'
import { timeToLive } from './retention.ts'

/** For how many hours an invitation can be taken up. */
export const invitationHours = timeToLive['Family invitation'].hours

type FamilyInvitationId = { playerId: string; invitationId: string }
/** Somebody who is invited by mail to be a player's family, or to follow, with an account or without. Taken up once. */
export type FamilyInvitation = FamilyInvitationId & {
  email: string
  name: string
  relation: 'own' | 'following'
  /**
   * The children whose family the link makes somebody: who invites may edit them all, and sees them named. Who was made one
   * with another player since is named by the id of then.
   */
  playerIds: string[]
  /** The team whose right it was made with, where it was not the club's. */
  teamId?: string
  invitedBy: string
  invitedAt: string
  state: 'open' | 'accepted'
  acceptedBy?: string
}
export const familyInvitations = entity<FamilyInvitation, FamilyInvitationId>('Family invitation', {
  key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#INVITED#${id.invitationId}` }),
  gsi1: by(['email', 'playerId', 'invitationId'], ({ email, playerId, invitationId }) => [
    invitedPartition(email),
    `${playerId}#${invitationId}`,
  ]),
})

type FamilyInvitedId = OrganizationId & { day: string; userId?: string; playerId?: string }
/**
 * How many mails were sent to families and followers on one day (UTC): by one person, by everybody of the club, or about one
 * player.
 */
export const familyInvitedCounts = entity<{ invited: number }, FamilyInvitedId>('Family invited count', {
  key: ({ userId, playerId, ...id }) => ({
    pk: organizationPartition(id),
    sk: `FAMILY-INVITED-ON#${id.day}#${userId ?? playerId ?? ''}`,
  }),
})
