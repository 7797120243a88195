import { seededRandom } from '../local/seededRandom.ts'
import { faultableServices } from '../local/types.ts'
import { requestedSize } from './arguments.ts'
import type { Bench } from './cloud.ts'
import { mapConcurrently } from './registering.ts'
import type { Figure } from './report.ts'
import { performAct, type ActName, actNames, type Acknowledged } from './saturday/acts.ts'
import type { OnResponse } from './saturday/requester.ts'
import { saturdayClub, type SaturdayTeam } from './saturday/club.ts'
import { reconcile } from './saturday/reconcile.ts'
import { countSetAside, waitUntilIdle, countWaitingMessages } from './saturday/idle.ts'
import { allCharges, wholeTable } from './saturday/wholeTable.ts'
import { saturdayOfTeam } from './saturday/model.ts'
import { countMailsInDoubt, waitUntilSettled } from './saturday/waitUntilSettled.ts'

/** Ten minutes by default; a number sets other seconds: `npm run bench -- faults 60`. */
const seconds = requestedSize(600)
const seed = 20_261_125
/** One in ten of all calls of functions, not counting conflicts, which only writes can have. */
const shares = { throttle: 0.024, fail: 0.022, reset: 0.017, lostReply: 0.022, slow: 0.018, conflict: 0.01 }
/** The least number of acknowledgements of each kind per minute: a run without payments proves nothing about payments. */
const leastPerMinute = { answer: 20, message: 10, payment: 2, registration: 2, email: 2 }
const [teams, families, lanes] = [2, 8, 4]
/** The most seconds until everything is as it would be without faults. */
const recovery = 60

/**
 * A Saturday on which one call in ten fails, is slow, or loses its reply: everything acknowledged must be there exactly
 * once.
 */
export async function faultFigures(bench: Bench): Promise<Figure[]> {
  const responses: Parameters<OnResponse>[0][] = []
  const onResponse: OnResponse = (answer) => responses.push(answer)
  // Each payment is for a different fee, and there are more fees than can be paid in that time.
  const club = await saturdayClub(bench, { name: 'Faults', teams, families, fees: Math.ceil(seconds / 30), onResponse })
  await waitUntilSettled(bench.cloud, 300)
  const mailsBefore = (await bench.cloud.mail.messages()).length
  responses.length = 0
  bench.cloud.setFaults({ seed, ...shares, services: [...faultableServices] })
  const acknowledged = await runActs(club)
  const faultCount = Object.values(bench.cloud.faultCounts()).reduce((sum, count) => sum + count, 0)
  const requestCount = bench.cloud.faultAsked()
  bench.cloud.setFaults(undefined)
  const recovered = await waitUntilIdle(bench.cloud, recovery, countMailsInDoubt(bench.cloud))
  if (recovered === undefined)
    console.log('Still waiting:', Object.fromEntries(await countWaitingMessages(bench.cloud)))
  // Late work is still counted.
  if (recovered === undefined) await waitUntilIdle(bench.cloud, 400, countMailsInDoubt(bench.cloud))
  const mails = (await bench.cloud.mail.messages()).slice(0, -mailsBefore || undefined)
  const reconciled = reconcile(await wholeTable(bench.cloud), acknowledged, {
    mails,
    charges: await allCharges(bench.cloud),
  })
  for (const line of [...reconciled.lost, ...reconciled.doubled, ...reconciled.unsettled, ...reconciled.uneven])
    console.log(line)
  const waitingJobs = await countWaitingMessages(bench.cloud)
  if (countSetAside(waitingJobs) > 0) console.log('Waiting or put aside:', Object.fromEntries(waitingJobs))
  const isFailure = ({ status }: (typeof responses)[number]) => status === 0 || status >= 500
  const share = (all: typeof responses) => (100 * all.filter(isFailure).length) / Math.max(1, all.length)
  const name = `${seconds} s with one call in ten at fault:`
  return [
    { what: `${name} faults`, value: faultCount, unit: 'calls', atLeast: 5 * seconds },
    { what: `${name} faults of all calls`, value: (100 * faultCount) / requestCount, unit: '%', atLeast: 10 },
    { what: `${name} acknowledged`, value: acknowledged.length, unit: 'writes', atLeast: seconds },
    ...Object.entries(leastPerMinute).map(([kind, least]) => ({
      what: `${name} acknowledged, of these ${kind}s`,
      value: acknowledged.filter(({ what }) => what === kind).length,
      unit: 'writes',
      atLeast: Math.floor((least * seconds) / 60),
    })),
    { what: `${name} acknowledged and lost`, value: reconciled.lost.length, unit: 'writes', atMost: 0 },
    { what: `${name} effects that are there twice`, value: reconciled.doubled.length, unit: 'effects', atMost: 0 },
    {
      what: `${name} 5xx of all first tries`,
      value: share(responses.filter(({ attempt }) => attempt === 1)),
      unit: '%',
      atMost: 0.5,
    },
    { what: `${name} 5xx of all tries`, value: share(responses), unit: '%' },
    { what: `${name} 5xx in the end`, value: share(responses.filter(({ isLast }) => isLast)), unit: '%', atMost: 0.5 },
    { what: `${name} all is done after`, value: recovered ?? Number.POSITIVE_INFINITY, unit: 's', atMost: recovery },
    { what: `${name} not settled by then`, value: reconciled.unsettled.length, unit: 'items', atMost: 0 },
    {
      what: `${name} payments that are not as at Stripe`,
      value: reconciled.uneven.length,
      unit: 'payments',
      atMost: 0,
    },
    // Only mails with an unknown outcome may be put aside for people.
    {
      what: `${name} messages put aside`,
      value: countSetAside(waitingJobs),
      unit: 'messages',
      atMost: reconciled.unknownMails,
    },
    { what: `${name} mails of which nobody knows whether they went`, value: reconciled.unknownMails, unit: 'mails' },
  ]
}

/** Performs acts with the frequencies of a Saturday; those of one family in sequence. */
async function runActs(club: readonly SaturdayTeam[]): Promise<Acknowledged[]> {
  const random = seededRandom(seed)
  const draw = (): ActName => {
    let at = random() * actNames.reduce((sum, name) => sum + saturdayOfTeam[name], 0)
    return actNames.find((name) => (at -= saturdayOfTeam[name]) < 0) ?? 'visit'
  }
  const acknowledged: Acknowledged[] = []
  const endsAt = performance.now() + seconds * 1000
  let i = 0
  await mapConcurrently(lanes, lanes, async (lane) => {
    for (; performance.now() < endsAt; i++) {
      const team = club[i % club.length]
      if (!team) return
      // Each lane has its own families, taken in turn.
      const family = lane + lanes * (i % (families / lanes))
      const result = await performAct(draw(), team, family)
      if (result) acknowledged.push(result)
    }
  })
  return acknowledged
}
