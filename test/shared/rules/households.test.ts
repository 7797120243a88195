import { describe, expect, it } from 'vitest'
import { digits, sharedContacts } from '#shared/rules/households.ts'

type Guardian = { email?: string; phone?: string }
const row = (row: number, ...guardians: Guardian[]) => ({
  row,
  firstName: 'Mia',
  lastName: `Moreno ${row}`,
  guardians: guardians.map((guardian) => ({ name: 'Rosa Moreno', ...guardian })),
})

it('a phone number is reduced to its digits, without a leading 00', () => {
  expect(digits('(312) 555-0142')).toBe('3125550142')
  expect(digits('312.555.0142')).toBe('3125550142')
  expect(digits('00 34 600')).toBe('34600')
  expect(digits('34 600 00 1')).toBe('34600001')
})

describe('rows with a shared contact', () => {
  it('are grouped by email regardless of case, shown as first written', () => {
    const rows = [
      row(2, { email: 'Rosa@example.org' }),
      row(4, { email: 'rosa@EXAMPLE.org' }),
      row(5, { email: 'b@example.org' }),
    ]
    expect(sharedContacts(rows)).toEqual([{ key: 'rosa@example.org', by: 'Rosa@example.org', rows: [2, 4] }])
  })
  it('are grouped by phone, also of another guardian', () => {
    const rows = [row(1, { phone: '(312) 555-0142' }), row(2, {}, { phone: '312.555.0142' })]
    expect(sharedContacts(rows)).toEqual([{ key: '3125550142', by: '(312) 555-0142', rows: [1, 2] }])
  })
  it('are not grouped by missing contacts, phones without digits, or repetitions in a row', () => {
    expect(sharedContacts([row(1, {}), row(2, {})])).toEqual([])
    expect(sharedContacts([row(1, { phone: '-' }), row(2, { phone: '-' })])).toEqual([])
    expect(sharedContacts([row(1, { email: 'a@example.org' }, { email: 'a@example.org' })])).toEqual([])
  })
  it('are not grouped if more than eight share the contact, which is then the club’s own', () => {
    const of = (count: number) => Array.from({ length: count }, (_, i) => row(i + 1, { email: 'office@example.org' }))
    expect(sharedContacts(of(8))).toEqual([
      { key: 'office@example.org', by: 'office@example.org', rows: [1, 2, 3, 4, 5, 6, 7, 8] },
    ])
    expect(sharedContacts(of(9))).toEqual([])
  })
  it('are one group if several contacts connect them, each row once and in order', () => {
    const rows = [
      row(10, { email: 'a@example.org' }),
      row(9, { email: 'a@example.org', phone: '12' }),
      row(1, { phone: '12' }),
      row(3, { email: 'c@example.org' }),
      row(4, { email: 'c@example.org' }),
    ]
    expect(sharedContacts(rows)).toEqual([
      { key: 'a@example.org', by: 'a@example.org', rows: [1, 9, 10] },
      { key: 'c@example.org', by: 'c@example.org', rows: [3, 4] },
    ])
  })
})
