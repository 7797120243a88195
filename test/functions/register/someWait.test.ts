import { describe, expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClub } from '../club.ts'
import { aParent, aRegistration, code, entryOf, fillIn, option, finalize } from './registering.ts'

const options = [option('full', 10_000, 1), option('free', 10_000)]
type Parts = Parameters<typeof aRegistration>[1]

/** Two children, the first one's option is full: the family is told the price of both, and of the second one alone. */
async function oneHasToWait(parts: Parts) {
  const club = await aClub()
  const [rosa, other] = [await aParent(club, 'rosa'), await aParent(club, 'other')]
  const more = { waitingList: true, ...parts?.registration }
  const registrationId = await aRegistration(club, { options, ...parts, registration: more })
  const taken = await fillIn(other, registrationId, 'Pia', { optionIds: ['full'] })
  expect((await finalize(other, [taken.registrationPlayerId], 10_000)).status).toBe(200)
  // A family's drafts are sorted by their ids.
  const [waits, goes] = [`${registrationId}.p00000000001`, `${registrationId}.p00000000002`]
  await fillIn(rosa, registrationId, 'Ana', { optionIds: ['full'], again: waits })
  await fillIn(rosa, registrationId, 'Ben', { optionIds: ['free'], again: goes })
  const summary = async (registrationPlayerIds?: string) => {
    const query = registrationPlayerIds === undefined ? {} : { registrationPlayerIds }
    const asked = { as: rosa, registrationId, query }
    return (await call('GET /rest-api/register/{registrationId}/summary', asked)).body
  }
  return { rosa, registrationId, waits, goes, summary }
}
const pricesIn = ({ players }: { players: { firstName: string; priceInCents: number }[] }) =>
  players.map(({ firstName, priceInCents }) => [firstName, priceInCents])

describe('the child who can be registered now counts as the family’s first, before one who must wait', () => {
  it('so that the prices shown are those charged, together or one after the other', async () => {
    const { rosa, waits, goes, summary } = await oneHasToWait({ registration: { siblingDiscount: { percent: 10 } } })
    const both = await summary()
    expect([pricesIn(both), both.totalInCents, both.waiting]).toEqual([
      [
        ['Ben', 10_000],
        ['Ana', 9000],
      ],
      19_000,
      [waits],
    ])
    expect((await summary(goes)).totalInCents).toBe(10_000)
    expect((await finalize(rosa, [goes], 10_000)).status).toBe(200)
    expect(pricesIn(await summary())).toEqual([['Ana', 9000]])
    expect((await finalize(rosa, [waits], 9000, { wait: true })).status).toBe(200)
    expect([(await entryOf(goes))?.priceInCents, (await entryOf(waits))?.priceInCents]).toEqual([10_000, 9000])
  })

  it('also when both are put on the waiting list at once', async () => {
    const { rosa, waits, goes } = await oneHasToWait({ registration: { siblingDiscount: { percent: 10 } } })
    expect((await finalize(rosa, [waits, goes], 19_000, { wait: true })).status).toBe(200)
    expect([(await entryOf(goes))?.priceInCents, (await entryOf(waits))?.priceInCents]).toEqual([10_000, 9000])
  })

  it('and gets the last use of a promo code', async () => {
    const { rosa, registrationId, goes, waits, summary } = await oneHasToWait({
      promoCodes: [code('ten', { maxUse: 1 })],
    })
    await call('POST /rest-api/register/{registrationId}/promo-code', {
      as: rosa,
      registrationId,
      body: { code: 'TEN' },
    })
    expect(pricesIn(await summary())).toEqual([
      ['Ben', 9000],
      ['Ana', 10_000],
    ])
    expect((await finalize(rosa, [goes], 9000)).status).toBe(200)
    expect([(await entryOf(goes))?.promoCodeId, pricesIn(await summary())]).toEqual(['ten', [['Ana', 10_000]]])
    expect((await finalize(rosa, [waits], 10_000, { wait: true })).status).toBe(200)
  })
})
