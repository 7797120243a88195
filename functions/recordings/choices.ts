import type { recordings as area } from '#shared/api/recordings.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { byName } from '#shared/rules/names.ts'
import { isShownIn } from '#shared/rules/pictures.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { type Event, isVisible } from '../table/events.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { all, page, startingWith } from '../table/table.ts'
import { teamPartition, teams } from '../table/teams.ts'

const hoursBack = 90 * 24
/** The most events offered. */
const maxEvents = 100

/** The events that a film can be of: those that have begun or begin within a day, and are not cancelled. */
export async function readChoices({
  params: { teamId },
  now,
}: CallOf<typeof area, 'GET /rest-api/recordings/team/{teamId}'>) {
  const pk = teamPartition({ teamId })
  const [team, { rows }, roster] = await Promise.all([
    teams.get({ teamId }),
    page<Event>({
      index: 'lsi1',
      pk,
      from: `EVENT#${addHours(now, -hoursBack)}`,
      to: `EVENT#${addHours(now, 24)}`,
      newestFirst: true,
      limit: maxEvents,
    }),
    all<TeamPlayer>({ pk, ...startingWith('TEAM#PLAYER#') }),
  ])
  if (!team) throw new Problem('not_found')
  return {
    events: rows
      .filter((row) => isVisible(row) && !row.cancelled)
      .map(({ eventId: id, name, start, timezone }) => ({ id, name, start, timezone })),
    players: roster
      .toSorted(byName)
      .map((row) => ({ ...playerCard(row), mayBeShown: isShownIn(row.pictures, 'team') })),
  }
}
