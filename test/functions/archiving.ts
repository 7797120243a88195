import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { events } from '#functions/table/events.ts'
import { type TeamId, teams } from '#functions/table/teams.ts'
import { stamp } from './club.ts'

type ArchivedTeam = { team: TeamId; at: string; events: readonly { eventId: string }[] }
/** Lets the copies follow when a team is archived or restored: its events, and from those their invites. */
async function deliverEvents({ team, events: teamEvents }: ArchivedTeam): Promise<void> {
  await refreshCopies('Team', teams.key(team))
  for (const event of teamEvents) await refreshCopies('Event', events.key(event))
}

export async function archiveTeam(archived: ArchivedTeam): Promise<void> {
  await teams.archive({ ...stamp, at: archived.at }, archived.team)
  await deliverEvents(archived)
}
export async function unarchiveTeam(unarchived: ArchivedTeam): Promise<void> {
  await teams.unarchive({ ...stamp, at: unarchived.at }, unarchived.team)
  await deliverEvents(unarchived)
}
