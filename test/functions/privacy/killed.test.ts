// own: it erases all users who are due
import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, it } from 'vitest'
import { handler as chargesCards } from '#functions/money/autopayHandler.ts'
import { handler as erases } from '#functions/privacy/eraseHandler.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { call, userPool } from '../call.ts'
import { atEveryAwait, type Scenario } from '../everyAwait.ts'
import { aClubWithFee } from '../money/charging.ts'
import { acceptCards, payOnPage, stripeApi } from '../money/online.ts'
import { runScheduled } from '../workers.ts'

process.env.SITE_URL = 'https://app.club.example'

/** A user with a saved card has requested erasure a week ago. */
async function dueWithCard(): Promise<Scenario> {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const { club } = await aClubWithFee()
  const { stripeAccount } = await acceptCards(club)
  const as = club.user('parent')
  const at = { as, orgId: club.organizationId }
  const { body } = await call('POST /rest-api/fee/cards/{orgId}', { ...at, body: { attempt: 'attempt-1' } })
  await payOnPage(body.url)
  await call('POST /rest-api/fee/cards/{orgId}/kept', at)
  const id = { organizationId: club.organizationId, userId: as }
  const { method = '' } = (await savedCards.get(id, { consistent: true })) ?? {}
  await call('POST /rest-api/privacy/erasure', { as, now: '2026-11-01T18:00:00.000Z' })
  return {
    work: () => runScheduled(erases, '2026-11-08T18:00:00.000Z'),
    check: async () => {
      expect((await call('GET /rest-api/users/profile', { as })).status).toBe(401)
      for (const time of ['2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z']) await runScheduled(chargesCards, time)
      const path = `payment_methods/${method}`
      expect((await stripeApi<{ customer: unknown }>('GET', path, {}, stripeAccount)).customer).toBeNull()
      const card = await savedCards.get(id, { consistent: true })
      expect([card?.state, card?.method, card?.lookAt]).toEqual(['off', '', undefined])
      // Mia's fee is not charged.
      const { data } = await stripeApi<{ data: unknown[] }>('GET', 'payment_intents', {}, stripeAccount)
      expect(data).toEqual([])
    },
  }
}

it('an erased user is charged nothing, and the card is removed at the provider, wherever it is interrupted', async () => {
  expect((await atEveryAwait(dueWithCard)).changes).toBeGreaterThanOrEqual(2)
})
