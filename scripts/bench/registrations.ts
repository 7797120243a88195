import type { Bench } from './cloud.ts'
import { launchFigures } from './launch.ts'
import { mapParts, measureParts, partNames, type Parts, sumOf, trackCpuTime, waitForIdleWorkers } from './parts.ts'
import { createFamily, createRegistration, type Family, mapConcurrently, register } from './registering.ts'
import { type Figure, percentiles } from './report.ts'

/**
 * How often a whole registration is timed sequentially, how many warm-up runs precede that, how many registrations are
 * timed concurrently, and how many at once.
 */
const [times, warmUp, many, atOnce] = [30, 10, 40, 8]

/** The cost and duration of a registration, alone and at a launch; the reads of its builder and its list. */
export async function registrationFigures(bench: Bench): Promise<Figure[]> {
  const season = await createRegistration('season', { places: null, waitingList: false, depositInCents: null })
  return [
    ...(await builderFigures(bench, season)),
    ...(await wholeFigures(bench, season)),
    ...(await trackFigures(bench, season)),
    ...(await launchFigures(bench)),
  ]
}

const asked = [
  'POST /rest-api/register/{registrationId}/details',
  'POST /rest-api/register/{registrationId}/promo-code',
  'POST /rest-api/register/{registrationId}/finalize',
  'POST /rest-api/register/{registrationId}/payment-intent',
  'GET /rest-api/pay/{payId}',
  'POST /rest-api/pay/{payId}/start',
  'POST /rest-api/pay/{payId}/back',
]

/** What Vendure 3.6.3 handles of the same work per second on two cores, with PostgreSQL and everything else it does. */
const vendure = 4.2

async function wholeFigures(bench: Bench, registrationId: string): Promise<Figure[]> {
  const families = await mapConcurrently(warmUp + times + many, atOnce, (i) => createFamily(bench, `whole${i}`))
  const one = async (i: number) => register(families[i] as Family, registrationId, i)
  const ms: number[] = []
  const split: Parts[][] = []
  for (let i = 0; i < warmUp; i++) await one(i)
  for (let i = warmUp; i < warmUp + times; i++) {
    await waitForIdleWorkers()
    await driveStripe(bench, 'delivery', { delivery: 'held' })
    const [timed, parts] = inEachPart(families[i] as Family)
    ms.push(await register(timed, registrationId, i))
    split.push(parts)
    await driveStripe(bench, 'delivery', { delivery: 'once' })
    await driveStripe(bench, 'release')
  }
  const costs = []
  for (const route of asked) costs.push({ route, ...(await bench.lastCost(route)) })
  await waitForIdleWorkers()
  const [computed, heard] = trackCpuTime()
  const began = performance.now()
  await mapConcurrently(many, atOnce, (i) => one(warmUp + times + i))
  const took = performance.now() - began
  await waitForIdleWorkers()
  heard()
  const { p50, p95 } = percentiles(ms)
  const trips = costs.reduce((sum, cost) => sum + cost.trips, 0)
  console.table(
    costs.map((cost, request) => ({ ...cost, ...rounded(middleOf(split.map((parts) => [parts[request]]))) })),
  )
  const middle = middleOf(split)
  const each = split.map(sumOf)
  const onTwoCores = (milliseconds: number) => (2 * 1000 * many) / milliseconds
  return [
    {
      what: `registration: our own time in its ${asked.length} requests, without what stands in for AWS and Stripe, p50`,
      value: percentiles(each.map(({ handler }) => handler)).p50,
      unit: 'ms',
      atMost: 100,
    },
    {
      what: 'registration: the same with DynamoDB Local, p50',
      value: percentiles(each.map(({ handler, gate, table }) => handler + gate + table)).p50,
      unit: 'ms',
    },
    ...(Object.keys(partNames) as (keyof typeof partNames)[]).map((part) => ({
      what: `registration: of it, or beside it: ${partNames[part]}, p50`,
      value: middle[part],
      unit: 'ms',
    })),
    {
      what: 'registration: for how long our functions compute in its requests, p50',
      value: middle.computed,
      unit: 'ms',
    },
    { what: 'registration: as its family waits for it, p50', value: p50, unit: 'ms' },
    { what: 'registration: the same, p95', value: p95, unit: 'ms' },
    { what: 'registration: whole, round trips of our own', value: trips, unit: 'trips' },
    {
      what: 'registration: so many could two cores compute, if they did our requests alone',
      // From the CPU time of each alone: next to AWS's stand-ins on the same cores, the same work takes more.
      value: 2000 / middle.computed,
      unit: 'a second',
      atLeast: 20,
    },
    {
      what: 'registration: with what our workers do of each, computed beside what stands in for AWS',
      value: onTwoCores(computed.requests + computed.workers),
      unit: 'a second',
    },
    {
      // No gate: two thirds of it is DynamoDB Local, where Vendure has a database built for speed.
      what: `registration: whole, ${atOnce} families at once, with all that stands in for AWS on the same two cores (Vendure: ${vendure})`,
      value: many / (took / 1000),
      unit: 'a second',
    },
  ]
}

/**
 * On AWS, Stripe's webhooks are handled on other machines: here they are held until the family's wait is over, so that
 * they do not compete for the same cores.
 */
async function driveStripe({ cloud: { origin } }: Bench, what: 'delivery' | 'release', body = {}): Promise<void> {
  const asked = await fetch(`${origin}/_local/stripe/_drive/${what}`, { method: 'POST', body: JSON.stringify(body) })
  if (!asked.ok) throw new Error(`Stripe's stand-in answered ${asked.status}.`)
}

/** Wraps a family to record the parts of each request's time. */
function inEachPart({ ask }: Family): [Family, Parts[]] {
  const parts: Parts[] = []
  return [
    {
      async ask(...request) {
        const answers: Awaited<ReturnType<Family['ask']>>[] = []
        parts.push(await measureParts(async () => answers.push(await ask(...request))))
        const [answer] = answers
        if (!answer) throw new Error('There is no answer.')
        return answer
      },
    },
    parts,
  ]
}

/** The median of each part over all registrations. */
function middleOf(split: readonly (readonly (Parts | undefined)[])[]): Parts {
  const sums = split.map((parts) => sumOf(parts.filter((each) => each !== undefined)))
  return mapParts((name) => percentiles(sums.map((sum) => sum[name])).p50)
}
const rounded = (parts: Parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, ms]) => [name, Math.round(ms * 10) / 10]))

async function builderFigures(bench: Bench, registrationId: string): Promise<Figure[]> {
  type Details = { revision: number }
  const { text } = await bench.get(`/rest-api/registration/step-details/${registrationId}`, 'admin')
  const opened = await bench.lastCost('GET /rest-api/registration/step-details/{registrationId}')
  const { revision } = JSON.parse(text) as Details
  const sent = { revision, description: 'Two practices a week.' }
  const headers = { authorization: `Bearer ${await bench.tokenFor('admin')}`, 'content-type': 'application/json' }
  const saved = await fetch(`${bench.cloud.origin}/rest-api/registration/setup/${registrationId}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify(sent),
  })
  if (saved.status !== 200) throw new Error(`Saving answered ${saved.status}.`)
  const saving = await bench.lastCost('PATCH /rest-api/registration/setup/{registrationId}')
  const versions = (JSON.parse(await saved.text()) as Details).revision - revision
  return [
    {
      what: 'registration builder: its first page, with the access read',
      value: opened.readUnits,
      unit: 'read units',
      atMost: 3,
    },
    { what: 'registration builder: saved by itself', value: versions, unit: 'writes', atMost: 1 },
    {
      what: 'registration builder: saved by itself, with its places in lists',
      value: saving.writeUnits,
      unit: 'write units',
    },
  ]
}

async function trackFigures(bench: Bench, registrationId: string): Promise<Figure[]> {
  const { runMetered } = await import('#functions/table/meter.ts')
  const { page } = await import('#functions/table/table.ts')
  const { registrationEntries } = await import('#functions/table/registrationEntries.ts')
  await bench.get(`/rest-api/registration/track/${registrationId}`, 'admin')
  const listed = await bench.lastCost('GET /rest-api/registration/track/{registrationId}')
  const alone = await runMetered(async (meter) => {
    await page({ ...registrationEntries.of({ registrationId }), limit: 11 })
    return meter
  })
  return [
    { what: 'registered players, a page of 10', value: alone.readUnits, unit: 'read units', atMost: 2 },
    { what: 'the same with the club, the options and the access read', value: listed.readUnits, unit: 'read units' },
  ]
}
