import type { Bench } from './cloud.ts'
import { launchFigures } from './launch.ts'
import { mapParts, measureParts, partNames, type Parts, sumOf, trackCpuTime, waitForIdleWorkers } from './parts.ts'
import { createFamily, createRegistration, type Family, mapConcurrently, register } from './registering.ts'
import { type Figure, percentiles } from './report.ts'

/**
 * How often a whole registration is timed sequentially, how many warm-up runs precede that, how many registrations are
 * timed concurrently, and how many at once.
 */
const [repetitions, warmUp, familyCount, atOnce] = [30, 10, 40, 8]

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

const askedQuestions = [
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
  const families = await mapConcurrently(warmUp + repetitions + familyCount, atOnce, (i) =>
    createFamily(bench, `whole${i}`),
  )
  const registerOne = async (i: number) => register(families[i] as Family, registrationId, i)
  const ms: number[] = []
  const split: Parts[][] = []
  for (let i = 0; i < warmUp; i++) await registerOne(i)
  for (let i = warmUp; i < warmUp + repetitions; i++) {
    await waitForIdleWorkers()
    await driveStripe(bench, 'delivery', { delivery: 'held' })
    const [timed, parts] = measureEachPart(families[i] as Family)
    ms.push(await register(timed, registrationId, i))
    split.push(parts)
    await driveStripe(bench, 'delivery', { delivery: 'once' })
    await driveStripe(bench, 'release')
  }
  const costs = []
  for (const route of askedQuestions) costs.push({ route, ...(await bench.lastCost(route)) })
  await waitForIdleWorkers()
  const [computed, stopCpuTracking] = trackCpuTime()
  const startedAt = performance.now()
  await mapConcurrently(familyCount, atOnce, (i) => registerOne(warmUp + repetitions + i))
  const duration = performance.now() - startedAt
  await waitForIdleWorkers()
  stopCpuTracking()
  const { p50, p95 } = percentiles(ms)
  const roundTrips = costs.reduce((sum, cost) => sum + cost.trips, 0)
  console.table(
    costs.map((cost, request) => ({ ...cost, ...rounded(middleOf(split.map((parts) => [parts[request]]))) })),
  )
  const median = middleOf(split)
  const each = split.map(sumOf)
  const onTwoCores = (milliseconds: number) => (2 * 1000 * familyCount) / milliseconds
  return [
    {
      what: `registration: our own time in its ${askedQuestions.length} requests, without what stands in for AWS and Stripe, p50`,
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
      value: median[part],
      unit: 'ms',
    })),
    {
      what: 'registration: for how long our functions compute in its requests, p50',
      value: median.computed,
      unit: 'ms',
    },
    { what: 'registration: as its family waits for it, p50', value: p50, unit: 'ms' },
    { what: 'registration: the same, p95', value: p95, unit: 'ms' },
    { what: 'registration: whole, round trips of our own', value: roundTrips, unit: 'trips' },
    {
      what: 'registration: so many could two cores compute, if they did our requests alone',
      // From the CPU time of each alone: next to AWS's stand-ins on the same cores, the same work takes more.
      value: 2000 / median.computed,
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
      value: familyCount / (duration / 1000),
      unit: 'a second',
    },
  ]
}

/**
 * On AWS, Stripe's webhooks are handled on other machines: here they are held until the family's wait is over, so that
 * they do not compete for the same cores.
 */
async function driveStripe({ cloud: { origin } }: Bench, action: 'delivery' | 'release', body = {}): Promise<void> {
  const response = await fetch(`${origin}/_local/stripe/_drive/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Stripe's stand-in answered ${response.status}.`)
}

/** Wraps a family to record the parts of each request's time. */
function measureEachPart({ ask }: Family): [Family, Parts[]] {
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
  const openCost = await bench.lastCost('GET /rest-api/registration/step-details/{registrationId}')
  const { revision } = JSON.parse(text) as Details
  const setup = { revision, description: 'Two practices a week.' }
  const headers = { authorization: `Bearer ${await bench.tokenFor('admin')}`, 'content-type': 'application/json' }
  const saveResponse = await fetch(`${bench.cloud.origin}/rest-api/registration/setup/${registrationId}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify(setup),
  })
  if (saveResponse.status !== 200) throw new Error(`Saving answered ${saveResponse.status}.`)
  const saveCost = await bench.lastCost('PATCH /rest-api/registration/setup/{registrationId}')
  const versions = (JSON.parse(await saveResponse.text()) as Details).revision - revision
  return [
    {
      what: 'registration builder: its first page, with the access read',
      value: openCost.readUnits,
      unit: 'read units',
      atMost: 3,
    },
    { what: 'registration builder: saved by itself', value: versions, unit: 'writes', atMost: 1 },
    {
      what: 'registration builder: saved by itself, with its places in lists',
      value: saveCost.writeUnits,
      unit: 'write units',
    },
  ]
}

async function trackFigures(bench: Bench, registrationId: string): Promise<Figure[]> {
  const { runMetered } = await import('#functions/table/meter.ts')
  const { page } = await import('#functions/table/table.ts')
  const { registrationEntries } = await import('#functions/table/registrationEntries.ts')
  await bench.get(`/rest-api/registration/track/${registrationId}`, 'admin')
  const listCost = await bench.lastCost('GET /rest-api/registration/track/{registrationId}')
  const handlerCost = await runMetered(async (meter) => {
    await page({ ...registrationEntries.of({ registrationId }), limit: 11 })
    return meter
  })
  return [
    { what: 'registered players, a page of 10', value: handlerCost.readUnits, unit: 'read units', atMost: 2 },
    { what: 'the same with the club, the options and the access read', value: listCost.readUnits, unit: 'read units' },
  ]
}
