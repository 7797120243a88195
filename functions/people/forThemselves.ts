import { fold } from '#shared/rules/folded.ts'
import { nameKey } from '#shared/rules/playerRows.ts'
import type { FamilyInvitation } from '../table/familyInvitations.ts'
import type { Player } from '../table/players.ts'

/** Whether an invitation to a family is meant for the player: it is to answer for them, and has the name of the player. */
export const isForThemselves = ({ relation, name }: FamilyInvitation, player: Player): boolean =>
  relation === 'own' && fold(name) === nameKey(player)
