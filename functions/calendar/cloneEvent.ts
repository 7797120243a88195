import type { planning } from '#shared/api/planning.ts'
import { inviteOf, organizationOf, orgUnitOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { restorationAttributes, type Event, events, isVisible } from '../table/events.ts'
import { type InviteAnswer, type InvitedPlayer, invites } from '../table/invites.ts'
import { isForPlayer } from '../table/isForPlayer.ts'
import { players } from '../table/players.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stamp, type Write } from '../table/writes.ts'
import { derivedPart } from '../table/derivedPart.ts'
import { createEvent } from './createEvent.ts'
import { activeWithPlayers, refuseArchived } from './orgUnit.ts'
import { refuseOtherTime } from './savedBefore.ts'
import { existingEvent } from './existing.ts'
import { instant } from './eventContent.ts'

/** Copies an event to another time with the same duration, and invites its players who are still on the team. */
export async function cloneEvent({
  params: { eventId },
  body,
  stamp,
}: CallOf<typeof planning, 'POST /api/v1/cloneEvent/{eventId}'>) {
  const { newEventId } = body
  if (orgUnitOf(newEventId) !== orgUnitOf(eventId)) throw new Problem('bad_request', [faultAt('newEventId', 'invalid')])
  const [event, invited] = await Promise.all([
    existingEvent(eventId),
    invites.ofEvent({ eventId }),
    refuseArchived(orgUnitOf(eventId)),
  ])
  const start = instant(body.start)
  const durationMs = Date.parse(event.end) - Date.parse(event.start)
  const end = instant(body.end ?? new Date(Date.parse(start) + durationMs).toISOString())
  if (end < start) throw new Problem('bad_request', [faultAt('end', 'invalid')])
  const copy = { ...contentForCopy(event), eventId: newEventId, start, end }
  await Promise.all([
    createEvent(stamp, copy, await currentInvitees(eventId, invited), {
      mail: body.mail === 'true',
      conditions: teams.checkNotArchived(orgUnitOf(newEventId)),
      onRepeat: () => refuseOtherTime(newEventId, { start, end }),
    }),
    clubMonthChanges.markChanged(stamp, newEventId, [copy]),
  ])
  return { success: true as const, id: newEventId }
}

/**
 * Players invited to an event who would still be invited today: its own players, and guests who are still in the club. Those who
 * have left keep their answers, but are not invited to more dates.
 */
async function currentInvitees(eventId: string, invited: readonly InviteAnswer[]): Promise<InvitedPlayer[]> {
  const playerRows = await players.getMany(invited)
  const existingPlayers = playerRows.flatMap((player) => player ?? [])
  const guestCandidates = existingPlayers.filter((player) => !isForPlayer(eventId, player))
  const rows = await invites.getMany(guestCandidates.map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) })))
  const guests = guestCandidates.flatMap((player, i) => (rows[i]?.guest ? [{ ...player, guest: true as const }] : []))
  return [...existingPlayers.filter((player) => isForPlayer(eventId, player)), ...guests]
}

/** Copies an event to other teams. Idempotent: a team that has it from an earlier call is skipped. */
export async function cloneToTeams({
  body: { eventId, teamIds, mail = false },
  stamp,
  me,
}: CallOf<typeof planning, 'POST /apiV1/cloneEventToTeams/'>) {
  const { access } = await me
  const targetTeamIds = [...new Set(teamIds)]
  const organizationId = organizationOf(eventId)
  if (!targetTeamIds.every((teamId) => flagsOn(access, { organizationId, teamId }).has('canEditEvents')))
    throw new Problem('not_allowed')
  const event = await existingEvent(eventId)
  const units = await Promise.all(
    targetTeamIds.map(async (teamId) => ({ teamId, ...(await activeWithPlayers(teamId)) })),
  )
  const copies = units.map(({ teamId, orgUnit, players }) => ({
    players,
    teamId,
    copy: {
      ...contentForCopy(event),
      ...orgUnit,
      eventId: `${teamId}.${derivedPart('e', `${eventId} ${event.start} ${teamId}`)}`,
    },
  }))
  await clubMonthChanges.markChanged(stamp, eventId, [event])
  for (const { teamId, copy, players } of copies)
    await createOrRestore(stamp, copy, players, { mail, conditions: teams.checkNotArchived(teamId) })
  return { success: true as const, events: copies.map(({ teamId, copy }) => ({ id: copy.eventId, teamId })) }
}

/** If the copy was deleted meanwhile, it is restored with the current content, and with the answers that it had. */
async function createOrRestore(
  stamp: Stamp,
  copy: Event,
  players: TeamPlayer[],
  inviteOptions: { mail: boolean; conditions: Write[] },
) {
  const { eventId, ...content } = copy
  const before = await events.get({ eventId }, { consistent: true })
  // Someone else has copied it to this team already.
  if (before && isVisible(before) && before.createdBy !== stamp.actor) return
  if (!before || isVisible(before)) return createEvent(stamp, copy, players, inviteOptions)
  await retryOnConflict(async () => {
    const deletedEvent = await events.get({ eventId }, { consistent: true })
    if (!deletedEvent || isVisible(deletedEvent)) return
    const restoredFields = { ...restorationAttributes, cancelled: undefined, cancelReason: undefined }
    const set = { location: undefined, eventTypeId: undefined, answerBy: undefined, ...content, ...restoredFields }
    await write(
      stamp,
      events.change({ eventId }, { set, when: ifUnchanged(deletedEvent) }),
      ...inviteOptions.conditions,
    )
  })
  await retryOnConflict(async () => {
    const restored = await existingEvent(eventId)
    await invites.inviteMissing(stamp, [restored], players, (player) =>
      invites.unansweredInvite(restored, player, inviteOptions),
    )
  })
}

/** The content for another event: without the series, the answer deadline, and any later state. */
function contentForCopy(event: Event): Omit<Event, 'eventId'> {
  const { name, description, start, end, timezone, field, eventType, eventTypeId, teamName, fieldLabel, location } =
    event
  const optionalFields = { ...(eventTypeId !== undefined && { eventTypeId }), ...(location && { location }) }
  return { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, ...optionalFields }
}
