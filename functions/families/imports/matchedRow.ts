import type { PlayerRow } from '#shared/rules/playerRows.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { PlayerDetails } from '../../table/playerDetails.ts'
import type { Player } from '../../table/players.ts'
import type { TeamPlayer } from '../../table/rosterRows.ts'
import type { Stored } from '../../table/writes.ts'

/**
 * A row with the items that it is about, as they were read; undefined where there is none yet. `onTeam`: the player on the roster of the
 * row's team.
 */
export type MatchedRow = {
  row: PlayerRow
  playerId: string
  player: Stored<Player> | undefined
  teamId: string | undefined
  onTeam: Stored<TeamPlayer> | undefined
  guardians: { imported: Guardian; existing: Stored<Guardian> | undefined }[]
  /** Read only where the row has answers to the club's questions. */
  details: Stored<PlayerDetails> | undefined
}
