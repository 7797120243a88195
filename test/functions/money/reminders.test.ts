// own: mail goes to a service of its own
import { beforeAll, expect, it } from 'vitest'
import type { handler as Told } from '#functions/money/feeMailHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { call } from '../call.ts'
import { type Payment, payments } from '#functions/table/payments.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { players } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { instalmentFeeOf, playerFeeOf } from '#shared/ids.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { emailOf, register } from '../today/coachRequests.ts'
import { leaveFamily } from '../today/answerLinks.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithFee, charge, recordPayment } from './charging.ts'

const post = openPost()
let handler: typeof Told
beforeAll(async () => {
  handler = (await import('#functions/money/feeMailHandler.ts')).handler
})

const noon = '2026-11-21T18:00:00Z'
async function aClubWithParents(wanted: Parameters<typeof aClubWithFee>[0] = {}) {
  const made = await aClubWithFee(wanted)
  for (const [name, firstName] of Object.entries({ parent: 'Paula', parent2: 'Peter', fan: 'Frida' }))
    await register(made.club, name, { firstName, lastName: 'Moreno' })
  return made
}
const remind = (club: Club, feePlayerId: string, now = noon) =>
  call('POST /rest-api/fee/remind/{feePlayerId}', { as: club.user('treasurer'), feePlayerId, now })
async function told(feePlayerId: string, now = noon) {
  await deliverTo(handler, fees.key({ playerFeeId: feePlayerId }), now)
  await post.deliver({ now })
}
/** Payers also get a receipt. */
const reminders = () => post.mails.filter(({ subject }) => !subject.startsWith('Receipt'))
const addressees = () =>
  reminders()
    .map(({ to }) => to)
    .toSorted()
const parentsOf = (club: Club) => [emailOf(club, 'parent'), emailOf(club, 'parent2')].toSorted()

it('a reminder reaches each parent once, with amount, due date and payment link, but no followers', async () => {
  const { club, feePlayerId } = await aClubWithParents()
  await recordPayment(club, feePlayerId, 1500)
  expect((await remind(club, feePlayerId)).status).toBe(200)
  await told(feePlayerId)
  await told(feePlayerId)
  expect(addressees()).toEqual(parentsOf(club))
  const [mail] = reminders()
  expect(mail?.subject).toBe('Season for Mia: $35.00')
  expect(mail?.text).toContain('Springfield FC asks you to pay $35.00 for Mia. It is due on December 1, 2026.')
  const [, payId = ''] = /\/pay\/([\w-]{32})\?fee=\S+(?!\S)/.exec(mail?.text ?? '') ?? []
  const { body } = await call('GET /rest-api/pay/{payId}', { as: undefined, payId })
  expect(body.fees.map(({ feePlayerId: id, outstandingInCents }) => [id, outstandingInCents])).toEqual([
    [feePlayerId, 3500],
  ])
  expect(mail?.text).not.toContain('Moreno')
})

it('a reminder reaches a child’s own account only if the child has no adult with an account', async () => {
  const { club, feePlayerId } = await aClubWithParents()
  const { playerId } = club.mia
  const asTheChild = (name: string) => playerAccounts.create({ userId: club.user(name), playerId })
  await write(stamp, asTheChild('parent2'), players.change({ playerId }, { set: { bornOn: '2012-05-01' } }))
  await remind(club, feePlayerId)
  await told(feePlayerId)
  expect(addressees()).toEqual([emailOf(club, 'parent')])
  await write(stamp, asTheChild('parent'))
  await remind(club, feePlayerId, '2026-11-23T18:00:00Z')
  await told(feePlayerId, '2026-11-23T18:00:00Z')
  expect(addressees()).toEqual([emailOf(club, 'parent'), ...parentsOf(club)].toSorted())
})

it('a reminder of a split fee reaches only the home that is asked for it', async () => {
  const { club, feePlayerId } = await aClubWithParents()
  await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { payers: [club.user('parent2')] } }))
  await remind(club, feePlayerId)
  await told(feePlayerId)
  expect(addressees()).toEqual([emailOf(club, 'parent2')])
})

it('a queued reminder is not sent to the other home if the fee is split before delivery', async () => {
  const { club, feePlayerId } = await aClubWithParents()
  await remind(club, feePlayerId)
  await deliverTo(handler, fees.key({ playerFeeId: feePlayerId }), noon)
  await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { payers: [club.user('parent')] } }))
  await post.deliver({ now: noon })
  expect(addressees()).toEqual([emailOf(club, 'parent')])
})

it('a reminder contains the club’s note in full, and the installments that follow', async () => {
  const description = 'Bus $12.50 and lunch 1/2 of it. '.repeat(7).trim()
  const instalments = [3334, 3333, 3333].map((amountInCents, i) => ({ amountInCents, dueOn: `2026-12-0${i + 1}` }))
  const { club, feeId } = await aClubWithParents({ name: 'Kit', amount: 10_000, instalments, description })
  const first = playerFeeOf(instalmentFeeOf(feeId, 0), club.mia.playerId)
  await remind(club, first)
  await told(first)
  const { subject, text } = reminders()[0] ?? { subject: '', text: '' }
  expect(subject).toBe('Kit (1/3) for Mia: $33.34')
  expect(text).toContain(`Note: ${description}`)
  expect(text).toContain('Kit (2/3): $33.33, due on December 2, 2026\nKit (3/3): $33.33, due on December 3, 2026')
  expect(text).toContain(`?fee=${first}`)
})

it('a reminder is neither sent nor accepted while a payment is pending', async () => {
  const { club, feePlayerId } = await aClubWithParents()
  await remind(club, feePlayerId)
  const paymentId = `${club.organizationId}.${newPart('y')}`
  const under: Payment = {
    ...{
      paymentId,
      paymentAccountId: `${club.organizationId}.${newPart('a')}`,
      provider: 'STRIPE',
      state: 'processing',
    },
    ...{ parts: [{ playerFeeId: feePlayerId, name: 'Season', cents: 5000 }], amount: 5000, surcharge: 0 },
    ...{ platformCents: 0, ends: noon, returned: 0 },
  }
  await write(stamp, payments.create(under), fees.change({ playerFeeId: feePlayerId }, { set: { paying: paymentId } }))
  await told(feePlayerId)
  expect(reminders()).toEqual([])
  expect((await remind(club, feePlayerId, '2026-11-23T18:00:00Z')).refusal.code).toBe('being_paid')
})

it('a reminder says that the fee is late when it is overdue', async () => {
  const { club, feePlayerId } = await aClubWithParents({ dueOn: '2026-11-20' })
  await remind(club, feePlayerId)
  await told(feePlayerId)
  expect(post.mails[0]?.subject).toBe('Season for Mia is overdue: $50.00')
})

it('a reminder can be requested at most once a day, even concurrently', async () => {
  const { club, feePlayerId } = await aClubWithParents()
  const answers = await Promise.all(Array.from({ length: 5 }, () => remind(club, feePlayerId)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code))).toEqual(
    new Set(['told_already']),
  )
  expect((await remind(club, feePlayerId, '2026-11-22T14:30:00Z')).status).toBe(200)
})

it('a queued reminder is not sent once the fee is paid, nor to a parent who left the family', async () => {
  const { club, feePlayerId } = await aClubWithParents()
  await remind(club, feePlayerId)
  await leaveFamily(club, 'parent2')
  await told(feePlayerId)
  expect(addressees()).toEqual([emailOf(club, 'parent')])
  post.mails = []
  await remind(club, feePlayerId, '2026-11-23T18:00:00Z')
  await recordPayment(club, feePlayerId, 5000)
  await told(feePlayerId, '2026-11-23T18:00:00Z')
  expect(addressees()).toEqual([])
  expect((await remind(club, feePlayerId, '2026-11-25T18:00:00Z')).refusal.code).toBe('fee_settled')
})

it('a new fee is announced to parents only if requested when charging', async () => {
  const { club, feeId, feePlayerId } = await aClubWithParents()
  expect(await fees.get({ playerFeeId: feePlayerId })).not.toHaveProperty('mail')
  const again = await charge(club, { feeId: feeId.replace(/.$/, feeId.endsWith('0') ? '1' : '0'), tell: true })
  expect(again.status).toBe(200)
  const first = (await fees.ofPlayer(club.mia.playerId)).find(({ mail }) => mail === 'wanted')
  await told(first?.playerFeeId ?? '')
  expect(addressees()).toEqual(parentsOf(club))
})
