import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { call, send } from '../call.ts'
import { balancesOf, charge, recordPayment } from './charging.ts'
import { deliverRefunds, returnFromPage } from './online.ts'
import { payOnline, readyToPay } from './readyToPay.ts'

/** An independent accounting program, where it is installed. */
const hledger = (journal: string, ...asked: string[]) =>
  spawnSync('hledger', ['-f', '-', ...asked], { input: journal, encoding: 'utf8' })
const isInstalled = hledger('', '--version').status === 0

it.runIf(isInstalled)(
  'an exported journal passes hledger’s strict check, with the same balance in every account',
  async () => {
    const { club, wanted, payId, feePlayerId } = await readyToPay()
    const as = club.user('admin')
    await charge(club, { name: 'Kit', amount: 1999, players: [club.mia, club.leo] })
    const paymentId = await payOnline(wanted)
    await returnFromPage(payId, paymentId)
    const body = { refundId: 'refund-1', paymentId, amountInCents: 1234, as: 'waived', withFee: false } as const
    await call('POST /rest-api/fee/refund/{feePlayerId}', { as, feePlayerId, body })
    await deliverRefunds(paymentId)
    const { body: found } = await call('GET /rest-api/fee/search/{orgUnitId}', {
      as,
      orgUnitId: club.organizationId,
      query: { playerId: club.leo.playerId },
    })
    await recordPayment(club, found.fees[0]?.feePlayerId ?? '', 999)

    const { body: journal } = await send('GET /rest-api/fee/journal/{orgId}', { as, orgId: club.organizationId })
    const text = String(journal)
    const checked = hledger(text, 'check', '--strict')
    expect([checked.status, checked.stderr]).toEqual([0, ''])
    const shown = hledger(text, 'balance', '--flat', '--no-total', '--output-format=json').stdout
    type Amount = { acommodity: string; aquantity: { decimalMantissa: number; decimalPlaces: number } }
    const [rows] = JSON.parse(shown) as [[string, string, number, Amount[]][]]
    const cents = rows.map(([account, , , [amount]]) => {
      const { decimalMantissa = 0, decimalPlaces = 0 } = amount?.aquantity ?? {}
      return [account, Math.round(decimalMantissa * 10 ** (2 - decimalPlaces))]
    })
    expect(Object.fromEntries(cents)).toEqual(await balancesOf(club))
    // It reports a journal with a missing line.
    const without = text.replace(/\n {4}income:fees[^\n]*/, '')
    expect(without).not.toBe(text)
    expect(hledger(without, 'check').status).not.toBe(0)
  },
)
