import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { call, userPool } from '../call.ts'
import type { Club } from '../club.ts'
import { aClubWithFee } from '../money/charging.ts'
import {
  cards,
  deliverStripeEvent,
  eventsOf,
  familyLink,
  paymentAt,
  payOnPage,
  returnFromPage,
} from '../money/online.ts'
import { acceptCards, postWebhook, start, stripeApi } from '../money/online.ts'
import { eraseUser as erasedAt } from './eraseUser.ts'

process.env.SITE_URL = 'https://app.club.example'
const hour = (at: string) => ({ actor: 'money-autopay', at })

beforeEach(() => {
  userPool.on(AdminDeleteUserCommand).resolves({})
})

/** Erases the user now. */
async function erased(as: string) {
  await erasedAt(as)
  expect((await call('GET /rest-api/users/profile', { as })).status).toBe(401)
}
const setUp = async (club: Club, attempt: string) => {
  const at = { as: club.user('parent'), orgId: club.organizationId }
  return (await call('POST /rest-api/fee/cards/{orgId}', { ...at, body: { attempt } })).body.url
}
describe('after an account’s erasure', () => {
  it('its open page for saving a card is closed', async () => {
    const { club } = await aClubWithFee()
    await acceptCards(club)
    const id = { organizationId: club.organizationId, userId: club.user('parent') }
    const url = await setUp(club, 'attempt-1')
    await erased(id.userId)
    const { lookAt = '9999' } = (await savedCards.get(id, { consistent: true })) ?? {}
    expect(lookAt <= '2026-11-21T18:00:00.000Z').toBe(true)
    await chargeSavedCard(hour('2026-11-21T19:00:00Z'), id)
    expect(await payOnPage(url, cards.good)).toBeUndefined()
    const after = await savedCards.get(id, { consistent: true })
    expect([after?.state, after?.settingUp, after?.lookAt]).toEqual(['off', undefined, undefined])
  })

  for (const isTold of [false, true])
    it(`a card saved before that page closed is removed at the provider${isTold ? ', also after its webhook was processed' : ''}`, async () => {
      const { club } = await aClubWithFee()
      const { stripeAccount } = await acceptCards(club)
      const id = { organizationId: club.organizationId, userId: club.user('parent') }
      const url = await setUp(club, 'attempt-1')
      await erased(id.userId)
      expect(await payOnPage(url, cards.good)).toBeDefined()
      const done = (await eventsOf(stripeAccount)).find(({ type }) => type === 'checkout.session.completed')
      if (!done) throw new Error('No event was sent.')
      if (isTold) {
        await postWebhook(done)
        await deliverStripeEvent(stripeAccount, done.id)
      }
      const left = await methodLeft(stripeAccount, done.data.object.id)
      expect(await customerOf(stripeAccount, left)).not.toBeNull()
      for (const at of ['2026-11-21T19:00:00Z', '2026-11-21T20:00:00Z']) await chargeSavedCard(hour(at), id)
      expect(await customerOf(stripeAccount, left)).toBeNull()
      const after = await savedCards.get(id, { consistent: true })
      expect([after?.state, after?.method, after?.label, after?.lookAt]).toEqual(['off', '', '', undefined])
    })

  it('a card saved with a payment whose page was open is removed at the provider and never charged', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const { stripeAccount, paymentAccountId } = await acceptCards(club)
    const id = { organizationId: club.organizationId, userId: club.user('parent') }
    const wanted = { payId: await familyLink(club), paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 }
    const { url } = (await start({ ...wanted, save: true })).body
    await erased(id.userId)
    await returnFromPage(wanted.payId, paymentAt(await payOnPage(url)))
    const { method = '' } = (await savedCards.get(id, { consistent: true })) ?? {}
    expect(await customerOf(stripeAccount, method)).not.toBeNull()
    await chargeSavedCard(hour('2026-11-21T20:00:00Z'), id)
    expect(await customerOf(stripeAccount, method)).toBeNull()
    expect(await savedCards.get(id, { consistent: true })).toMatchObject({ state: 'off', method: '', label: '' })
  })

  it('all of its customers at the provider are deleted, despite failed attempts', async () => {
    const { club } = await aClubWithFee()
    const { stripeAccount } = await acceptCards(club)
    const id = { organizationId: club.organizationId, userId: club.user('parent') }
    await payOnPage(await setUp(club, 'attempt-1'), cards.good)
    await kept(club)
    const other = { email: 'before@x.test', 'metadata[user]': id.userId }
    await stripeApi('POST', 'customers', other, stripeAccount)
    await stripeApi('POST', 'customers', { email: 'aunt@x.test', 'metadata[user]': 'somebody-else' }, stripeAccount)
    expect(await knownAs(stripeAccount, id.userId)).toHaveLength(2)
    await erased(id.userId)
    // However often, and even if the provider does not respond.
    const silent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no answer'))
    await expect(chargeSavedCard(hour('2026-11-21T19:00:00Z'), id)).rejects.toThrow()
    silent.mockRestore()
    for (const at of ['2026-11-21T20:00:00Z', '2026-11-21T21:00:00Z']) await chargeSavedCard(hour(at), id)
    expect(await knownAs(stripeAccount, id.userId)).toEqual([])
    expect(await knownAs(stripeAccount, 'somebody-else')).toHaveLength(1)
    const after = await savedCards.get(id, { consistent: true })
    expect([after?.state, after?.customer, after?.method, after?.lookAt]).toEqual(['off', '', '', undefined])
  })

  it('its customer at the provider is deleted, although its card was removed before', async () => {
    const { club } = await aClubWithFee()
    const { stripeAccount } = await acceptCards(club)
    const id = { organizationId: club.organizationId, userId: club.user('parent') }
    await payOnPage(await setUp(club, 'attempt-1'), cards.good)
    await kept(club)
    await call('DELETE /rest-api/fee/cards/{orgId}', { as: id.userId, orgId: club.organizationId })
    await chargeSavedCard(hour('2026-11-02T19:00:00Z'), id)
    expect(await knownAs(stripeAccount, id.userId)).toHaveLength(1)
    await erased(id.userId)
    await chargeSavedCard(hour('2026-11-21T20:00:00Z'), id)
    expect(await knownAs(stripeAccount, id.userId)).toEqual([])
  })

  it('its customer at the provider is deleted only once no payment page is open', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const { stripeAccount, paymentAccountId } = await acceptCards(club)
    const id = { organizationId: club.organizationId, userId: club.user('parent') }
    const wanted = { payId: await familyLink(club), paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 }
    // Nothing is paid there, but the customer at the provider is recorded all the same.
    await start({ ...wanted, save: true })
    await erased(id.userId)
    await chargeSavedCard(hour('2026-11-21T19:00:00Z'), id)
    expect(await knownAs(stripeAccount, id.userId)).toHaveLength(1)
    const { lookAt } = (await savedCards.get(id, { consistent: true })) ?? {}
    expect(lookAt).toBe('2026-11-21T20:00:00Z')
    const [open] = (await stripeApi<{ data: { id: string }[] }>('GET', 'checkout/sessions', {}, stripeAccount)).data
    await stripeApi('POST', `checkout/sessions/${open?.id}/expire`, {}, stripeAccount)
    await chargeSavedCard(hour('2026-11-21T20:00:00Z'), id)
    expect(await knownAs(stripeAccount, id.userId)).toEqual([])
  })
})

const kept = (club: Club) =>
  call('POST /rest-api/fee/cards/{orgId}/kept', { as: club.user('parent'), orgId: club.organizationId })
const knownAs = async (account: string, userId: string) => {
  const query = `metadata['user']:'${userId}'`
  return (await stripeApi<{ data: { id: string }[] }>('GET', 'customers/search', { query }, account)).data
}

async function methodLeft(account: string, session: string): Promise<string> {
  const expand = { 'expand[0]': 'setup_intent.payment_method' }
  const { setup_intent: left } = await stripeApi<{ setup_intent: { payment_method: { id: string } | string } }>(
    'GET',
    `checkout/sessions/${session}`,
    expand,
    account,
  )
  return typeof left.payment_method === 'string' ? left.payment_method : left.payment_method.id
}
const customerOf = async (account: string, method: string) =>
  (await stripeApi<{ customer: string | null }>('GET', `payment_methods/${method}`, {}, account)).customer
