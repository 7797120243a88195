import { fileOf, teamOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { binDays } from '#shared/rules/library.ts'
import type { AccessType } from '#shared/rules/shares.ts'
import { events, isVisible } from '../table/events.ts'
import type { Recording } from '../table/recordings.ts'
import { teams } from '../table/teams.ts'
import { thumbnailLink } from '../media/thumbnail.ts'

export type VisibleRecording = { row: Recording; access: AccessType }

/** Recordings in the shape of lists, with the current names of their teams and events. */
export async function linesOf(visible: readonly VisibleRecording[], now: string) {
  const teamIds = [...new Set(visible.map(({ row }) => teamIn(row)))]
  const eventIds = [...new Set(visible.flatMap(({ row }) => row.eventId ?? []))]
  const [foundTeams, foundEvents] = await Promise.all([
    teams.getMany(teamIds.map((teamId) => ({ teamId }))),
    events.getMany(eventIds.map((eventId) => ({ eventId }))),
  ])
  const nameOf = new Map(foundTeams.flatMap((team) => (team ? [[team.teamId, team.name]] : [])))
  const eventOf = new Map(foundEvents.flatMap((event) => (event && isVisible(event) ? [[event.eventId, event]] : [])))
  return Promise.all(
    visible.map(async ({ row, access }) => {
      const event = eventOf.get(row.eventId ?? '')
      const { recordingId: id, title, startsAt, media: contentType, amount: size, deletedAt } = row
      return {
        id,
        teamId: teamIn(row),
        teamName: nameOf.get(teamIn(row)) ?? '',
        title,
        event: event ? { id: event.eventId, name: event.name, timezone: event.timezone } : null,
        startsAt,
        contentType,
        size,
        seconds: row.seconds ?? null,
        moments: row.moments,
        access,
        shared: Object.keys(row.shares).length > 0,
        thumbnailPresignedUrl: row.poster ? await thumbnailLink(fileOf(id), now) : null,
        goesAt: deletedAt === undefined ? null : addHours(deletedAt, 24 * binDays),
      }
    }),
  )
}

const teamIn = ({ recordingId }: Recording) => teamOf(recordingId) ?? ''
