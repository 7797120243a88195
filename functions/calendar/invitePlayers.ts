import type { planning } from '#shared/api/planning.ts'
import { inviteOf, organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { byName } from '#shared/rules/names.ts'
import { inviteCard } from '../events/cards.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { type InvitedPlayer, invites } from '../table/invites.ts'
import { players } from '../table/players.ts'
import { rosterRows, type TeamPlayer } from '../table/rosterRows.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { removedInvites } from '../table/removedRows.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { playersOf } from './orgUnit.ts'
import { requireEvent, existingEvent } from './existing.ts'

/** The players of the roster without an invite; `guests`: invited players who are not on the roster. */
export async function listNotInvited({
  params: { eventId },
}: CallOf<typeof planning, 'GET /api/v1/notInvitedPlayers/{eventId}'>) {
  const [, roster, answers] = await Promise.all([
    requireEvent(eventId),
    playersOf(orgUnitOf(eventId)),
    invites.ofEvent({ eventId }),
  ])
  const invited = new Set(answers.map(({ playerId }) => playerId))
  const isOnRoster = new Set(roster.map(({ playerId }) => playerId))
  return {
    players: roster
      .filter(({ playerId }) => !invited.has(playerId))
      .toSorted(byName)
      .map(playerCard),
    guests: [...invited].filter((playerId) => !isOnRoster.has(playerId)),
  }
}

/** Invites one player, or restores an invite that was removed. An existing invite keeps its answer. Idempotent. */
export const addInvite = async ({
  query: { eventId, playerId, inviteStatus, removal },
  stamp,
  now,
  me,
}: CallOf<typeof planning, 'POST /event/addPlayerInvite'>) => {
  const { access } = await me
  const invite = await retryOnConflict(async () => {
    const inviteId = inviteOf(eventId, playerId)
    const [event, player, existing, removedInvite] = await Promise.all([
      existingEvent(eventId),
      playerFor(eventId, playerId, access),
      invites.get({ inviteId }, { consistent: true }),
      removal === undefined ? undefined : removedInvites.findOpen({ inviteId, removal }, now),
    ])
    if (existing) return existing
    const newInvite = removedInvite
      ? removedInvites.restore(event, player, removedInvite)
      : withAnswer(
          stamp,
          invites.unansweredInvite(event, player, { mail: asksGuest(player, inviteStatus) }),
          inviteStatus,
        )
    const consumed = removedInvite ? [removedInvites.remove(removedInvite, 'conflict')] : []
    await write(stamp, eventUnchanged(event), invites.create(newInvite), ...consumed)
    return newInvite
  })
  return { success: true as const, invite: inviteCard(invite) }
}

/** A guest's family does not expect the event, so they are invited by mail. */
const asksGuest = ({ guest }: InvitedPlayer, status: InviteStatus) => guest === true && status === 'Pending'

/** A player of the event's team; users who may edit events of the whole club can invite any of its players, as a guest. */
async function playerFor(eventId: string, playerId: string, access: Access): Promise<InvitedPlayer> {
  const teamId = teamOf(eventId)
  const onTeam = teamId === undefined ? undefined : await rosterRows.get({ teamId, playerId }, { consistent: true })
  if (onTeam) return onTeam
  const isOfClub = flagsOn(access, { organizationId: organizationOf(eventId) }).has('canEditEvents')
  const player = isOfClub ? await players.get({ playerId }, { consistent: true }) : undefined
  if (!player) throw new Problem('not_found')
  return { ...player, guest: true }
}

const eventUnchanged = ({ eventId, version }: Stored<Event>) => events.check({ eventId }, ifUnchanged({ version }))

const withAnswer = (stamp: Stamp, invite: Invite, status: InviteStatus): Invite =>
  status === 'Pending'
    ? invite
    : {
        ...invite,
        status,
        answerId: invites.newAnswerId(),
        answeredBy: stamp.subject ?? stamp.actor,
        answeredAt: stamp.at,
      }

/** Invites all players of the roster without an invite. Idempotent. */
export async function inviteAll({
  query: { eventId, inviteStatus },
  stamp,
}: CallOf<typeof planning, 'POST /event/addPlayerInviteForAllUninvitedPlayers'>) {
  const roster = await playersOf(orgUnitOf(eventId))
  const invited = await retryOnConflict(async () => {
    const event = await existingEvent(eventId)
    const toInvite = (player: TeamPlayer) => withAnswer(stamp, invites.unansweredInvite(event, player), inviteStatus)
    return invites.inviteMissing(stamp, [event], roster, toInvite)
  })
  return { success: true as const, invited }
}

/** Removes an invite with its answer. If the call has an id for the removal, both are kept for a day, so that it can be undone. */
export const removeInvite = ({
  params: { inviteId },
  query: { removal },
  stamp,
  now,
}: CallOf<typeof planning, 'POST /orgUnit/removePlayerInvite/{inviteId}'>) =>
  retryOnConflict(async () => {
    const success = true as const
    const invite = removal === undefined ? undefined : await invites.get({ inviteId }, { consistent: true })
    if (removal === undefined || !invite) {
      // Done before under this id: a retry after a lost response.
      if (removal !== undefined && (await removedInvites.findOpen({ inviteId, removal }, now))) return { success }
      await write(stamp, invites.remove({ inviteId }))
      return { success }
    }
    const removeWrite = invites.remove({ inviteId }, 'conflict', ifUnchanged(invite))
    await write(stamp, removeWrite, removedInvites.keep(removal, invite, now))
    return { success }
  })
