import type { Viewer } from '#shared/childData.ts'
import type { Flag } from '#shared/permissions.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { avatarUrlOf } from '../people/avatarUrl.ts'
import { playerCard } from '../people/playerCard.ts'
import type { Administrator } from '../table/administrators.ts'
import type { PlayerTag } from '../table/players.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'

/** Players on a roster and administrators, as the contract has them. */

export const rosterCard = (player: TeamPlayer) => ({
  ...playerCard(player),
  number: player.number ?? null,
  position: player.position ?? null,
})

/** A player's tags are only for who may edit players, not for the family. */
export const visibleTags = ({ flags }: Viewer, { tags = [] }: { tags?: PlayerTag[] }): PlayerTag[] =>
  flags.has('canEditPlayers') ? tags : []

/** The administrators; their rights only for a reader who may change these. */
export const administratorCards = (administrators: Administrator[], viewer: ReadonlySet<Flag>) =>
  administrators.toSorted(byName).map((administrator) => ({
    id: administrator.userId,
    name: fullName(administrator),
    avatarUrl: avatarUrlOf(administrator),
    chats: administrator.flags.includes('chatEnabled'),
    permissions: viewer.has('canEditAdministrators')
      ? Object.fromEntries(administrator.flags.map((flag) => [flag, true]))
      : {},
  }))
