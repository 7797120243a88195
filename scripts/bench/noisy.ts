import { stages } from '#infra/stages.ts'
import type { Bench } from './cloud.ts'
import { mapConcurrently } from './registering.ts'
import { type Figure, percentiles } from './report.ts'
import { limits, linkRoutes } from './saturday.ts'
import { act, actNames } from './saturday/acts.ts'
import type { OnResponse } from './saturday/requester.ts'
import { type Kind, simulateOtherClubs } from './saturday/otherClubs.ts'
import { saturdayClub, type SaturdayTeam } from './saturday/club.ts'
import { wholeTable } from './saturday/wholeTable.ts'
import { type Measured, saturdayMeasured } from './saturday/measured.ts'
import { model, saturdayOfTeam } from './saturday/model.ts'
import { quotas } from './saturday/quotas.ts'
import { peakOfDay, scopeOf, teamsBehind } from './saturday/scaled.ts'
import { waitUntilSettled } from './saturday/waitUntilSettled.ts'
import type { Item } from './saturday/units.ts'

const families = 10
/** How many emails the noisy club sends at once, each to `families` families. */
const emails = 40
/** A worker handles five batches of ten messages: that many may be in progress, and as many received meanwhile. */
const maxBefore = 100
/** How many requests the other club makes, and how many times as many the noisy one makes meanwhile. */
const [asks, louder] = [40, 20]
/** The most seconds that resulting work may take. */
const maxWaitSeconds = 400
/** For how many seconds the calculated peak of a Saturday lasts. */
const seconds = 60

/** The effect on other clubs of one club with far more activity. */
export async function noisyFigures(bench: Bench): Promise<Figure[]> {
  const onResponse: OnResponse = ({ path, status, text, isLast }) => {
    if (isLast && status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
  }
  const [loud] = await saturdayClub(bench, { name: 'Loud', teams: 1, families, onResponse })
  const [quiet] = await saturdayClub(bench, { name: 'Quiet', teams: 1, families, onResponse })
  if (!loud || !quiet) throw new Error('A club has no team.')
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  const measured = await saturdayMeasured(bench)
  return [
    ...(await behindBacklog(bench, loud, quiet)),
    ...(await whileAsking(loud, quiet)),
    ...whatAllShare(measured),
    atSharedKeys(measured),
  ]
}

/** How many messages of the noisy club are started between another club's mail being requested and being started. */
async function behindBacklog(bench: Bench, loud: SaturdayTeam, quiet: SaturdayTeam): Promise<Figure[]> {
  await mapConcurrently(emails, 8, (i) => act('email', loud, i))
  const sent = await act('email', quiet, 0)
  if (sent?.what !== 'email') throw new Error('The quiet club’s email was not taken.')
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  const mails = (await wholeTable(bench.cloud)).filter(({ kind, letter }) => kind === 'Outbox' && letter === 'email')
  const emailIn = ({ about }: Item) => (about as { emailId: string }).emailId
  const isOf = (team: SaturdayTeam) => (mail: Item) => emailIn(mail).startsWith(team.teamId)
  const [noise, others] = [mails.filter(isOf(loud)), mails.filter((mail) => emailIn(mail) === sent.emailId)]
  // A mail's last write contains when its message first reached the sender.
  const begun = ({ at }: Item) => String(at)
  const wanted = ({ wantedAt }: Item) => String(wantedAt)
  const waiting = (at: string) => noise.filter((mail) => wanted(mail) <= at && begun(mail) > at).length
  const before = (mail: Item) => noise.filter((each) => begun(each) > wanted(mail) && begun(each) < begun(mail)).length
  return [
    {
      what: 'a noisy club: its mails',
      value: noise.length,
      unit: 'mails',
      atLeast: emails * families,
      atMost: emails * families,
    },
    {
      what: 'a noisy club: mails of another club',
      value: others.length,
      unit: 'mails',
      atLeast: families,
      atMost: families,
    },
    {
      what: 'a noisy club: its mails that wait when the other’s come',
      value: Math.max(0, ...others.map((mail) => waiting(wanted(mail)))),
      unit: 'mails',
    },
    {
      what: 'a noisy club: its mails that go before the other’s',
      value: Math.max(0, ...others.map(before)),
      unit: 'mails',
      atMost: maxBefore,
    },
  ]
}

/**
 * The other club’s requests alone, and while the noisy one makes its own. Here they share two cores, which no two
 * functions on AWS do.
 */
async function whileAsking(loud: SaturdayTeam, quiet: SaturdayTeam): Promise<Figure[]> {
  const timed = async () => {
    const ms: number[] = []
    for (let i = 0; i < asks; i++) {
      const began = performance.now()
      await act('visit', quiet, i)
      ms.push(performance.now() - began)
    }
    return percentiles(ms).p95
  }
  const alone = await timed()
  const noise = { isOver: false }
  const asking = mapConcurrently(louder, louder, async (lane) => {
    for (let i = lane; !noise.isOver; i++) await act('visit', loud, i)
  })
  const beside = await timed()
  noise.isOver = true
  await asking
  return [
    {
      what: 'a noisy club: p95 of another’s visits, of what it is alone, on the cores that both have here only',
      value: beside / alone,
      unit: 'times',
    },
  ]
}

/**
 * The latency of all other clubs' requests in the peak second of a Saturday while the largest club makes twenty times
 * as many requests as it should, relative to the latency without that. Calculated from measured durations and units,
 * and from what clubs share on AWS: the gateway's throttle, that of the links in mail, partition keys, and the
 * account's concurrent executions.
 */
function whatAllShare(measured: Measured): Figure[] {
  const { rate, burst } = stages.prod.throttle
  const resources = new Map([
    [gateway, { rate, burst }],
    [links, { rate: rate / 4 / linkRoutes, burst: burst / 4 / linkRoutes }],
  ])
  const kinds = kindsOf(measured, (name, limit) => resources.set(name, { rate: limit, burst: limit }))
  const shared = { resources, concurrency: quotas['Lambda, concurrent executions'].defaultQuota }
  const saturday = { kinds, shared, teams: teamsBehind('everybody', model), seconds, seed: 20_261_128 }
  const [alone, beside] = [1, louder].map((times) =>
    simulateOtherClubs(saturday, { teams: model.teamsOfLargestClub, times }),
  )
  if (!alone || !beside) throw new Error('Nothing was calculated.')
  const name = `a noisy club, the largest at ${louder} times, on a full Saturday:`
  return [
    { what: `${name} requests of all others`, value: beside.ms.length, unit: 'requests', atLeast: 400 },
    {
      what: `${name} p99 of those, of what it is without, by what they wait for of what clubs share at AWS (calculated)`,
      value: percentiles(beside.ms).p99 / percentiles(alone.ms).p99,
      unit: 'times',
      atMost: 1.3,
    },
    { what: `${name} those that wait at all`, value: (100 * beside.waited) / beside.ms.length, unit: '%', atMost: 1 },
  ]
}

const [gateway, links] = ['the gateway', 'each route of links in mail']

/** The kinds of requests; calls `meet` with the limit per second of each partition key that everybody shares. */
function kindsOf({ rounds, ofAct, took, spent }: Measured, meet: (name: string, limit: number) => void): Kind[] {
  return actNames.map((act) => {
    const count = saturdayOfTeam[act] * ofAct[act].requests
    const usage = new Map([[gateway, 1]])
    // One request shows the answer and another gives it, each at its own route.
    if (act === 'answer') usage.set(links, model.answersByLink)
    for (const [key, units] of spent[act]) {
      if (scopeOf(key, rounds) !== 'everybody') continue
      for (const does of ['read', 'write'] as const) {
        meet(`${does} ${key}`, limits[does])
        usage.set(`${does} ${key}`, units[does] / count)
      }
    }
    const all = took[act].reduce((sum, ms) => sum + ms, 0)
    const workerMs = Math.max(0, ofAct[act].ms * saturdayOfTeam[act] - all) / count
    return { perSecond: count * peakOfDay(model), durations: took[act], workerMs, usage }
  })
}

/** The share of units at partition keys that more than one club uses. */
function atSharedKeys({ rounds }: Measured): Figure {
  const units = [...rounds.first].map(([key, { read, write }]) => ({ key, units: read + write }))
  const sum = (all: typeof units) => all.reduce((total, each) => total + each.units, 0)
  const shared = units.filter(({ key }) => scopeOf(key, rounds) === 'everybody')
  return {
    what: 'a noisy club: units at keys where clubs meet, of all',
    value: (100 * sum(shared)) / sum(units),
    unit: '%',
    atMost: 5,
  }
}
