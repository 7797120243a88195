import { gzipSync } from 'node:zlib'
import { subscribeToTimings } from '../../local/timings.ts'
import type { Bench } from '../cloud.ts'
import { mapConcurrently } from '../registering.ts'
import { performAct, type ActName, actNames } from './acts.ts'
import type { OnResponse } from './requester.ts'
import { saturdayClub, type SaturdayTeam } from './club.ts'
import { type Usage, noUsage } from './dollars.ts'
import { model, saturdayOfTeam } from './model.ts'
import { type ByKey, type Rounds, sumOf } from './unitsAtPeak.ts'
import { waitUntilSettled } from './waitUntilSettled.ts'
import { type SpendingTracker, trackSpending } from './spending.ts'

type ByAct<T> = Record<ActName, T>
export type MeasuredSaturday = {
  rounds: Rounds
  /** The cost of one act, with everything that followed, from the first round. */
  costByAct: ByAct<Usage>
  /** The durations of that round's requests in their functions, in milliseconds. */
  durationsByAct: ByAct<number[]>
  /** Units at each partition key for all acts of a name in that round. */
  unitsByAct: ByAct<ByKey>
  /** How often each path was requested in that round, without ids. */
  paths: Map<string, number>
}

/** How many acts run concurrently. */
const concurrency = 4
/** The most seconds that resulting work may take. */
const maxWaitSeconds = 240

let measurement: Promise<MeasuredSaturday> | undefined
/** A Saturday of three teams, measured once for everything that is calculated from it. */
export const measureSaturday = (bench: Bench): Promise<MeasuredSaturday> => (measurement ??= measure(bench))

async function measure(bench: Bench): Promise<MeasuredSaturday> {
  const responseTotals = { requests: 0, bytesOut: 0, paths: new Map<string, number>() }
  const onResponse: OnResponse = ({ path, status, text, isLast }) => {
    // A busy machine responds late, and the request is retried.
    if (!isLast) return
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
    responseTotals.requests++
    responseTotals.bytesOut += gzipSync(text).length
    const route = routeOf(path)
    responseTotals.paths.set(route, (responseTotals.paths.get(route) ?? 0) + 1)
  }
  const families = model.playersOfTeam
  const [firstTeam, secondTeam] = await saturdayClub(bench, { name: 'Saturday', teams: 2, families, onResponse })
  const [otherTeam] = await saturdayClub(bench, { name: 'Sunday', teams: 1, families, onResponse })
  if (!firstTeam || !secondTeam || !otherTeam) throw new Error('A club has no teams.')
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  responseTotals.paths.clear()
  const spending = await trackSpending(bench.cloud)
  const context = { bench, spending, responseTotals }
  try {
    const { ofAct: costByAct, took: durationsByAct, spent: unitsByAct } = await measureActs(context, firstTeam)
    const paths = new Map(responseTotals.paths)
    const sameClub = await measureDay(context, secondTeam)
    const otherClub = await measureDay(context, otherTeam)
    return {
      rounds: { first: sumByKey(Object.values(unitsByAct)), sameClub, otherClub },
      costByAct,
      durationsByAct,
      unitsByAct,
      paths,
    }
  } finally {
    spending.close()
  }
}

type MeasureContext = {
  bench: Bench
  spending: SpendingTracker
  responseTotals: { requests: number; bytesOut: number }
}

async function measureActs({ bench, spending, responseTotals }: MeasureContext, team: SaturdayTeam) {
  const [costByAct, durationsByAct, unitsByAct] = [{} as ByAct<Usage>, {} as ByAct<number[]>, {} as ByAct<ByKey>]
  for (const name of actNames) {
    const count = saturdayOfTeam[name]
    const before = { ...responseTotals, mails: (await bench.cloud.mail.messages()).length }
    const functionTotals = { calls: 0, ms: 0 }
    const requestDurations: number[] = []
    const stopTimings = subscribeToTimings(({ part, name: functionName, from, to }) => {
      if (part !== 'function') return
      functionTotals.calls++
      functionTotals.ms += to - from
      if (functionName.includes('-areas/')) requestDurations.push(to - from)
    })
    await mapConcurrently(count, concurrency, (i) => performAct(name, team, i))
    await waitUntilSettled(bench.cloud, maxWaitSeconds)
    stopTimings()
    const keys = await spending.drain()
    const { read, write } = sumOf(keys)
    const mails = (await bench.cloud.mail.messages()).length - before.mails
    const all = {
      requests: responseTotals.requests - before.requests,
      bytesOut: responseTotals.bytesOut - before.bytesOut,
      ...functionTotals,
    }
    costByAct[name] = perAct({ ...noUsage, ...all, read, write, mails }, count)
    durationsByAct[name] = requestDurations
    unitsByAct[name] = keys
  }
  return { ofAct: costByAct, took: durationsByAct, spent: unitsByAct }
}

const perAct = (all: Usage, count: number): Usage =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value / count])) as Usage

async function measureDay({ bench, spending }: MeasureContext, team: SaturdayTeam): Promise<ByKey> {
  const todo = actNames.flatMap((name) => Array.from({ length: saturdayOfTeam[name] }, (_, i) => ({ name, i })))
  await mapConcurrently(todo.length, concurrency, async (n) => {
    const next = todo[n]
    if (next) await performAct(next.name, team, next.i)
  })
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  return spending.drain()
}

function sumByKey(all: readonly ByKey[]): ByKey {
  const sum = new Map<string, { read: number; write: number }>()
  for (const [key, { read, write }] of all.flatMap((unitsByKey) => [...unitsByKey])) {
    const before = sum.get(key) ?? { read: 0, write: 0 }
    sum.set(key, { read: before.read + read, write: before.write + write })
  }
  return sum
}

/** A path without ids and query. */
const routeOf = (path: string): string =>
  (path.split('?')[0] ?? '')
    .split('/')
    .map((step) => (/^(o[\da-z]{11}|[\w-]{20,})/.test(step) ? '…' : step))
    .join('/')
