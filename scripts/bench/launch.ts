import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { RegistrationEntry } from '#functions/table/registrationEntries.ts'
import { chunks } from '#functions/table/chunks.ts'
import { playerOf } from '#shared/ids.ts'
import { requestedSize } from './arguments.ts'
import type { Bench } from './cloud.ts'
import { trackCpuTime } from './parts.ts'
import {
  childOf,
  createFamily,
  createRegistration,
  type Family,
  fillInDetails,
  mapConcurrently,
} from './registering.ts'
import type { Figure } from './report.ts'

/** There is a place for one in ten people. */
const perPlace = 10
/** The number of people: 500, or `npm run bench -- registrations 5000`. */
const people = requestedSize(500)
/**
 * The number of concurrent requests: as many as are answered within seconds here, where AWS's stand-ins share two
 * cores. Lambda would handle a thousand.
 */
const atOnce = 60

/** Far more people than places, all with completed forms, submit as fast as they are let in. */
export async function launchFigures(bench: Bench): Promise<Figure[]> {
  const { registrationCounts, registrationEntries, countNames } = await import(
    '#functions/table/registrationEntries.ts'
  )
  const { all } = await import('#functions/table/table.ts')
  const places = Math.floor(people / perPlace)
  const noInstallments = { paymentPlanEnabled: false, items: [] }
  const changes = { places, waitingList: false, depositInCents: null, siblingDiscount: null }
  const registrationId = await createRegistration('launch', changes, { installments: noInstallments })
  const families = await filledFamilies(bench, registrationId)
  const [computed, stopCpuTracking] = trackCpuTime()
  const startedAt = performance.now()
  const responses = await mapConcurrently(people, atOnce, async (i) => {
    const [{ ask }, id] = families[i] as (typeof families)[number]
    const from = performance.now()
    const body = { registrationPlayerIds: [id], totalInCents: 24_000, payBy: 'BILL' }
    const { status, text } = await ask('POST', `/rest-api/register/${registrationId}/finalize`, body)
    return { status, isFull: text.includes('registration_full'), ms: performance.now() - from }
  })
  const seconds = (performance.now() - startedAt) / 1000
  stopCpuTracking()
  const registeredCount = responses.filter(({ status }) => status === 200).length
  const fullCount = responses.filter(({ isFull }) => isFull).length
  const entries = () => all<RegistrationEntry>({ ...registrationEntries.of({ registrationId }), consistent: true })
  // Each entry lands, after which its family gets a receipt.
  const landedEntries = async () => (await entries()).filter(({ landing }) => landing === 'done').length
  for (let tries = 0; tries < 600 && (await landedEntries()) < places; tries++) await setTimeout(500)
  const storedEntries = await entries()
  const countedPlaces =
    (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places) ?? 0
  const ms = responses.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const p99 = ms[Math.min(ms.length - 1, Math.floor(ms.length * 0.99))] ?? Number.NaN
  const name = `launch, ${people} for ${places}:`
  return [
    { what: `${name} sold`, value: registeredCount, unit: 'places', atMost: places, atLeast: places },
    {
      what: `${name} kept, and counted`,
      value: (storedEntries.length + countedPlaces) / 2,
      unit: 'places',
      atMost: places,
      atLeast: places,
    },
    {
      what: `${name} have a place twice`,
      value: storedEntries.length - new Set(storedEntries.map(({ userId }) => userId)).size,
      unit: 'people',
      atMost: 0,
    },
    { what: `${name} told neither yes nor no`, value: people - registeredCount - fullCount, unit: 'people', atMost: 0 },
    { what: `${name} have their receipt`, value: await landedEntries(), unit: 'people', atLeast: places },
    { what: `${name} answered within, p99`, value: p99 / 1000, unit: 's' },
    {
      what: `${name} for how long two cores compute in our functions until all are answered`,
      value: computed.requests / 2000,
      unit: 's',
      atMost: 60,
    },
    {
      what: `${name} all are answered after, with what stands in for AWS on the same cores`,
      value: seconds,
      unit: 's',
    },
  ]
}

/**
 * One family fills in the form by the screens' requests; the resulting items are written for all others. Returns each
 * family with its child's place.
 */
async function filledFamilies(bench: Bench, registrationId: string): Promise<[Family, string][]> {
  const { registrationDrafts } = await import('#functions/table/registrationEntries.ts')
  const { write } = await import('#functions/table/table.ts')
  const userIds = Array.from({ length: people }, () => randomUUID())
  const families = await mapConcurrently(people, 8, (i) => createFamily(bench, `launch${i}`, userIds[i]))
  const children = userIds.map((_, i) => childOf(registrationId, i))
  const [first = '', ...otherChildren] = children
  await fillInDetails(families[0] as Family, registrationId, 0)
  const { drafts } = await registrationDrafts.of({ registrationId, userId: userIds[0] ?? '' })
  const draft = drafts.find(({ playerId }) => playerId === playerOf(first))
  if (!draft) throw new Error('Nothing is kept of what was filled in.')
  const { isNew, firstName, lastName, optionIds, addOns, answers, savedAt, signed } = draft
  const choices = { isNew, firstName, lastName, optionIds, addOns, answers }
  const newDraft = { ...choices, savedAt, registrationId, ...(signed && { signed }) }
  const stamp = { actor: 'the-bench', at: savedAt }
  const all = otherChildren.map((child, i) => ({
    ...newDraft,
    userId: userIds[i + 1] ?? '',
    playerId: playerOf(child),
  }))
  for (const part of chunks(all, 40))
    await write(stamp, ...part.map((draft) => registrationDrafts.upsert(draft, { set: draft })))
  return families.map((family, i) => [family, children[i] ?? ''])
}
