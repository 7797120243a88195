import { expect, it } from 'vitest'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { stripeApi } from './online.ts'

/** A club sets up Stripe: one person starts, is interrupted anywhere, and another continues. */
it('a club has one Stripe account, whoever repeats a setup that was interrupted at any call', async () => {
  const cuts = await killedAtEvery(async (dies) => {
    const club = await aClub()
    const other = { userId: newPart('person-'), firstName: 'Tia', lastName: 'T' }
    const flags = ['canEditBilling' as const]
    await write(stamp, ...organizationAdministrators.appoint(club.organization, { ...other, flags }))
    const emails = [club.user('admin'), other.userId].map((userId) => ({ userId, email: `${userId}@club.example` }))
    for (const { userId, email } of emails)
      await update(stamp, profiles.upsert({ userId }, { set: { ...other, userId, email } }))
    const paymentAccountId = `${club.organizationId}.${newPart('a')}`
    const made = { paymentAccountId, paymentProviderName: 'STRIPE' as const, feeInPermile: 29, feeInCents: 30 }
    await call('POST /rest-api/fee/payment-accounts/create', { as: club.user('admin'), body: made })
    const setUp = (as = '') =>
      call('POST /rest-api/fee/payment-accounts/provider-account', { as, body: { paymentAccountId } })
    await dies(() => setUp(emails[0]?.userId))
    const answers = await Promise.all([setUp(emails[1]?.userId), setUp(emails[1]?.userId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { stripeAccountId } = (await setUp(emails[0]?.userId)).body
    expect(answers.map(({ body }) => body.stripeAccountId)).toEqual([stripeAccountId, stripeAccountId])
    const { email } = await stripeApi<{ email: string }>('GET', `accounts/${stripeAccountId}`)
    expect(emails.map((each) => each.email)).toContain(email)
  })
  expect(cuts).toBeGreaterThanOrEqual(4)
})
