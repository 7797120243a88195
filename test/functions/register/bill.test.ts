import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { billLines, amountText } from '#functions/register/bill.ts'
import type { RegistrationEntry } from '#functions/table/registrationEntries.ts'

const entry: RegistrationEntry = {
  registrationId: 'o.t.r',
  playerId: 'o.p',
  userId: 'ann',
  firstName: 'Mia',
  lastName: 'Moreno',
  optionIds: ['a'],
  addOns: [],
  isNew: false,
  answers: {},
  state: 'registered',
  payBy: 'BILL',
  absorbFees: false,
  lines: [
    { name: 'Camp', quantity: 1, cents: 12_000 },
    { name: 'Shirt', quantity: 2, cents: 5000 },
  ],
  reductions: [
    { name: 'Sibling discount', cents: 1200 },
    { name: 'Early bird', cents: 600 },
    { name: 'SPRING', cents: 200 },
  ],
  priceInCents: 15_000,
  parts: [{ amountInCents: 15_000, dueOn: '2027-01-15' }],
  feeId: 'o.t.d',
  signed: [],
  registeredAt: '2026-11-20T18:00:00Z',
  place: 'O',
}
const [english, spanish] = [sayIn('en'), sayIn('es')]
const dues = (of: Partial<RegistrationEntry>) =>
  billLines({ ...entry, ...of }, english).filter(([name]) => name.startsWith('Due'))
const twice = [
  { amountInCents: 10_000, dueOn: '2027-01-15' },
  { amountInCents: 5000, dueOn: '2027-02-15' },
]

it('a bill lists choices, named reductions, total and due date in the reader’s language', () => {
  expect(billLines(entry, english)).toEqual([
    ['Camp', '$120.00'],
    ['Shirt × 2', '$50.00'],
    ['Sibling discount', '−$12.00'],
    ['Early bird', '−$6.00'],
    ['SPRING', '−$2.00'],
    ['Total', '$150.00'],
    ['Due January 15, 2027', '$150.00'],
  ])
  const names = billLines(entry, spanish).map(([name]) => name)
  expect(names).toEqual([
    ...['Camp', 'Shirt × 2', 'Descuento por hermanos', 'Inscripción temprana', 'SPRING', 'Total'],
    'Vence 15 de enero de 2027',
  ])
})

it('due dates are omitted for a single online payment or a held place, and for parts without an amount', () => {
  expect(dues({ payBy: 'ONLINE' })).toEqual([])
  expect(dues({ state: 'waiting' })).toEqual([])
  expect(dues({ payBy: 'ONLINE', state: 'paying', parts: twice })).toEqual([
    ['Due January 15, 2027', '$100.00'],
    ['Due February 15, 2027', '$50.00'],
  ])
  expect(dues({ parts: [] })).toEqual([])
  const free = [{ amountInCents: 0, dueOn: '2027-01-15' }, ...twice.slice(1)]
  expect(dues({ parts: free })).toEqual([['Due February 15, 2027', '$50.00']])
})

it('amounts still due are listed if they differ from the total, and a deposit as a reduction', () => {
  const deposit = { cents: 2500, feeId: 'o.t.w' }
  expect(billLines({ ...entry, deposit }, english, twice.slice(0, 1)).slice(-3)).toEqual([
    ['Total', '$150.00'],
    ['Deposit', '−$25.00'],
    ['Due January 15, 2027', '$100.00'],
  ])
  expect([amountText(0, english), amountText(0, spanish), amountText(1, english)]).toEqual(['free', 'gratis', '$0.01'])
})
