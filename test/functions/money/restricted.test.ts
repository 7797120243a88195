import { describe, expect, it } from 'vitest'
import { collect } from '#functions/money/pay/autopay.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { call } from '../call.ts'
import { aClubWithFee, feeNow } from './charging.ts'
import { drive, payOnPage, stripeApi, takesCards } from './online.ts'

process.env.SITE_URL = 'https://app.club.example'

/** 8 am in Chicago. */
const at = (day: string) => ({ actor: 'money-autopay', at: `${day}T14:00:00Z` })

/** A parent has saved a card, and owes $50 on 1 December. */
async function withCard() {
  const { club, feePlayerId } = await aClubWithFee()
  const { stripeAccount: account } = await takesCards(club)
  const id = { organizationId: club.organizationId, userId: club.user('parent') }
  const mine = { as: id.userId, orgId: id.organizationId }
  const { url } = (await call('POST /rest-api/fee/cards/{orgId}', { ...mine, body: { attempt: 'attempt-1' } })).body
  await payOnPage(url)
  await call('POST /rest-api/fee/cards/{orgId}/kept', mine)
  const card = async () => {
    const { state, refusals, lookAt } = (await savedCards.get(id, { consistent: true })) ?? {}
    return [state, refusals, lookAt]
  }
  const begun = async () => (await feeNow(feePlayerId))?.paying
  return { account, id, feePlayerId, card, begun }
}

describe('a card that is kept', () => {
  it('is tried again the next day, and nobody is told that it was refused, while Stripe restricts the club’s account', async () => {
    const { account, id, feePlayerId, card, begun } = await withCard()
    await drive('restrict', { account })
    expect(await collect(at('2026-12-01'), id)).toBe('closed')
    expect(await card()).toEqual(['on', 0, '2026-12-02T14:00:00Z'])
    expect(await begun()).toBeUndefined()
    expect(await collect(at('2026-12-01'), id)).toBe('nothing due')
    await drive('free', { account })
    expect(await collect(at('2026-12-02'), id)).toBe('paid')
    expect((await feeNow(feePlayerId))?.paid).toBe(5000)
  })

  it('stays so when the club has left Stripe, which we have not heard', async () => {
    const { account, id, card } = await withCard()
    await drive('leave', { account })
    expect(await collect(at('2026-12-01'), id)).toBe('closed')
    expect(await card()).toEqual(['on', 0, '2026-12-02T14:00:00Z'])
  })

  it('is charged no more when it is gone at Stripe, which its family is told', async () => {
    const { account, id, card } = await withCard()
    const { method = '' } = (await savedCards.get(id)) ?? {}
    await stripeApi('POST', `payment_methods/${method}/detach`, {}, account)
    expect(await collect(at('2026-12-01'), id)).toBe('closed')
    expect(await card()).toEqual(['stopped', 1, undefined])
  })
})
