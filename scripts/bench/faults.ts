import { seededRandom } from '../local/seededRandom.ts'
import { faultableServices } from '../local/types.ts'
import type { Bench } from './cloud.ts'
import { mapConcurrently } from './registering.ts'
import type { Figure } from './report.ts'
import { act, type ActName, actNames, type Acknowledged } from './saturday/acts.ts'
import type { OnResponse } from './saturday/requester.ts'
import { saturdayClub, type SaturdayTeam } from './saturday/club.ts'
import { reconcile } from './saturday/reconcile.ts'
import { putAside, untilIdle, waitingIn } from './saturday/idle.ts'
import { allCharges, wholeTable } from './saturday/wholeTable.ts'
import { saturdayOfTeam } from './saturday/model.ts'
import { countMailsInDoubt, waitUntilSettled } from './saturday/waitUntilSettled.ts'

/** Ten minutes by default; a number sets other seconds: `npm run bench -- faults 60`. */
const seconds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 600)
const seed = 20_261_125
/** One in ten of all calls of functions, not counting conflicts, which only writes can have. */
const shares = { throttle: 0.024, fail: 0.022, reset: 0.017, lostReply: 0.022, slow: 0.018, conflict: 0.01 }
/** The least number of acknowledgements of each kind per minute: a run without payments proves nothing about payments. */
const aMinute = { answer: 20, message: 10, payment: 2, registration: 2, email: 2 }
const [teams, families, lanes] = [2, 8, 4]
/** The most seconds until everything is as it would be without faults. */
const recovery = 60

/**
 * A Saturday on which one call in ten fails, is slow, or loses its reply: everything acknowledged must be there exactly
 * once.
 */
export async function faultFigures(bench: Bench): Promise<Figure[]> {
  const seen: Parameters<OnResponse>[0][] = []
  const onResponse: OnResponse = (answer) => seen.push(answer)
  // Each payment is for a different fee, and there are more fees than can be paid in that time.
  const club = await saturdayClub(bench, { name: 'Faults', teams, families, fees: Math.ceil(seconds / 30), onResponse })
  await waitUntilSettled(bench.cloud, 300)
  const mailsBefore = (await bench.cloud.mail.messages()).length
  seen.length = 0
  bench.cloud.setFaults({ seed, ...shares, services: [...faultableServices] })
  const done = await aWhile(club)
  const struck = Object.values(bench.cloud.faultCounts()).reduce((sum, count) => sum + count, 0)
  const called = bench.cloud.faultAsked()
  bench.cloud.setFaults(undefined)
  const recovered = await untilIdle(bench.cloud, recovery, countMailsInDoubt(bench.cloud))
  if (recovered === undefined) console.log('Still waiting:', Object.fromEntries(await waitingIn(bench.cloud)))
  // Late work is still counted.
  if (recovered === undefined) await untilIdle(bench.cloud, 400, countMailsInDoubt(bench.cloud))
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
    // Only mails with an unknown outcome may be put aside for people.
    { what: `${name} messages put aside`, value: putAside(left), unit: 'messages', atMost: kept.unknownMails },
    { what: `${name} mails of which nobody knows whether they went`, value: kept.unknownMails, unit: 'mails' },
  ]
}

/** Performs acts with the frequencies of a Saturday; those of one family in sequence. */
async function aWhile(club: readonly SaturdayTeam[]): Promise<Acknowledged[]> {
  const random = seededRandom(seed)
  const draw = (): ActName => {
    let at = random() * actNames.reduce((sum, name) => sum + saturdayOfTeam[name], 0)
    return actNames.find((name) => (at -= saturdayOfTeam[name]) < 0) ?? 'visit'
  }
  const done: Acknowledged[] = []
  const until = performance.now() + seconds * 1000
  let i = 0
  await mapConcurrently(lanes, lanes, async (lane) => {
    for (; performance.now() < until; i++) {
      const team = club[i % club.length]
      if (!team) return
      // Each lane has its own families, taken in turn.
      const family = lane + lanes * (i % (families / lanes))
      const acknowledged = await act(draw(), team, family)
      if (acknowledged) done.push(acknowledged)
    }
  })
  return done
}
