import { describe, expect, it } from 'vitest'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aClubWithFee, feeNow } from './charging.ts'
import { acceptCards, controlStripe, payOnPage, stripeApi } from './online.ts'

process.env.SITE_URL = 'https://app.club.example'

/** 8 am in Chicago. */
const at = (day: string) => ({ actor: 'money-autopay', at: `${day}T14:00:00Z` })

/** A parent has saved a card, and owes $50 on 1 December. */
async function withCard() {
  const { club, feePlayerId } = await aClubWithFee()
  const { stripeAccount: account, paymentAccountId } = await acceptCards(club)
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
  return { account, paymentAccountId, id, feePlayerId, card, begun }
}

describe('a saved card whose charge is rejected by Stripe', () => {
  it('is retried the next day, without counting a refusal, while Stripe restricts the club’s account', async () => {
    const { account, id, feePlayerId, card, begun } = await withCard()
    await controlStripe('restrict', { account })
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('closed')
    expect(await card()).toEqual(['on', 0, '2026-12-02T14:00:00Z'])
    expect(await begun()).toBeUndefined()
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('nothing due')
    await controlStripe('free', { account })
    expect(await chargeSavedCard(at('2026-12-02'), id)).toBe('paid')
    expect((await feeNow(feePlayerId))?.paid).toBe(5000)
  })

  it('is retried the next day when the club’s account was disconnected without an event', async () => {
    const { account, id, card } = await withCard()
    await controlStripe('leave', { account })
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('closed')
    expect(await card()).toEqual(['on', 0, '2026-12-02T14:00:00Z'])
  })

  it('is stopped when it no longer exists at Stripe', async () => {
    const { account, id, card } = await withCard()
    const { method = '' } = (await savedCards.get(id)) ?? {}
    await stripeApi('POST', `payment_methods/${method}/detach`, {}, account)
    expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('closed')
    expect(await card()).toEqual(['stopped', 1, undefined])
  })

  it('is not charged once the club has left that account: the family is mailed on the due day, once', async () => {
    const { paymentAccountId, id, feePlayerId } = await withCard()
    const told = async () => (await feeNow(feePlayerId))?.toldAt
    const change = (set: { chargesEnabled?: boolean; missing: string[] }) =>
      update(stamp, paymentAccounts.change({ paymentAccountId }, { set }))
    await change({ chargesEnabled: false, missing: ['tax_id'] })
    expect([await chargeSavedCard(at('2026-12-01'), id), await told()]).toEqual(['nothing due', undefined])
    await change({ missing: ['disconnected'] })
    for (const day of ['2026-12-02', '2026-12-03'])
      expect([await chargeSavedCard(at(day), id), await told()]).toEqual(['nothing due', at('2026-12-02').at])
    expect((await feeNow(feePlayerId))?.mail).toBe('wanted')
  })
})
