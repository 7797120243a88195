import type { PictureAudience } from '#shared/rules/pictures.ts'
import { entity } from './entity.ts'
import type { PlayerTag } from './players.ts'
import { type TeamId, teamPartition } from './teams.ts'

/**
 * A player on a team's roster, with copies of their name, tags and picture. In a file of its own, without the functions of rosters.ts,
 * since every function reads whether a player is on a team.
 */
export type TeamPlayer = {
  playerId: string
  firstName: string
  lastName: string
  number?: string
  position?: string
  picture?: string
  pictures?: PictureAudience
  tags?: PlayerTag[]
}
export const rosterRows = entity<TeamPlayer, TeamId & { playerId: string }>('Team player', {
  key: (id) => ({ pk: teamPartition(id), sk: `TEAM#PLAYER#${id.playerId}` }),
})
