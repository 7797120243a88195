import type { attendance as contract } from '#shared/api/attendance.ts'
import { eventOf, inviteOf, orgUnitOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { byName } from '#shared/rules/names.ts'
import { countPresences, type Presence, type PresenceCounts, whyCannotMark } from '#shared/rules/presence.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { type Attendance, attendance } from '../table/attendance.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { players } from '../table/players.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { teamVisibility } from '../access/teamVisibility.ts'
import { playersOf } from './orgUnit.ts'
import { requireEvent, existingEvent } from './existing.ts'

type Marks = Readonly<Record<string, Presence>>
const asList = (marks: Marks) => Object.entries(marks).map(([playerId, presence]) => ({ playerId, presence }))
const noPresence: PresenceCounts = { came: 0, late: 0, missed: 0 }

/**
 * Attributes marks of merged players to the player they were merged into, unless that one has marks of their own. Only players
 * whose ids are not in `knownIds` are looked up.
 */
async function withMergedPlayers<Row extends Attendance>(
  rows: readonly Row[],
  knownIds: ReadonlySet<string>,
): Promise<Row[]> {
  const unknownIds = new Set(rows.flatMap(({ marks }) => Object.keys(marks).filter((id) => !knownIds.has(id))))
  const mergedIds = unknownIds.size === 0 ? new Map<string, string>() : await mergedPlayers.currentIds([...unknownIds])
  if (mergedIds.size === 0) return [...rows]
  const marksUnderCurrentIds = (marks: Marks, isGone: boolean) =>
    Object.entries(marks).flatMap(([id, presence]) =>
      mergedIds.has(id) === isGone ? [[mergedIds.get(id) ?? id, presence]] : [],
    )
  return rows.map((row) => ({
    ...row,
    marks: Object.fromEntries([
      ...marksUnderCurrentIds(row.marks, true),
      ...marksUnderCurrentIds(row.marks, false),
    ]) as Record<string, Presence>,
  }))
}
async function marksNow(row: Attendance, eventId: string): Promise<Record<string, Presence>> {
  const invited = await invites.ofEvent({ eventId })
  const [found] = await withMergedPlayers([row], new Set(invited.map(({ playerId }) => playerId)))
  return { ...found?.marks }
}

export async function readAttendance({
  params: { eventId },
}: CallOf<typeof contract, 'GET /rest-api/attendance/event/{eventId}'>) {
  const [, row] = await Promise.all([requireEvent(eventId), attendance.get({ eventId })])
  return { marks: asList(row ? await marksNow(row, eventId) : {}) }
}

/**
 * Marks the attendance of some players and leaves the others as they are, since two coaches may do it at the same time. A mark that was
 * made offline arrives late: it does not overwrite one that somebody else has made meanwhile.
 */
export const markAttendance = ({
  params: { eventId },
  body: { marks: sent },
  stamp,
  now,
}: CallOf<typeof contract, 'PUT /rest-api/attendance/event/{eventId}'>) =>
  retryOnConflict(async () => {
    const [event, row, foundInvites] = await Promise.all([
      existingEvent(eventId),
      attendance.get({ eventId }, { consistent: true }),
      invites.getMany(
        sent.map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) })),
        { consistent: true },
      ),
    ])
    const why = whyCannotMark(event, now)
    if (why) throw new Problem(why)
    if (foundInvites.some((invite) => invite === undefined))
      throw new Problem('bad_request', [faultAt('marks', 'invalid', { message: 'Mark players who are invited.' })])
    const marks = row ? await marksNow(row, eventId) : {}
    const conflictingIds: string[] = []
    for (const { playerId, presence, over } of sent) {
      const storedPresence = marks[playerId] ?? null
      if (over && storedPresence !== presence && !over.includes(storedPresence)) conflictingIds.push(playerId)
      else if (presence === null) delete marks[playerId]
      else marks[playerId] = presence
    }
    const { start } = event
    await write(
      stamp,
      ...(row
        ? [attendance.change({ eventId }, { set: { start, marks }, when: ifUnchanged(row) })]
        : [attendance.create({ eventId, start, marks }), events.check({ eventId }, ifUnchanged(event))]),
    )
    return { marks: asList(marks), stood: conflictingIds }
  })

/** A year and a day, since seasons overlap by one day. */
const maxDays = 367
function rangeOf({ start, end }: { start: string; end: string }) {
  if (end <= start || addDays(dayIn(start, 'UTC'), maxDays) < dayIn(end, 'UTC'))
    throw new Problem('bad_request', [faultAt('end', 'invalid', { message: 'A year at most, from start to end.' })])
  return [start, end] as const
}

export async function readSeason({
  params: { orgUnitId },
  query,
}: CallOf<typeof contract, 'GET /rest-api/attendance/season/{orgUnitId}'>) {
  const range = rangeOf(query)
  const [rows, seasonEvents, roster] = await Promise.all([
    attendance.between(orgUnitId, ...range),
    all<Event>(events.between(orgUnitId, ...range)),
    playersOf(orgUnitId),
  ])
  const attendances = await withMergedPlayers(
    countedAttendance(rows, seasonEvents),
    new Set(roster.map(({ playerId }) => playerId)),
  )
  const countsByPlayer = countPresences(attendances.map(({ marks }) => marks))
  return {
    events: attendances.map(({ eventId: id, start, timezone, marks }) => ({
      ...{ id, start, timezone },
      ...countsOf(Object.values(marks)),
    })),
    players: roster.toSorted(byName).map((player) => ({
      ...playerCard(player),
      ...(countsByPlayer.get(player.playerId) ?? noPresence),
    })),
  }
}

/** Whether an event counts as having taken place: it exists and was not cancelled. */
const tookPlace = (event: Pick<Event, 'deletedAt' | 'archivedAt' | 'cancelled'> | undefined): boolean =>
  event !== undefined && isVisible(event) && !event.cancelled

/**
 * Attendance of events that count as they are today, so that a restored event counts again, in their order. Each with its event's start
 * and time zone. An event that was moved out of the period does not count in it, like in the player's own attendance.
 */
function countedAttendance(rows: readonly Attendance[], foundEvents: readonly Event[]) {
  const marksById = new Map(rows.map((row) => [row.eventId, row]))
  return foundEvents.flatMap((event) => {
    const row = marksById.get(event.eventId)
    return row && tookPlace(event) ? [{ ...row, start: event.start, timezone: event.timezone }] : []
  })
}

const countsOf = (presences: readonly Presence[]): PresenceCounts => {
  const count = (countedPresence: Presence) => presences.filter((presence) => presence === countedPresence).length
  return { came: count('came'), late: count('late'), missed: count('missed') }
}

/**
 * A player's attendance, found by their invites, so that events of former teams and of the club are included. A coach sees only those of
 * their own teams, even if they follow the player.
 */
export async function readPlayerAttendance({
  params: { playerId },
  query,
  me,
}: CallOf<typeof contract, 'GET /rest-api/attendance/player/{playerId}'>) {
  const [player, invited, { access }] = await Promise.all([
    players.get({ playerId }),
    invites.between(playerId, ...rangeOf(query)),
    me,
  ])
  if (!player) throw new Problem('not_found')
  const canSeeTeam = teamVisibility({ ...access, players: playersWith(access, 'sees'), following: [] }, playerId)
  const visible = invited.filter((invite) => tookPlace(invite) && canSeeTeam(orgUnitOf(invite.inviteId)))
  const [attendanceRows, ...rosters] = await Promise.all([
    attendance.getMany(visible.map(({ inviteId }) => ({ eventId: eventOf(inviteId) }))),
    ...player.teams.filter(({ id }) => canSeeTeam(id)).map(({ id }) => playersOf(id)),
  ])
  const rows = attendanceRows.flatMap((row) => row ?? [])
  const knownIds = new Set([playerId, ...rosters.flat().map((each) => each.playerId)])
  // A player marked under their own id was not marked under an earlier one.
  const [ownRows, otherRows] = [rows.filter(isMarked), rows.filter((row) => !isMarked(row))]
  const attendances = [...ownRows, ...(await withMergedPlayers(otherRows, knownIds))]
  return countPresences(attendances.map(({ marks }) => marks)).get(playerId) ?? noPresence

  function isMarked({ marks }: Attendance): boolean {
    return playerId in marks
  }
}
