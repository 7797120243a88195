import { fold } from '#shared/rules/textMatching.ts'
import { nameKey } from '#shared/rules/playerRows.ts'
import type { FamilyInvitation } from '../table/familyInvitations.ts'
import type { Player } from '../table/players.ts'

/** Whether a family invitation is meant for the player: it is to join as family, and has the player's name. */
export const isForThemselves = ({ relation, name }: FamilyInvitation, player: Player): boolean =>
  relation === 'own' && fold(name) === nameKey(player)
