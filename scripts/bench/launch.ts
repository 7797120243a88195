import { setTimeout } from 'node:timers/promises'
import type { RegistrationEntry } from '#functions/table/registrationEntries.ts'
import type { Bench } from './cloud.ts'
import { aFamily, aRegistration, type Family, fillIn, inTurns } from './registering.ts'
import type { Figure } from './report.ts'

/** A family every 12 milliseconds sends off: 5,000 in a minute. There is a place for one in ten. */
const [each, perPlace] = [12, 10]
/** `npm run bench -- registrations 5000`: so many people; 500 unless said. */
const people = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 500)
/** So many fill in side by side before it begins. */
const atOnce = 8

/** Far more people than places send off within a short time. */
export async function launchFigures(bench: Bench): Promise<Figure[]> {
  const { registrationCounts, registrationEntries, countNames } = await import(
    '#functions/table/registrationEntries.ts'
  )
  const { all } = await import('#functions/table/table.ts')
  const places = Math.floor(people / perPlace)
  const plain = { paymentPlanEnabled: false, items: [] }
  const changes = { places, waitingList: false, depositInCents: null, siblingDiscount: null }
  const registrationId = await aRegistration('launch', changes, { installments: plain })
  const families = await inTurns(people, atOnce, (i) => aFamily(bench, `launch${i}`))
  const ids = await inTurns(people, atOnce, (i) => fillIn(families[i] as Family, registrationId, i))
  const began = performance.now()
  const sent = await Promise.all(
    families.map(async ({ ask }, i) => {
      await setTimeout(i * each)
      const from = performance.now()
      const body = { registrationPlayerIds: [ids[i]], totalInCents: 24_000, payBy: 'BILL' }
      const { status, text } = await ask('POST', `/rest-api/register/${registrationId}/finalize`, body)
      return { status, isFull: text.includes('registration_full'), ms: performance.now() - from }
    }),
  )
  const took = (performance.now() - began) / 1000
  const sold = sent.filter(({ status }) => status === 200).length
  const told = sent.filter(({ isFull }) => isFull).length
  const entries = () => all<RegistrationEntry>({ ...registrationEntries.of({ registrationId }), consistent: true })
  // Each of them lands, and their family has its receipt with that.
  const landed = async () => (await entries()).filter(({ landing }) => landing === 'done').length
  for (let tries = 0; tries < 600 && (await landed()) < places; tries++) await setTimeout(500)
  const kept = await entries()
  const counted = (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places) ?? 0
  const ms = sent.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const p99 = ms[Math.min(ms.length - 1, Math.floor(ms.length * 0.99))] ?? Number.NaN
  const name = `launch, ${people} for ${places}:`
  return [
    { what: `${name} sold`, value: sold, unit: 'places', atMost: places, atLeast: places },
    {
      what: `${name} kept, and counted`,
      value: (kept.length + counted) / 2,
      unit: 'places',
      atMost: places,
      atLeast: places,
    },
    {
      what: `${name} have a place twice`,
      value: kept.length - new Set(kept.map(({ userId }) => userId)).size,
      unit: 'people',
      atMost: 0,
    },
    { what: `${name} told neither yes nor no`, value: people - sold - told, unit: 'people', atMost: 0 },
    { what: `${name} have their receipt`, value: await landed(), unit: 'people', atLeast: places },
    { what: `${name} answered within, p99`, value: p99 / 1000, unit: 's' },
    { what: `${name} all are answered after`, value: took, unit: 's', atMost: 60 },
  ]
}
