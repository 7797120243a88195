import { afterEach, expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { fees } from '#functions/table/fees.ts'
import { countNames, registrationCounts } from '#functions/table/registrationEntries.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { seededRandom } from '#scripts/local/seededRandom.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import { withoutPromo } from '#shared/rules/register/price.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { afterRandomDelay } from './limit.ts'
import { ignoreFailure } from './disabledChecks.ts'
import { aParent, aRegistration, code, entryOf, fillIn, deliverEntry, finalize } from './registering.ts'

afterEach(() => vi.unstubAllEnvs())

/** The time of the requests. */
const at = { ...stamp, at: '2026-11-21T18:00:00.000Z' }
type Changes = Parameters<typeof aRegistration>[1]
const of = (club: Club, promo: Parameters<typeof code>[1] = {}, changes: Changes = {}) =>
  aRegistration(club, {
    registration: { places: 0, waitingList: true },
    promoCodes: [code('ten', { maxUse: 1, ...promo })],
    ...changes,
  })
/** Fills in a child and applies the code to it. */
async function withCode(as: string, registrationId: string, name: string) {
  const { registrationPlayerId } = await fillIn(as, registrationId, name)
  await call('POST /rest-api/register/{registrationId}/promo-code', { as, registrationId, body: { code: 'TEN' } })
  return registrationPlayerId
}
async function waits(as: string, registrationId: string, cents = 9000) {
  const id = await withCode(as, registrationId, 'Ola')
  expect((await finalize(as, [id], cents, { wait: true })).status).toBe(200)
  return id
}
const give = (registrationId: string, places: number) =>
  write(stamp, registrations.change({ registrationId }, { set: { places } }))
const uses = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.promo('ten'))
const owed = async (id: string) => (await fees.ofPlayer(playerOf(id), { consistent: true })).map(({ amount }) => amount)
const accept = (as: string, id: string, priceInCents?: number) =>
  call('POST /rest-api/register/{registrationId}/accept', {
    as,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id, payBy: 'BILL', ...(priceInCents !== undefined && { priceInCents }) },
  })
const standing = async (as: string, registrationId: string) => {
  const { body } = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
  return body.registered.map(({ state, priceInCents, codeLost }) => ({ state, priceInCents, codeLost }))
}
const mailed = async (as: string, id: string, language: 'en' | 'es') =>
  (
    await writers.placeOffered({ registrationPlayerId: id }, {
      to: { userId: as },
      now: at.at,
      say: sayIn(language),
    } as Parameters<typeof writers.placeOffered>[1])
  )?.paragraphs?.join(' ')

/** A family on the waiting list with a code whose only use another family has taken since. */
async function usedUp(cents = 9000, ...how: [Parameters<typeof code>[1]?, Changes?]) {
  const club = await aClub()
  const registrationId = await of(club, ...how)
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const id = await waits(ben, registrationId, cents)
  await give(registrationId, 1)
  const other = await withCode(ann, registrationId, 'Nora')
  expect((await finalize(ann, [other], cents, { payBy: cents === 0 ? 'NONE' : 'BILL' })).status).toBe(200)
  await give(registrationId, 2)
  expect(await offerPlaces(at, registrationId)).toBe(1)
  return { club, registrationId, ben, id }
}

it('a family whose promo code was used up is offered a place without it, and must accept the new price', async () => {
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const { registrationId, ben, id } = await usedUp()
  const codeLost = { codeTitle: 'TEN', priceInCents: 9000 }
  expect(await standing(ben, registrationId)).toEqual([{ state: 'offered', priceInCents: 10_000, codeLost }])
  expect(await entryOf(id)).toMatchObject({ reductions: [], parts: [{ amountInCents: 10_000 }] })
  expect([await uses(registrationId), await owed(id)]).toEqual([1, []])
  expect(await mailed(ben, id, 'en')).toContain(
    'The promo code TEN has been used up in the meantime. Without it, the place costs $100.00 instead of $90.00. You owe nothing until you take it.',
  )
  expect(await mailed(ben, id, 'es')).toContain('El código promocional TEN se ha agotado mientras tanto.')
  // An acceptance at a price not seen yet is refused.
  expect([(await accept(ben, id)).refusal.code, (await accept(ben, id, 9000)).refusal.code]).toEqual([
    'price_changed',
    'price_changed',
  ])
  expect([(await entryOf(id))?.state, await owed(id)]).toEqual(['offered', []])
  expect((await accept(ben, id, 10_000)).body.players[0]).toMatchObject({ state: 'registered', priceInCents: 10_000 })
  await deliverEntry(id)
  expect(await owed(id)).toEqual([10_000])
})

it('without the code, a free place becomes due on acceptance, and the parts of a plan grow evenly', async () => {
  const free = await usedUp(0, { discountInCents: 10_000 })
  expect((await accept(free.ben, free.id, 10_000)).status).toBe(200)
  expect((await entryOf(free.id))?.parts).toEqual([{ amountInCents: 10_000, dueOn: '2026-11-21' }])
  const parts = [1, 2, 3].map((day) => ({ amountInCents: 3000, dueOn: `2027-01-0${day}` }))
  const reductions = [
    { name: 'Early bird', cents: 500 },
    { name: 'TEN', cents: 1000 },
  ]
  expect(withoutPromo({ reductions, priceInCents: 9000, parts }, '2026-11-20')).toEqual({
    reductions: [{ name: 'Early bird', cents: 500 }],
    priceInCents: 10_000,
    parts: [3333, 3334, 3333].map((amountInCents, i) => ({ amountInCents, dueOn: `2027-01-0${i + 1}` })),
  })
})

it('a promo code that expired after a family joined the waiting list still applies', async () => {
  const club = await aClub()
  const registrationId = await of(club, { expires: '2026-11-21' })
  const ben = await aParent(club, 'ben')
  const id = await waits(ben, registrationId)
  await give(registrationId, 1)
  expect(await offerPlaces({ ...at, at: '2026-12-01T12:00:00Z' }, registrationId)).toBe(1)
  expect(await entryOf(id)).toMatchObject({ state: 'offered', priceInCents: 9000 })
})

it('the last use of a promo code goes to one family when offers and registrations are concurrent', async () => {
  for (let seed = 0; seed < 2; seed++) {
    const draw = seededRandom(seed)
    const club = await aClub()
    const registrationId = await of(club)
    const [ann, ben, cleo] = await Promise.all(['ann', 'ben', 'cleo'].map((name) => aParent(club, name)))
    const ids = [await waits(ben ?? '', registrationId), await waits(cleo ?? '', registrationId)]
    const other = await withCode(ann ?? '', registrationId, 'Nora')
    await give(registrationId, 3)
    const offer = () => ignoreFailure(offerPlaces(at, registrationId))
    await Promise.all([
      afterRandomDelay(draw, offer),
      afterRandomDelay(draw, offer),
      afterRandomDelay(draw, () => finalize(ann ?? '', [other], 9000)),
    ])
    await offer()
    const entries = await Promise.all([...ids, other].map(entryOf))
    const cheap = entries.filter((entry) => entry?.priceInCents === 9000).length
    expect([cheap, await uses(registrationId), entries.slice(0, 2).map((entry) => entry?.state)]).toEqual([
      1,
      1,
      ['offered', 'offered'],
    ])
  }
})
