import type { PlayerRow } from '#shared/rules/playerRows.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { PlayerDetails } from '../../table/playerDetails.ts'
import type { Player } from '../../table/players.ts'
import type { TeamPlayer } from '../../table/rosterRows.ts'
import type { Stored } from '../../table/writes.ts'

/** What a row is about: the existing player, their roster entry on the row's team, and their guardians. */
export type Taken = {
  row: PlayerRow
  playerId: string
  player: Stored<Player> | undefined
  teamId: string | undefined
  onTeam: Stored<TeamPlayer> | undefined
  guardians: { wanted: Guardian; known: Stored<Guardian> | undefined }[]
  /** Their details, if the row has custom fields. */
  details: Stored<PlayerDetails> | undefined
}
