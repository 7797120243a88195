import { Problem } from '#shared/problems.ts'
import { familyInvitations } from '../../table/familyInvitations.ts'
import { guardians } from '../../table/guardians.ts'
import { families, playerPartition, players } from '../../table/players.ts'
import { all, startingWith } from '../../table/table.ts'

/** A player with family, invitations and known guardians, in one query. Throws `not_found`. */
export async function familyOf(playerId: string) {
  const { player, ...context } = await playerContext(playerId)
  if (!player) throw new Problem('not_found')
  return { player, ...context }
}

/** The same for a player that may be gone. A consistent read, so that somebody just invited is not offered again. */
export async function playerContext(playerId: string) {
  const rows = await all<object>({ pk: playerPartition({ playerId }), ...startingWith('PLAYER'), consistent: true })
  return {
    player: players.among(rows)[0],
    family: families.among(rows),
    invitations: familyInvitations.among(rows),
    guardians: guardians.among(rows),
  }
}
