import { isId } from '#shared/ids.ts'
import { chunks } from '../table/chunks.ts'
import { archivedWith, type EventId, events } from '../table/events.ts'
import { mostAtOnce, retryOnConflict, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

/**
 * Puts dates out of sight whose team was archived while they were made: the worker that does so with what a team has before it may
 * have looked before they were there. Of a team that is archived after this has looked, the worker finds them. They stand as if they
 * had been made just before: they are back with the team. A single event is made while its team plays (`whilePlaying`); many that are made
 * at once would be in each other's way at the team.
 */
export const archiveWithTeam = (stamp: Stamp, orgUnitId: string, made: readonly EventId[]): Promise<void> =>
  retryOnConflict(async () => {
    const team = isId('team', orgUnitId) ? await teams.get({ teamId: orgUnitId }, { consistent: true }) : undefined
    if (team?.archivedAt === undefined) return
    const { teamId, archivedAt } = team
    const found = await events.getMany(made, { consistent: true })
    // It follows from what is kept account of at the team.
    const copying = { actor: 'copies', subject: stamp.subject ?? stamp.actor, at: stamp.at }
    const seen = found.flatMap((event) => (event && event.archivedAt !== archivedWith(team, event) ? [event] : []))
    for (const some of chunks(seen, mostAtOnce - 1))
      await write(
        copying,
        teams.check({ teamId }, [['archivedAt', '=', archivedAt]]),
        ...some.map(({ eventId, version }) =>
          events.change({ eventId }, { set: { archivedAt }, when: ifUnchanged({ version }) }),
        ),
      )
  })
