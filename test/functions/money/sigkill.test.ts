import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { settle } from '#functions/money/pay/settle.ts'
import { settleRefund } from '#functions/money/pay/settleRefund.ts'
import { fees } from '#functions/table/fees.ts'
import { payments, refunds } from '#functions/table/payments.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { aClubWithFee, balancesOf, charge } from './charging.ts'
import { acceptCards, familyLink, paymentAt, payOnPage, returnFromPage, start, stripeApi } from './online.ts'
import type { Task } from './settling-process.ts'

/** Number of kills: one in `npm test`; `RUNS=11000` makes a hundred, see testLong.ts. */
const { RUNS } = process.env
const kills = RUNS ? Math.ceil(Number(RUNS) / 110) : 1
const soon = '2026-11-21T18:30:00Z'

/** Runs tasks in a process and kills it after this many are done. */
async function killedDuring(tasks: readonly Task[], after: number): Promise<void> {
  const file = new URL('settling-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  let done = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') child.stdin.write(tasks.map((task) => `${JSON.stringify(task)}\n`).join(''))
    else if (++done === after) child.kill('SIGKILL')
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

it('charges, a refund and an installment are done once after their process was killed and they were retried', async () => {
  for (let kill = 0; kill < kills; kill++) await killedOnce(2 + (kill % 3))
})

/**
 * A family in a new club makes four payments, of which one is refunded; the process that settles them is killed after this many
 * tasks.
 */
async function killedOnce(after: number): Promise<void> {
  const { club } = await aClubWithFee({ amount: 5000, dueOn: '2026-11-20' })
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const wanted = { payId: await familyLink(club), paymentAccountId, total: 5234 }
  const card = { as: club.user('parent'), orgId: club.organizationId }
  await payOnPage(
    (await call('POST /rest-api/fee/cards/{orgId}', { ...card, body: { attempt: 'attempt-1' } })).body.url,
  )
  await call('POST /rest-api/fee/cards/{orgId}/kept', card)
  const owner = { organizationId: club.organizationId, userId: card.as }

  const onePaid = async () => {
    const feeId = `${club.falcons.teamId}.${newPart('d')}`
    // Due later, so that the saved card does not pay it.
    await charge(club, { feeId, dueOn: '2028-03-01' })
    const feePlayerId = playerFeeOf(feeId, club.mia.playerId)
    const { body } = await start({ ...wanted, attempt: newPart('attempt'), feePlayerIds: [feePlayerId] })
    return { feePlayerId, paymentId: paymentAt(await payOnPage(body.url)) }
  }
  const paid = await Promise.all([onePaid(), onePaid()])
  const returned = await onePaid()
  await returnFromPage(wanted.payId, returned.paymentId)
  const refund = { refundId: 'refund-1', paymentId: returned.paymentId, amountInCents: 5000 }
  await call('POST /rest-api/fee/refund/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId: returned.feePlayerId,
    body: { ...refund, as: 'waived', withFee: false },
  })
  const at = '2026-11-22T18:00:00Z'
  await killedDuring(
    [
      { does: 'collect', ...owner, at },
      ...paid.map(({ paymentId }) => ({ does: 'settle', paymentId }) as const),
      { does: 'refund', paymentId: returned.paymentId, refundId: 'refund-1' },
    ],
    after,
  )
  // As the sweeper and the next hourly run do.
  const stamp = { actor: 'money-sweep', at: soon }
  for (const { paymentId } of paid) await settle(stamp, paymentId)
  await settleRefund(stamp, { paymentId: returned.paymentId, refundId: 'refund-1' })
  await chargeSavedCard({ actor: 'money-autopay', at: at.replace('T18', 'T19') }, owner)
  const states = await Promise.all(
    [...paid, returned].map(async ({ feePlayerId, paymentId }) => [
      (await payments.get({ paymentId }, { consistent: true }))?.state,
      (await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying,
      ...(await refunds.of({ paymentId })).map(({ state }) => state),
    ]),
  )
  expect(states).toEqual([...paid.map(() => ['paid', undefined]), ['paid', undefined, 'done']])
  expect((await savedCards.get(owner, { consistent: true }))?.charging).toBeUndefined()
  const { data } = await stripeApi<{ data: { net: number; type: string }[] }>(
    'GET',
    'balance_transactions',
    { limit: '100' },
    stripeAccount,
  )
  expect(data.filter(({ type }) => type === 'charge')).toHaveLength(4)
  expect(data.filter(({ type }) => type === 'refund')).toHaveLength(1)
  const balances = await balancesOf(club)
  expect(balances['assets:clearing:stripe']).toBe(data.reduce((sum, { net }) => sum + net, 0))
  expect(balances['liabilities:credit']).toBeUndefined()
}
