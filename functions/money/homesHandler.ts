import { outstandingOf } from '#shared/rules/fees.ts'
import { grownUpsAmong } from '../people/childAccount.ts'
import { fees } from '../table/fees.ts'
import { ownPlayersOf } from '../table/me.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { families, guardiansWith, idsOf, players } from '../table/players.ts'
import type { User } from '../table/profiles.ts'
import { retryOnConflict, update } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { idIn, worker } from '../worker.ts'

/**
 * Hears of each change of a family, of each account that is said to be a player's own, and of each birth date that is corrected: what
 * one home alone was asked for is asked of all who pay for the player, once nobody of that home does any more: a child’s own account
 * alone could not. The treasurer sees it as any other bill of theirs, and can split it anew.
 */
export const handler = worker(async ({ kind, pk }, { now }) => {
  const asked: boolean[] = []
  for (const playerId of await concerned(kind, idIn(pk))) asked.push(await askedOfFamily(playerId, now))
  return asked.includes(true) ? 'asked of the family' : 'nothing to do'
})

/** The players whose bills it may be about. A child's account pays for none of those whose family it is. */
async function concerned(kind: string, of: string): Promise<Iterable<string>> {
  if (kind === playerAccounts.kind) return ownOf({ userId: of })
  if (kind !== players.kind) return [of]
  // Born on another day, a player whose account that is may be a child after all.
  const theirs = await Promise.all((await playerAccounts.of(of)).map(ownOf))
  return new Set(theirs.flat())
}

const ownOf = async (user: User) => (await ownPlayersOf(user)).map(({ playerId }) => playerId)

/** Says whether something is asked of more people than before. */
function askedOfFamily(playerId: string, now: string): Promise<boolean> {
  const stamp = { actor: 'money-homes', at: now }
  return retryOnConflict(async () => {
    const { player, family } = await families.withPlayer({ playerId })
    const charged = player ? await fees.ofPlayers(idsOf(player), { consistent: true }) : []
    const parts = charged.filter((fee) => fee.payers && outstandingOf(fee) > 0)
    if (parts.length === 0) return false
    const paying = await grownUpsAmong(guardiansWith(family, 'pays'), now)
    const pays = new Set(paying.map(({ userId }) => userId))
    const left = parts.filter(({ payers = [] }) => !payers.some((userId) => pays.has(userId)))
    // While nobody pays for the player there is nobody else to ask.
    if (pays.size === 0 || left.length === 0) return false
    for (const fee of left)
      await update(stamp, fees.change(fee, { set: { payers: undefined }, when: ifUnchanged(fee) }))
    return true
  })
}
