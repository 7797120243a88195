import { expect, it } from 'vitest'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { write } from '#functions/table/table.ts'
import { call, send } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aClubWithFee, balancesOf, charge, recordPayment } from './charging.ts'
import { deliverRefunds, returnFromPage } from './online.ts'
import { payOnline, readyToPay } from './readyToPay.ts'

/** Ledger entries between two days, as a spreadsheet for treasurers. */
const span = { from: '2026-01-01', to: '2026-12-31' }
async function linesOf(club: Club, query = span) {
  const { status, headers, body } = await send('GET /rest-api/fee/ledger/{orgId}', {
    as: club.user('admin'),
    orgId: club.organizationId,
    query,
  })
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, ...lines] = String(body).replace('\ufeff', '').trimEnd().split('\r\n')
  return { head, lines }
}

it('the ledger table names player, fee, method, note and account in the reader’s language', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await call('POST /rest-api/fee/manual-payment/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { paymentId: 'cash-0001', amountInCents: 1234, how: 'CASH', paidOn: '2026-11-14', note: 'At the gate' },
  })
  const { head, lines } = await linesOf(club)
  expect(head).toBe('Day,What,Player,Fee,Paid by,Note,Account,Amount,Entry')
  expect(lines.filter((line) => line.startsWith('2026-11-14'))).toEqual([
    `2026-11-14,Manual payment,Mia Moreno,Season,Cash,At the gate,Cash,12.34,manual:${feePlayerId}:cash-0001`,
    `2026-11-14,Manual payment,Mia Moreno,Season,Cash,At the gate,Owed by families,-12.34,manual:${feePlayerId}:cash-0001`,
  ])
  await write(stamp, noticeChoices.create({ userId: club.user('admin'), language: 'es' }))
  const spanish = await linesOf(club)
  expect(spanish.head).toBe('Día,Qué,Jugador,Cuota,Medio de pago,Nota,Cuenta,Importe,Asiento')
  expect(spanish.lines.join('\n')).toContain(',Pago manual,Mia Moreno,Season,Efectivo,At the gate,')
})

it('the ledger table holds the entries of the given days; manual payments count on the day they were made', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await call('POST /rest-api/fee/manual-payment/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { paymentId: 'cash-0001', amountInCents: 1234, how: 'CASH', paidOn: '2026-11-14', note: '' },
  })
  const days = async (from: string, to: string) =>
    (await linesOf(club, { from, to })).lines.map((line) => line.slice(0, 10))
  expect(await days('2026-11-14', '2026-11-14')).toEqual(['2026-11-14', '2026-11-14'])
  expect(await days('2026-11-15', '2026-11-20')).toEqual([])
  expect(await days('2026-11-21', '2026-11-21')).toEqual(['2026-11-21', '2026-11-21'])
  expect(await days('2026-11-22', '2026-11-13')).toEqual([])
})

it('the ledger table adds up to the balances, has a label for everything, and names players of online payments', async () => {
  const { club, wanted, payId, feePlayerId } = await readyToPay()
  const as = club.user('admin')
  await charge(club, { name: 'Kit', amount: 1999, players: [club.mia, club.leo] })
  const paymentId = await payOnline(wanted)
  await returnFromPage(payId, paymentId)
  const body = { refundId: 'refund-1', paymentId, amountInCents: 1234, as: 'waived', withFee: false } as const
  await call('POST /rest-api/fee/refund/{feePlayerId}', { as, feePlayerId, body })
  await deliverRefunds(paymentId)
  const query = { playerId: club.leo.playerId }
  const { body: found } = await call('GET /rest-api/fee/search/{orgUnitId}', {
    as,
    orgUnitId: club.organizationId,
    query,
  })
  await recordPayment(club, found.fees[0]?.feePlayerId ?? '', 999)
  const { lines } = await linesOf(club)
  const cells = lines.map((line) => line.split(','))
  const sums = new Map<string, number>()
  for (const row of cells) {
    const [account = '', amount = ''] = row.slice(-3)
    sums.set(account, (sums.get(account) ?? 0) + Math.round(Number(amount) * 100))
  }
  const balances = await balancesOf(club)
  expect([sums.get('Owed by families'), sums.get('At Stripe'), sums.get('Cash')]).toEqual([
    balances['assets:receivable'],
    balances['assets:clearing:stripe'],
    balances['assets:cash'],
  ])
  expect([...sums.values()].reduce((all, cents) => all + cents, 0)).toBe(0)
  // Every effect and account has a label.
  expect(cells.filter(([, what = ''], i) => /^[a-z]/.test(what) || /:/.test(cells[i]?.at(-3) ?? ''))).toEqual([])
  const online = cells.find(([, what]) => what === 'Paid online')
  expect(online?.slice(2, 5)).toEqual(['Mia Moreno', 'Season', expect.stringMatching(/•••• \d{4}$/)])
})
