import { stages } from '#infra/stages.ts'
import type { Bench } from './cloud.ts'
import { mapConcurrently } from './registering.ts'
import { type Figure, percentiles } from './report.ts'
import { limits, linkRoutes } from './saturday.ts'
import { performAct, actNames } from './saturday/acts.ts'
import type { OnResponse } from './saturday/requester.ts'
import { type Kind, simulateOtherClubs } from './saturday/otherClubs.ts'
import { saturdayClub, type SaturdayTeam } from './saturday/club.ts'
import { wholeTable } from './saturday/wholeTable.ts'
import { type MeasuredSaturday, measureSaturday } from './saturday/measureSaturday.ts'
import { model, saturdayOfTeam } from './saturday/model.ts'
import { quotas } from './saturday/quotas.ts'
import { peakOfDay, scopeOf, teamsSharing } from './saturday/unitsAtPeak.ts'
import { waitUntilSettled } from './saturday/waitUntilSettled.ts'
import type { Item } from './saturday/units.ts'

const families = 10
/** How many emails the noisy club sends at once, each to `families` families. */
const emails = 40
/** A worker handles five batches of ten messages: that many may be in progress, and as many received meanwhile. */
const maxBefore = 100
/** How many requests the other club makes, and how many times as many the noisy one makes meanwhile. */
const [requestsPerRound, loudLanes] = [40, 20]
/** The most seconds that resulting work may take. */
const maxWaitSeconds = 400
/** For how many seconds the calculated peak of a Saturday lasts. */
const seconds = 60

/** The effect on other clubs of one club with far more activity. */
export async function noisyFigures(bench: Bench): Promise<Figure[]> {
  const onResponse: OnResponse = ({ path, status, text, isLast }) => {
    if (isLast && status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
  }
  const [loudTeam] = await saturdayClub(bench, { name: 'Loud', teams: 1, families, onResponse })
  const [quietTeam] = await saturdayClub(bench, { name: 'Quiet', teams: 1, families, onResponse })
  if (!loudTeam || !quietTeam) throw new Error('A club has no team.')
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  const measured = await measureSaturday(bench)
  return [
    ...(await behindBacklog(bench, loudTeam, quietTeam)),
    ...(await besideLoudRequests(loudTeam, quietTeam)),
    ...sharedResourceFigures(measured),
    sharedKeyFigure(measured),
  ]
}

/** How many messages of the noisy club are started between another club's mail being requested and being started. */
async function behindBacklog(bench: Bench, loudTeam: SaturdayTeam, quietTeam: SaturdayTeam): Promise<Figure[]> {
  await mapConcurrently(emails, 8, (i) => performAct('email', loudTeam, i))
  const acknowledged = await performAct('email', quietTeam, 0)
  if (acknowledged?.what !== 'email') throw new Error('The quiet club’s email was not taken.')
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  const mails = (await wholeTable(bench.cloud)).filter(({ kind, letter }) => kind === 'Outbox' && letter === 'email')
  const emailIn = ({ about }: Item) => (about as { emailId: string }).emailId
  const isMailOf = (team: SaturdayTeam) => (mail: Item) => emailIn(mail).startsWith(team.teamId)
  const [loudMails, quietMails] = [
    mails.filter(isMailOf(loudTeam)),
    mails.filter((mail) => emailIn(mail) === acknowledged.emailId),
  ]
  // A mail's last write contains when its message first reached the sender.
  const begunAt = ({ at }: Item) => String(at)
  const wantedAtOf = ({ wantedAt }: Item) => String(wantedAt)
  const waitingLoudMails = (at: string) =>
    loudMails.filter((mail) => wantedAtOf(mail) <= at && begunAt(mail) > at).length
  const sentBefore = (mail: Item) =>
    loudMails.filter((each) => begunAt(each) > wantedAtOf(mail) && begunAt(each) < begunAt(mail)).length
  return [
    {
      what: 'a noisy club: its mails',
      value: loudMails.length,
      unit: 'mails',
      atLeast: emails * families,
      atMost: emails * families,
    },
    {
      what: 'a noisy club: mails of another club',
      value: quietMails.length,
      unit: 'mails',
      atLeast: families,
      atMost: families,
    },
    {
      what: 'a noisy club: its mails that wait when the other’s come',
      value: Math.max(0, ...quietMails.map((mail) => waitingLoudMails(wantedAtOf(mail)))),
      unit: 'mails',
    },
    {
      what: 'a noisy club: its mails that go before the other’s',
      value: Math.max(0, ...quietMails.map(sentBefore)),
      unit: 'mails',
      atMost: maxBefore,
    },
  ]
}

/**
 * The other club’s requests alone, and while the noisy one makes its own. Here they share two cores, which no two
 * functions on AWS do.
 */
async function besideLoudRequests(loudTeam: SaturdayTeam, quietTeam: SaturdayTeam): Promise<Figure[]> {
  const timed = async () => {
    const ms: number[] = []
    for (let i = 0; i < requestsPerRound; i++) {
      const startedAt = performance.now()
      await performAct('visit', quietTeam, i)
      ms.push(performance.now() - startedAt)
    }
    return percentiles(ms).p95
  }
  const timesAlone = await timed()
  const noise = { isOver: false }
  const loudRequests = mapConcurrently(loudLanes, loudLanes, async (lane) => {
    for (let i = lane; !noise.isOver; i++) await performAct('visit', loudTeam, i)
  })
  const timesBeside = await timed()
  noise.isOver = true
  await loudRequests
  return [
    {
      what: 'a noisy club: p95 of another’s visits, of what it is alone, on the cores that both have here only',
      value: timesBeside / timesAlone,
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
function sharedResourceFigures(measured: MeasuredSaturday): Figure[] {
  const { rate, burst } = stages.prod.throttle
  const resources = new Map([
    [gateway, { rate, burst }],
    [links, { rate: rate / 4 / linkRoutes, burst: burst / 4 / linkRoutes }],
  ])
  const kinds = kindsOf(measured, (name, limit) => resources.set(name, { rate: limit, burst: limit }))
  const sharedResources = { resources, concurrency: quotas['Lambda, concurrent executions'].defaultQuota }
  const saturday = {
    kinds,
    shared: sharedResources,
    teams: teamsSharing('everybody', model),
    seconds,
    seed: 20_261_128,
  }
  const [aloneLatency, besideLatency] = [1, loudLanes].map((factor) =>
    simulateOtherClubs(saturday, { teams: model.teamsOfLargestClub, times: factor }),
  )
  if (!aloneLatency || !besideLatency) throw new Error('Nothing was calculated.')
  const name = `a noisy club, the largest at ${loudLanes} times, on a full Saturday:`
  return [
    { what: `${name} requests of all others`, value: besideLatency.ms.length, unit: 'requests', atLeast: 400 },
    {
      what: `${name} p99 of those, of what it is without, by what they wait for of what clubs share at AWS (calculated)`,
      value: percentiles(besideLatency.ms).p99 / percentiles(aloneLatency.ms).p99,
      unit: 'times',
      atMost: 1.3,
    },
    {
      what: `${name} those that wait at all`,
      value: (100 * besideLatency.waited) / besideLatency.ms.length,
      unit: '%',
      atMost: 1,
    },
  ]
}

const [gateway, links] = ['the gateway', 'each route of links in mail']

/** The kinds of requests; calls `meet` with the limit per second of each partition key that everybody shares. */
function kindsOf(
  { rounds, costByAct: ofAct, durationsByAct: took, unitsByAct: spent }: MeasuredSaturday,
  meet: (name: string, limit: number) => void,
): Kind[] {
  return actNames.map((act) => {
    const count = saturdayOfTeam[act] * ofAct[act].requests
    const usage = new Map([[gateway, 1]])
    // One request shows the answer and another gives it, each at its own route.
    if (act === 'answer') usage.set(links, model.answersByLink)
    for (const [key, units] of spent[act]) {
      if (scopeOf(key, rounds) !== 'everybody') continue
      for (const access of ['read', 'write'] as const) {
        meet(`${access} ${key}`, limits[access])
        usage.set(`${access} ${key}`, units[access] / count)
      }
    }
    const all = took[act].reduce((sum, ms) => sum + ms, 0)
    const workerMs = Math.max(0, ofAct[act].ms * saturdayOfTeam[act] - all) / count
    return { perSecond: count * peakOfDay(model), durations: took[act], workerMs, usage }
  })
}

/** The share of units at partition keys that more than one club uses. */
function sharedKeyFigure({ rounds }: MeasuredSaturday): Figure {
  const units = [...rounds.first].map(([key, { read, write }]) => ({ key, units: read + write }))
  const sum = (all: typeof units) => all.reduce((total, each) => total + each.units, 0)
  const sharedUnits = units.filter(({ key }) => scopeOf(key, rounds) === 'everybody')
  return {
    what: 'a noisy club: units at keys where clubs meet, of all',
    value: (100 * sum(sharedUnits)) / sum(units),
    unit: '%',
    atMost: 5,
  }
}
