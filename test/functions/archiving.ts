import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { events } from '#functions/table/events.ts'
import { type TeamId, teams } from '#functions/table/teams.ts'
import { stamp } from './club.ts'

type Turned = { team: TeamId; at: string; events: readonly { eventId: string }[] }
/** Lets the copies follow when a team is archived or restored: its events, and from those their invites. */
async function followed({ team, events: its }: Turned): Promise<void> {
  await refreshCopies('Team', teams.key(team))
  for (const event of its) await refreshCopies('Event', events.key(event))
}

export async function archiveTeam(turned: Turned): Promise<void> {
  await teams.archive({ ...stamp, at: turned.at }, turned.team)
  await followed(turned)
}
export async function unarchiveTeam(turned: Turned): Promise<void> {
  await teams.unarchive({ ...stamp, at: turned.at }, turned.team)
  await followed(turned)
}
