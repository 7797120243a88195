import type { NewPlayer } from '#functions/teams/addPlayers.ts'
import type { Event, Organization, Team } from '#functions/table/map.ts'

/** A whole club as plain data: what the demo writes, and what tests compare with its sources. */
export type Club = { organization: Organization; squads: Squad[] }
export type Squad = { team: Team; players: NewPlayer[]; events: Event[] }

export const hour = 60
/** The instant so many minutes after another. */
export const after = (instant: string, minutes: number): string =>
  Temporal.Instant.from(instant).add({ minutes }).toString()
