import { gzipSync } from 'node:zlib'
import { subscribeToTimings } from '../../local/timings.ts'
import type { Bench } from '../cloud.ts'
import { mapConcurrently } from '../registering.ts'
import { act, type ActName, actNames } from './acts.ts'
import type { OnResponse } from './requester.ts'
import { saturdayClub, type SaturdayTeam } from './club.ts'
import { type Metered, nothing } from './dollars.ts'
import { model, saturdayOfTeam } from './model.ts'
import { type ByKey, type Rounds, sumOf } from './scaled.ts'
import { waitUntilSettled } from './waitUntilSettled.ts'
import { type Spending, trackSpending } from './spending.ts'

type Acts<T> = Record<ActName, T>
export type Measured = {
  rounds: Rounds
  /** The cost of one act, with everything that followed, from the first round. */
  ofAct: Acts<Metered>
  /** The durations of that round's requests in their functions, in milliseconds. */
  took: Acts<number[]>
  /** Units at each partition key for all acts of a name in that round. */
  spent: Acts<ByKey>
  /** How often each path was requested in that round, without ids. */
  paths: Map<string, number>
}

/** How many acts run concurrently. */
const sideBySide = 4
/** The most seconds that resulting work may take. */
const maxWaitSeconds = 240

let measured: Promise<Measured> | undefined
/** A Saturday of three teams, measured once for everything that is calculated from it. */
export const saturdayMeasured = (bench: Bench): Promise<Measured> => (measured ??= measure(bench))

async function measure(bench: Bench): Promise<Measured> {
  const heard = { requests: 0, bytesOut: 0, paths: new Map<string, number>() }
  const onResponse: OnResponse = ({ path, status, text, isLast }) => {
    // A busy machine responds late, and the request is retried.
    if (!isLast) return
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
    heard.requests++
    heard.bytesOut += gzipSync(text).length
    const route = routeOf(path)
    heard.paths.set(route, (heard.paths.get(route) ?? 0) + 1)
  }
  const families = model.playersOfTeam
  const [one, two] = await saturdayClub(bench, { name: 'Saturday', teams: 2, families, onResponse })
  const [other] = await saturdayClub(bench, { name: 'Sunday', teams: 1, families, onResponse })
  if (!one || !two || !other) throw new Error('A club has no teams.')
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  heard.paths.clear()
  const spending = await trackSpending(bench.cloud)
  const at = { bench, spending, heard }
  try {
    const { ofAct, took, spent } = await actByAct(at, one)
    const paths = new Map(heard.paths)
    const sameClub = await wholeDay(at, two)
    const otherClub = await wholeDay(at, other)
    return { rounds: { first: together(Object.values(spent)), sameClub, otherClub }, ofAct, took, spent, paths }
  } finally {
    spending.close()
  }
}

type At = { bench: Bench; spending: Spending; heard: { requests: number; bytesOut: number } }

async function actByAct({ bench, spending, heard }: At, team: SaturdayTeam) {
  const [ofAct, took, spent] = [{} as Acts<Metered>, {} as Acts<number[]>, {} as Acts<ByKey>]
  for (const name of actNames) {
    const count = saturdayOfTeam[name]
    const before = { ...heard, mails: (await bench.cloud.mail.messages()).length }
    const at = { calls: 0, ms: 0 }
    const ofRequests: number[] = []
    const end = subscribeToTimings(({ part, name: called, from, to }) => {
      if (part !== 'function') return
      at.calls++
      at.ms += to - from
      if (called.includes('-areas/')) ofRequests.push(to - from)
    })
    await mapConcurrently(count, sideBySide, (i) => act(name, team, i))
    await waitUntilSettled(bench.cloud, maxWaitSeconds)
    end()
    const keys = await spending.drain()
    const { read, write } = sumOf(keys)
    const mails = (await bench.cloud.mail.messages()).length - before.mails
    const all = { requests: heard.requests - before.requests, bytesOut: heard.bytesOut - before.bytesOut, ...at }
    ofAct[name] = each({ ...nothing, ...all, read, write, mails }, count)
    took[name] = ofRequests
    spent[name] = keys
  }
  return { ofAct, took, spent }
}

const each = (all: Metered, count: number): Metered =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value / count])) as Metered

async function wholeDay({ bench, spending }: At, team: SaturdayTeam): Promise<ByKey> {
  const todo = actNames.flatMap((name) => Array.from({ length: saturdayOfTeam[name] }, (_, i) => ({ name, i })))
  await mapConcurrently(todo.length, sideBySide, async (n) => {
    const next = todo[n]
    if (next) await act(next.name, team, next.i)
  })
  await waitUntilSettled(bench.cloud, maxWaitSeconds)
  return spending.drain()
}

function together(all: readonly ByKey[]): ByKey {
  const sum = new Map<string, { read: number; write: number }>()
  for (const [key, { read, write }] of all.flatMap((one) => [...one])) {
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
