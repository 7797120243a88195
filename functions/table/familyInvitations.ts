import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'

/** An invitation can be taken up for 30 days. */
export const invitationHours = 30 * 24

type FamilyInvitationId = { playerId: string; invitationId: string }
/** Somebody who is invited by mail to be a player's family, or to follow, with an account or without. Taken up once. */
export type FamilyInvitation = FamilyInvitationId & {
  email: string
  name: string
  relation: 'own' | 'following'
  invitedBy: string
  invitedAt: string
  state: 'open' | 'accepted'
  acceptedBy?: string
}
export const familyInvitations = entity<FamilyInvitation, FamilyInvitationId>('Family invitation', {
  key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#INVITED#${id.invitationId}` }),
  expires: by(['invitedAt'], ({ invitedAt }) => addHours(invitedAt, invitationHours)),
})
