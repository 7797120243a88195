import { outstandingOf } from '#shared/rules/fees.ts'
import { grownUpsAmong } from '../people/childAccount.ts'
import { fees } from '../table/fees.ts'
import { ownPlayersOf } from '../table/me.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { families, guardiansWith, allIdsOf, players } from '../table/players.ts'
import type { User } from '../table/profiles.ts'
import { retryOnConflict, update } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'

/**
 * Runs for each change of a family, of the mark that an account is a player's own, and of a birth date. If no guardian of a home is left
 * to pay that home's part of a split fee, the part becomes a fee for all guardians of the player.
 */
export const handler = worker(async ({ kind, pk }, { now }) => {
  const asked: boolean[] = []
  for (const playerId of await concerned(kind, idIn(pk))) asked.push(await askedOfFamily(playerId, now))
  return asked.includes(true) ? 'asked of the family' : 'nothing to do'
})

/** The players whose fees the change may affect. A child's account cannot pay for any player of its family, so all of them are checked. */
async function concerned(kind: string, of: string): Promise<Iterable<string>> {
  if (kind === playerAccounts.kind) return ownOf({ userId: of })
  if (kind !== players.kind) return [of]
  // With another birth date, the owner of a player's own account may be a child after all.
  const found = await Promise.all((await playerAccounts.of(of)).map(ownOf))
  return new Set(found.flat())
}

const ownOf = async (user: User) => (await ownPlayersOf(user)).map(({ playerId }) => playerId)

/** Returns whether more people than before are asked for a fee. */
function askedOfFamily(playerId: string, now: string): Promise<boolean> {
  const stamp = { actor: 'money-homes', at: now }
  return retryOnConflict(async () => {
    const { player, family } = await families.withPlayer({ playerId })
    const charged = player ? await fees.ofPlayers(allIdsOf(player), { consistent: true }) : []
    const parts = charged.filter((fee) => fee.payers && outstandingOf(fee) > 0)
    if (parts.length === 0) return false
    const paying = await grownUpsAmong(guardiansWith(family, 'pays'), now)
    const pays = new Set(paying.map(({ userId }) => userId))
    const left = parts.filter(({ payers = [] }) => !payers.some((userId) => pays.has(userId)))
    // If nobody pays for the player, there is nobody else to ask.
    if (pays.size === 0 || left.length === 0) return false
    for (const fee of left)
      await update(stamp, fees.change(fee, { set: { payers: undefined }, when: ifUnchanged(fee) }))
    return true
  })
}
