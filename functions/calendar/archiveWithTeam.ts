import { isId } from '#shared/ids.ts'
import { chunks } from '../table/chunks.ts'
import { archivedAtOf, type EventId, events } from '../table/events.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

/**
 * Archives events whose team was archived while they were created: the worker that archives a team's events may have run before they
 * existed. If the team is archived after this check, the worker finds them. Used where many events are created; a single one is created on
 * the condition that its team is active (`checkNotArchived`), which would make many conflict with each other.
 */
export const archiveWithTeam = (stamp: Stamp, orgUnitId: string, eventIds: readonly EventId[]): Promise<void> =>
  retryOnConflict(async () => {
    const team = isId('team', orgUnitId) ? await teams.get({ teamId: orgUnitId }, { consistent: true }) : undefined
    if (team?.archivedAt === undefined) return
    const { teamId, archivedAt } = team
    const foundEvents = await events.getMany(eventIds, { consistent: true })
    // Not logged: it follows from the archiving, which is logged for the team.
    const copyStamp = { actor: 'copies', subject: stamp.subject ?? stamp.actor, at: stamp.at }
    const eventsToArchive = foundEvents.flatMap((event) =>
      event && event.archivedAt !== archivedAtOf(team, event) ? [event] : [],
    )
    for (const chunk of chunks(eventsToArchive, maxTransactWrites - 1))
      await write(
        copyStamp,
        teams.check({ teamId }, [['archivedAt', '=', archivedAt]]),
        ...chunk.map(({ eventId, version }) =>
          events.change({ eventId }, { set: { archivedAt }, when: ifUnchanged({ version }) }),
        ),
      )
  })
