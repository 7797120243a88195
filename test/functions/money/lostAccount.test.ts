// own: the recipient of a mail is looked up in the whole table
import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/money/mailWriters.ts'
import { refreshAccount } from '#functions/money/pay/onboarding.ts'
import { outbox } from '#functions/table/outbox.ts'
import { type PaymentAccount, paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { update } from '#functions/table/table.ts'
import { stamp } from '../club.ts'
import { wholeTable } from '../wholeTable.ts'
import { controlStripe } from './online.ts'
import { readyToPay } from './readyToPay.ts'

process.env.SITE_URL = 'https://app.club.example'

/** Those who pay for a club are told when Stripe no longer accepts payments for it. */

const sees = (account: { paymentAccountId: string }) => refreshAccount({ actor: 'money-heard', at: stamp.at }, account)
const mailed = async (paymentAccountId: string) =>
  (await wholeTable())
    .filter((item) => item['kind'] === outbox.kind && item['letter'] === 'processor')
    .filter((item) => JSON.stringify(item['about']).includes(paymentAccountId))
    .map((item) => item['to'])
const change = ({ paymentAccountId }: { paymentAccountId: string }, set: Partial<PaymentAccount>) =>
  update(stamp, paymentAccounts.change({ paymentAccountId }, { set }))
const messageOf = ({ paymentAccountId }: { paymentAccountId: string }) =>
  writers.processor(
    { paymentAccountId },
    { to: { userId: 'user-1', email: 'p@example.org' }, now: stamp.at, say: sayIn('en') },
  )

it('the club’s administrator is mailed once when its Stripe account was disconnected', async () => {
  const { club, account } = await readyToPay()
  await sees(account)
  expect(await mailed(account.paymentAccountId)).toEqual([])
  expect(await messageOf(account)).toBeUndefined()
  await controlStripe('leave', { account: account.stripeAccount })
  await sees(account)
  await sees(account)
  expect(await mailed(account.paymentAccountId)).toEqual([{ userId: club.user('admin') }])
  const said = (await messageOf(account))?.paragraphs[0]
  expect(said).toMatch(/ was disconnected\. Connect Stripe again/)
  expect(said).toMatch(/, then choose the new account in the setup of each registration that used the old one\./)
  expect(said).toMatch(/ Payments to the old account can only be refunded at Stripe\.$/)
})

it('no mail is sent if the account took no payments anyway, and the mail names what is missing when it is sent', async () => {
  const { account } = await readyToPay()
  await change(account, { active: false })
  await controlStripe('leave', { account: account.stripeAccount })
  await sees(account)
  expect(await mailed(account.paymentAccountId)).toEqual([])
  expect(await messageOf(account)).toBeUndefined()
  await change(account, { active: true, missing: ['individual.id_number'] })
  expect((await messageOf(account))?.paragraphs[0]).toMatch(/until it has more information/)
})
