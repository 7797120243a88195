import { organizationOf } from '#shared/ids.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { fees } from '../table/fees.ts'
import { type Owed, owed } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { families } from '../table/players.ts'
import { untilSettled, update, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'

/** So many days are remembered: a family with more unpaid fees is told of so many. */
const mostDues = 100

/**
 * Hears of each fee and each family: what a player owes is repeated beside what their family may do, where Today reads it.
 * It may hear twice, late and out of order: it writes what is true when it reads.
 */
export const handler = worker(async ({ pk, sk, kind, change }, { now }) => {
  const playerId = pk.slice('PLAYER#'.length)
  const stamp = { actor: 'money-owed', at: now }
  const leaver = kind === 'Family' && change !== 'created' ? sk.slice('PLAYER#FAMILY#'.length) : undefined
  const family = await families.of({ playerId })
  const own = family.filter(({ relation }) => relation === 'own').map(({ userId }) => userId)
  const told = new Set([...own, ...(leaver === undefined ? [] : [leaver])])
  for (const userId of told) await tell(stamp, userId, playerId)
  return `told ${told.size}`
})

/** Of two who tell the same person at once, the later one reads again. */
const tell = (stamp: Stamp, userId: string, playerId: string) =>
  untilSettled(async () => {
    const before = await owed.get({ userId, playerId }, { consistent: true })
    const [row, member] = await Promise.all([
      owedOf(playerId),
      families.get({ userId, playerId }, { consistent: true }),
    ])
    const isTold = member?.relation === 'own' && row.dues.length > 0
    if (!before) return isTold ? write(stamp, owed.create({ userId, ...row })) : undefined
    const when = [['version', '=', before.version]] as const
    if (!isTold) return write(stamp, owed.remove({ userId, playerId }, 'conflict', when))
    return update(stamp, owed.change({ userId, playerId }, { set: row, when }))
  })

async function owedOf(playerId: string): Promise<Owed> {
  const [all, club] = await Promise.all([
    fees.ofPlayer(playerId, { consistent: true }),
    organizations.get({ organizationId: organizationOf(playerId) }),
  ])
  const dues = all.filter((fee) => outstandingOf(fee) > 0).map(({ dueOn }) => dueOn)
  return { playerId, dues: dues.toSorted().slice(0, mostDues), timezone: club?.timezone ?? 'UTC' }
}
