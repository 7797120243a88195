import { mergedPlayers } from './table/mergedPlayers.ts'
import { families } from './table/players.ts'
import type { DueDays, owed } from './table/me.ts'
import { untilSettled, update, write } from './table/table.ts'
import { asRead, type Stamp } from './table/writes.ts'
import { worker } from './worker.ts'

/** Of what is owed, or of tasks: they are of one shape. */
type Rows = typeof owed

/** What of a player somebody of their family has to do. */
type DaysOf = (playerId: string, userId: string) => Promise<DueDays>

/**
 * A worker that hears of what is due and of each family: a player's days are repeated beside what their family may do, where
 * Today reads it. It may hear twice, late and out of order: it writes what is true when it reads. `daysOf` reads it.
 */
export const keepsDueDays = (actor: string, rows: Rows, daysOf: DaysOf) =>
  worker(async ({ pk, sk, kind, change }, { now }) => {
    const about = pk.slice('PLAYER#'.length)
    // What was charged to one who was made one with another is that one's; who has left the family of the first has left it.
    const playerId = kind === 'Family' ? about : ((await mergedPlayers.now([about])).get(about) ?? about)
    const stamp = { actor, at: now }
    const leaver = kind === 'Family' && change !== 'created' ? sk.slice('PLAYER#FAMILY#'.length) : undefined
    const family = await families.of({ playerId })
    const own = family.filter(({ relation }) => relation === 'own').map(({ userId }) => userId)
    const told = new Set([...own, ...(leaver === undefined ? [] : [leaver])])
    for (const userId of told) await tell(stamp, rows, { userId, playerId }, daysOf)
    return `told ${told.size}`
  })

/** Who hear of a player's fees at once change the same item. */
const mostTries = 12

type To = { userId: string; playerId: string }
/** Of two who tell the same person at once, the later one reads again. */
const tell = (stamp: Stamp, rows: Rows, to: To, daysOf: DaysOf) =>
  untilSettled(async () => {
    const before = await rows.get(to, { consistent: true })
    const [row, member] = await Promise.all([daysOf(to.playerId, to.userId), families.get(to, { consistent: true })])
    const isTold = member?.relation === 'own' && row.dues.length > 0
    if (!before) return isTold ? write(stamp, rows.create({ userId: to.userId, ...row })) : undefined
    const when = asRead(before)
    if (!isTold) return write(stamp, rows.remove(to, 'conflict', when))
    return update(stamp, rows.change(to, { set: row, when }))
  }, mostTries)
