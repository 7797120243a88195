import type { PlayerRow } from '#shared/rules/playerRows.ts'
import type { Guardian } from '../../table/guardians.ts'
import type { PlayerDetails } from '../../table/playerDetails.ts'
import type { Player } from '../../table/players.ts'
import type { TeamPlayer } from '../../table/rosterRows.ts'
import type { Stored } from '../../table/writes.ts'

/** What a row is about: who is there of whom it names, on the roster where it puts them, and with which grown-ups. */
export type Taken = {
  row: PlayerRow
  playerId: string
  player: Stored<Player> | undefined
  teamId: string | undefined
  onTeam: Stored<TeamPlayer> | undefined
  guardians: { wanted: Guardian; known: Stored<Guardian> | undefined }[]
  /** What is known of them beside, where the row says something of it. */
  details: Stored<PlayerDetails> | undefined
}
