import { drawing } from '../local/drawing.ts'
import { struckServices } from '../local/types.ts'
import type { Bench } from './cloud.ts'
import { inTurns } from './registering.ts'
import type { Figure } from './report.ts'
import { act, type ActName, actNames, type Acknowledged } from './saturday/acts.ts'
import type { Told } from './saturday/asking.ts'
import { saturdayClub, type SaturdayTeam } from './saturday/club.ts'
import { keptOf, mailsInDoubt } from './saturday/kept.ts'
import { untilIdle, waitingIn } from './saturday/idle.ts'
import { wholeTable } from './saturday/looked.ts'
import { saturdayOfTeam } from './saturday/model.ts'

/** `npm run bench -- faults 600`: for so many seconds; a minute unless said. */
const seconds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 60)
const seed = 20_261_125
/** One call in ten of whatever functions call. */
const shares = { throttle: 0.02, conflict: 0.01, fail: 0.02, reset: 0.015, lostReply: 0.02, slow: 0.015 }
const [teams, families, lanes] = [2, 8, 4]
/** The longest that it may take until all is as it would be without. */
const recovery = 60

/** A Saturday in which one call in ten fails, is slow, or loses its reply: what was acknowledged is there, and once. */
export async function faultFigures(bench: Bench): Promise<Figure[]> {
  const seen: Parameters<Told>[0][] = []
  const told: Told = (answer) => seen.push(answer)
  const club = await saturdayClub(bench, { name: 'Faults', teams, families, told })
  if ((await untilIdle(bench.cloud, 300)) === undefined) throw new Error('The club is not there in time.')
  const mailsBefore = (await bench.cloud.mail.messages()).length
  seen.length = 0
  bench.cloud.setFaults({ seed, ...shares, services: [...struckServices] })
  const done = await aWhile(club)
  const struck = Object.values(bench.cloud.faultCounts()).reduce((sum, count) => sum + count, 0)
  bench.cloud.setFaults(undefined)
  const recovered = await untilIdle(bench.cloud, recovery, async () => mailsInDoubt(await wholeTable(bench.cloud)))
  const left = await waitingIn(bench.cloud)
  if (recovered === undefined) console.log('Still waiting:', Object.fromEntries(left))
  // What comes later than it should is counted all the same.
  if (recovered === undefined) await untilIdle(bench.cloud, 400)
  const mails = (await bench.cloud.mail.messages()).slice(0, -mailsBefore || undefined)
  const kept = keptOf(await wholeTable(bench.cloud), done, mails)
  for (const line of [...kept.lost, ...kept.doubled, ...kept.unsettled]) console.log(line)
  const failed = ({ status }: (typeof seen)[number]) => status === 0 || status >= 500
  const share = (all: typeof seen) => (100 * all.filter(failed).length) / Math.max(1, all.length)
  const name = `${seconds} s with one call in ten at fault:`
  return [
    { what: `${name} faults`, value: struck, unit: 'calls', atLeast: seconds },
    { what: `${name} acknowledged`, value: done.length, unit: 'writes', atLeast: seconds / 4 },
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
    { what: `${name} mails of which nobody knows whether they went`, value: kept.unknownMails, unit: 'mails' },
  ]
}

/** Acts as they come on a Saturday; those of one family one after the other. */
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
      // Of its own families each lane takes one after the other.
      const family = lane + lanes * (i % (families / lanes))
      const acknowledged = await act(draw(), team, family)
      if (acknowledged) done.push(acknowledged)
    }
  })
  return done
}
