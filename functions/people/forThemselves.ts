import { fold } from '#shared/rules/folded.ts'
import { nameKey } from '#shared/rules/playerRows.ts'
import type { FamilyInvitation } from '../table/familyInvitations.ts'
import type { Player } from '../table/players.ts'

/** Who is called as the player is, and is to answer for them, is the player: a family is not what they are invited to. */
export const isForThemselves = ({ relation, name }: FamilyInvitation, player: Player): boolean =>
  relation === 'own' && fold(name) === nameKey(player)
