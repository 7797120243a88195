import { drawing } from '../local/drawing.ts'
import { struckServices } from '../local/types.ts'
import type { Bench } from './cloud.ts'
import { inTurns } from './registering.ts'
import type { Figure } from './report.ts'
import { act, type ActName, actNames, type Acknowledged } from './saturday/acts.ts'
import type { Told } from './saturday/asking.ts'
import { saturdayClub, type SaturdayTeam } from './saturday/club.ts'
import { reconcile } from './saturday/reconcile.ts'
import { putAside, untilIdle, waitingIn } from './saturday/idle.ts'
import { allCharges, wholeTable } from './saturday/wholeTable.ts'
import { saturdayOfTeam } from './saturday/model.ts'
import { inDoubt, settled } from './saturday/settled.ts'

/** Duration in seconds, ten minutes by default; shorter with `npm run bench -- faults 60`. */
const seconds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 600)
const seed = 20_261_125
/** Together one in ten of the functions' calls; conflicts come on top, since only writes can have them. */
const shares = { throttle: 0.024, fail: 0.022, reset: 0.017, lostReply: 0.022, slow: 0.018, conflict: 0.01 }
/** Minimum of acknowledged acts per minute: a run without payments would prove nothing about payments. */
const aMinute = { answer: 20, message: 10, payment: 2, registration: 2, email: 2 }
const [teams, families, lanes] = [2, 8, 4]
/** The longest time, in seconds, until the state is as it would be without faults. */
const recovery = 60

/**
 * A Saturday in which one call in ten fails, is slow, or loses its response: everything acknowledged must be stored exactly
 * once.
 */
export async function faultFigures(bench: Bench): Promise<Figure[]> {
  const seen: Parameters<Told>[0][] = []
  const told: Told = (answer) => seen.push(answer)
  // Each payment is of another fee, and there are more fees than can be paid in that time.
  const club = await saturdayClub(bench, { name: 'Faults', teams, families, fees: Math.ceil(seconds / 30), told })
  await settled(bench.cloud, 300)
  const mailsBefore = (await bench.cloud.mail.messages()).length
  seen.length = 0
  bench.cloud.setFaults({ seed, ...shares, services: [...struckServices] })
  const done = await aWhile(club)
  const struck = Object.values(bench.cloud.faultCounts()).reduce((sum, count) => sum + count, 0)
  const called = bench.cloud.faultAsked()
  bench.cloud.setFaults(undefined)
  const recovered = await untilIdle(bench.cloud, recovery, inDoubt(bench.cloud))
  if (recovered === undefined) console.log('Still waiting:', Object.fromEntries(await waitingIn(bench.cloud)))
  // Late results are still counted.
  if (recovered === undefined) await untilIdle(bench.cloud, 400, inDoubt(bench.cloud))
  const mails = (await bench.cloud.mail.messages()).slice(0, -mailsBefore || undefined)
  const kept = reconcile(await wholeTable(bench.cloud), done, { mails, charges: await allCharges(bench.cloud) })
  for (const line of [...kept.lost, ...kept.doubled, ...kept.unsettled, ...kept.uneven]) console.log(line)
  const left = await waitingIn(bench.cloud)
  if (putAside(left) > 0) console.log('Waiting or put aside:', Object.fromEntries(left))
  const failed = ({ status }: (typeof seen)[number]) => status === 0 || status >= 500
  const share = (all: typeof seen) => (100 * all.filter(failed).length) / Math.max(1, all.length)
  const name = `${seconds} s with one call in ten at fault:`
  return [
    { what: `${name} faults`, value: struck, unit: 'calls', atLeast: 5 * seconds },
    { what: `${name} faults of all calls`, value: (100 * struck) / called, unit: '%', atLeast: 10 },
    { what: `${name} acknowledged`, value: done.length, unit: 'writes', atLeast: seconds },
    ...Object.entries(aMinute).map(([kind, least]) => ({
      what: `${name} acknowledged, of these ${kind}s`,
      value: done.filter(({ what }) => what === kind).length,
      unit: 'writes',
      atLeast: Math.floor((least * seconds) / 60),
    })),
    { what: `${name} acknowledged and lost`, value: kept.lost.length, unit: 'writes', atMost: 0 },
    { what: `${name} effects that are there twice`, value: kept.doubled.length, unit: 'effects', atMost: 0 },
    {
      what: `${name} 5xx of all first tries`,
      value: share(seen.filter(({ attempt }) => attempt === 1)),
      unit: '%',
      atMost: 0.5,
    },
    { what: `${name} 5xx of all tries`, value: share(seen), unit: '%' },
    { what: `${name} 5xx in the end`, value: share(seen.filter(({ isLast }) => isLast)), unit: '%', atMost: 0.5 },
    { what: `${name} all is done after`, value: recovered ?? Number.POSITIVE_INFINITY, unit: 's', atMost: recovery },
    { what: `${name} not settled by then`, value: kept.unsettled.length, unit: 'items', atMost: 0 },
    { what: `${name} payments that are not as at Stripe`, value: kept.uneven.length, unit: 'payments', atMost: 0 },
    // Only mails with an unknown outcome are put aside for people; nothing else may be.
    { what: `${name} messages put aside`, value: putAside(left), unit: 'messages', atMost: kept.unknownMails },
    { what: `${name} mails of which nobody knows whether they went`, value: kept.unknownMails, unit: 'mails' },
  ]
}

/** Performs acts in the proportions of a Saturday; those of one family sequentially. */
async function aWhile(club: readonly SaturdayTeam[]): Promise<Acknowledged[]> {
  const random = drawing(seed)
  const draw = (): ActName => {
    let at = random() * actNames.reduce((sum, name) => sum + saturdayOfTeam[name], 0)
    return actNames.find((name) => (at -= saturdayOfTeam[name]) < 0) ?? 'visit'
  }
  const done: Acknowledged[] = []
  const until = performance.now() + seconds * 1000
  let i = 0
  await inTurns(lanes, lanes, async (lane) => {
    for (; performance.now() < until; i++) {
      const team = club[i % club.length]
      if (!team) return
      // Each lane has its own families, and takes them one after the other.
      const family = lane + lanes * (i % (families / lanes))
      const acknowledged = await act(draw(), team, family)
      if (acknowledged) done.push(acknowledged)
    }
  })
  return done
}
