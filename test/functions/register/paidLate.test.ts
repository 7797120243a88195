// own: expired holds are looked for in the whole table
import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { fees } from '#functions/table/fees.ts'
import type { MailAbout } from '#functions/mail/mailKinds.ts'
import { outbox } from '#functions/table/outbox.ts'
import { refunds } from '#functions/table/payments.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'
import { balancesOf } from '../money/charging.ts'
import { paymentNow } from '../money/online.ts'
import { leaveOpenOnPage, payLate, tooLate } from './leaveOpenOnPage.ts'
import { entryOf } from './registering.ts'

process.env.SITE_URL = 'https://app.club.example'
it('a late payment for a lost place is refunded in full, and the club bears the provider’s fee', async () => {
  const club = await aClub()
  // $100 plus the fees on $104.37: 3.9 % are $4.07, and 30 cents.
  const page = await leaveOpenOnPage(club, { children: ['Nora'], places: 1, total: 10_437 })
  const paymentId = await payLate(page)
  expect((await refunds.of({ paymentId })).map(({ cents, state }) => [cents, state])).toEqual([[10_437, 'done']])
  expect((await paymentNow(paymentId))?.returned).toBe(10_437)
  // Stripe keeps 2.9 % of it, $3.03, and 30 cents; the platform's fee is refunded. Ben’s family owes its bill.
  const balances = await balancesOf(club)
  expect(balances).toMatchObject({ 'expenses:processor': 333, 'assets:clearing:stripe': -333 })
  const even = ['liabilities:credit', 'income:surcharge', 'expenses:platform'].map((account) => balances[account])
  expect(even).toEqual([undefined, undefined, undefined])
  const mail = await outbox.get({ mailId: `place-lost.${page.feePlayerIds[0]}` }, { consistent: true })
  expect(mail?.about).toMatchObject({ how: 'refund', cents: '10437' })
})

it('a late payment for two places of which one is lost refunds that one with its share of the surcharge', async () => {
  const club = await aClub()
  // $200 plus the fees on $208.43: 3.9 % are $8.13, and 30 cents, of which $4.22 and $4.21 are for each.
  const page = await leaveOpenOnPage(club, { children: ['Nora', 'Ida'], places: 2, total: 20_843 })
  const paymentId = await payLate(page)
  const states = (await Promise.all(page.ids.map(entryOf))).map((entry) => entry?.state)
  expect(new Set(states)).toEqual(new Set(['cancelled', 'registered']))
  const [given, ...others] = await refunds.of({ paymentId })
  const kept = 843 - ((given?.cents ?? 0) - 10_000)
  expect([given?.state, others]).toEqual(['done', []])
  expect([421, 422]).toContain(kept)
  const balances = await balancesOf(club)
  expect([balances['liabilities:credit'], balances['income:surcharge']]).toEqual([undefined, -kept])
})

it('a late payment for a place partly paid by hand is refunded with surcharge, and the part by hand is credit', async () => {
  const club = await aClub()
  // $70 plus the fees on $73.15: 3.9 % are $2.85, and 30 cents.
  const page = await leaveOpenOnPage(club, { children: ['Nora'], places: 1, total: 7315, byHand: 3000 })
  const paymentId = await payLate(page)
  expect((await refunds.of({ paymentId })).map(({ cents, state }) => [cents, state])).toEqual([[7315, 'done']])
  const [playerFeeId = ''] = page.feePlayerIds
  expect(await fees.get({ playerFeeId }, { consistent: true })).toMatchObject({
    state: 'cancelled',
    paid: 3000,
    cancelledAs: 'credit',
  })
  // Stripe keeps 2.9 % of $73.15, $2.12, and 30 cents.
  expect(await balancesOf(club)).toMatchObject({
    'assets:cash': 3000,
    'liabilities:credit': -3000,
    'expenses:processor': 242,
  })
  expect((await balancesOf(club))['income:surcharge']).toBeUndefined()
  const mailId = `place-lost.${playerFeeId}`
  const mail = await outbox.get({ mailId }, { consistent: true })
  expect(mail?.about).toMatchObject({ how: 'refund', cents: '7315', credit: '3000' })
  const wanted = { to: { userId: page.as, email: 'rosa@example.org' }, now: tooLate, say: sayIn('en') }
  const message = await writers.placeLost(mail?.about as MailAbout['placeLost'], wanted)
  expect(message?.paragraphs.join(' ')).toContain('$103.15 was paid for Nora')
  expect(message?.paragraphs.join(' ')).toContain('$30.00 of it was paid to the club directly and is your credit')
  // The club pays it back, and the books balance.
  await call('POST /rest-api/fee/cancel/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId: playerFeeId,
    body: { paid: 'refund' },
  })
  const after = await balancesOf(club)
  expect([after['liabilities:credit'], after['assets:cash']]).toEqual([undefined, undefined])
  expect((await refunds.of({ paymentId })).length).toBe(1)
})
