// own: the sweeper, in tests beside it, would settle payments that have just begun
import { expect, it } from 'vitest'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { familyLink, start } from './online.ts'
import { readyToPay } from './readyToPay.ts'

it('card attempts per payer and day are limited across all of the payer’s payment links', async () => {
  const { club, payId, wanted } = await readyToPay()
  const parent = club.user('parent')
  const day = '2026-11-21'
  const used = (count: number) =>
    update(stamp, budgetsUsed.upsert({ day, who: `by-payer-${parent}`, what: 'tries' }, { set: { day, used: count } }))
  await used(29)
  const attempt = newPart('attempt')
  const first = await start({ ...wanted, attempt })
  expect(first.status).toBe(200)
  // Opening the same page again is not another attempt.
  expect((await start({ ...wanted, attempt })).body).toEqual(first.body)
  const instead = await Promise.all([1, 2].map(() => start({ ...wanted, instead: true })))
  expect(instead.map(({ status, refusal }) => [status, refusal.code])).toEqual([
    [418, 'out_of_budget'],
    [418, 'out_of_budget'],
  ])
  // The pending payment is still pending.
  expect((await start({ ...wanted, attempt })).body).toEqual(first.body)
  const another = await familyLink(club)
  expect(another).not.toBe(payId)
  expect((await start({ ...wanted, payId: another, instead: true })).refusal.code).toBe('out_of_budget')
  // The amount due is still shown.
  expect((await call('GET /rest-api/pay/{payId}', { as: undefined, payId })).body.fees).toHaveLength(1)
})
