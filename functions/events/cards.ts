import { eventOf, orgUnitOf, playerOf } from '#shared/ids.ts'
import { mapUrlOf } from '#shared/rules/places.ts'
import type { EventSummary } from '../table/events.ts'
import { playerCard } from '../people/playerCard.ts'
import type { Invite } from '../table/inviteRows.ts'
import type { InviteAnswer } from '../table/invites.ts'

/** Events, invites and locations, as the contract has them. */

export const eventCard = (eventId: string, summary: EventSummary) => ({
  id: eventId,
  name: summary.name,
  description: summary.description,
  start: summary.start,
  end: summary.end,
  timezone: summary.timezone,
  field: summary.field,
  eventType: summary.eventType,
  orgUnit: { id: orgUnitOf(eventId), name: summary.teamName, sport: { fieldLabel: summary.fieldLabel } },
  ...(summary.answerBy !== undefined && { answerBy: summary.answerBy }),
  ...(summary.cancelled && { cancelled: summary.cancelled }),
  ...(summary.cancelReason !== undefined && { cancelReason: summary.cancelReason }),
})

export const locationCard = ({ location }: EventSummary) =>
  location ? { ...location, mapUrl: mapUrlOf(location), global: location.global ?? false } : null

export const inviteCard = (invite: Pick<Invite, 'inviteId'> & Omit<InviteAnswer, 'playerId'>) => ({
  id: invite.inviteId,
  status: { value: invite.status },
  note: invite.note ?? null,
  player: playerCard({ ...invite, playerId: playerOf(invite.inviteId) }),
})

/** The invite in the shape for the player's own family. */
export const ownInviteCard = (invite: Invite) => ({ ...inviteCard(invite), answerId: invite.answerId })

export const eventOfInvite = (invite: Invite) => eventCard(eventOf(invite.inviteId), invite)
