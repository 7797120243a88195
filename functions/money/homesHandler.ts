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
  const changes: boolean[] = []
  for (const playerId of await affectedPlayerIds(kind, idIn(pk)))
    changes.push(await reopenUnpayableParts(playerId, now))
  return changes.includes(true) ? 'asked of the family' : 'nothing to do'
})

/** The players whose fees the change may affect. A child's account cannot pay for any player of its family, so all of them are checked. */
async function affectedPlayerIds(kind: string, id: string): Promise<Iterable<string>> {
  if (kind === playerAccounts.kind) return ownPlayerIds({ userId: id })
  if (kind !== players.kind) return [id]
  // With another birth date, the owner of a player's own account may be a child after all.
  const found = await Promise.all((await playerAccounts.of(id)).map(ownPlayerIds))
  return new Set(found.flat())
}

const ownPlayerIds = async (user: User) => (await ownPlayersOf(user)).map(({ playerId }) => playerId)

/** Returns whether more people than before are asked for a fee. */
function reopenUnpayableParts(playerId: string, now: string): Promise<boolean> {
  const stamp = { actor: 'money-homes', at: now }
  return retryOnConflict(async () => {
    const { player, family } = await families.withPlayer({ playerId })
    const playerFees = player ? await fees.ofPlayers(allIdsOf(player), { consistent: true }) : []
    const parts = playerFees.filter((fee) => fee.payers && outstandingOf(fee) > 0)
    if (parts.length === 0) return false
    const payers = await grownUpsAmong(guardiansWith(family, 'pays'), now)
    const payerIds = new Set(payers.map(({ userId }) => userId))
    const unpayableParts = parts.filter(({ payers = [] }) => !payers.some((userId) => payerIds.has(userId)))
    // If nobody pays for the player, there is nobody else to ask.
    if (payerIds.size === 0 || unpayableParts.length === 0) return false
    for (const fee of unpayableParts)
      await update(stamp, fees.change(fee, { set: { payers: undefined }, when: ifUnchanged(fee) }))
    return true
  })
}
