import { isId } from '#shared/ids.ts'
import { chunks } from '../table/chunks.ts'
import { archivedWith, type EventId, events } from '../table/events.ts'
import { mostAtOnce, retryOnConflict, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

/**
 * Hides dates whose team was archived while they were created: the worker that hides a team's earlier dates may have run before
 * they existed. If the team is archived after the check here, that worker finds them. They look as if created just before the
 * archiving, and return with the team. A single event is created on condition that its team is active (`whilePlaying`); many at
 * once would contend for the team's item.
 */
export const archiveWithTeam = (stamp: Stamp, orgUnitId: string, made: readonly EventId[]): Promise<void> =>
  retryOnConflict(async () => {
    const team = isId('team', orgUnitId) ? await teams.get({ teamId: orgUnitId }, { consistent: true }) : undefined
    if (team?.archivedAt === undefined) return
    const { teamId, archivedAt } = team
    const found = await events.getMany(made, { consistent: true })
    // Not logged: it follows from the archiving, which is logged for the team.
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
