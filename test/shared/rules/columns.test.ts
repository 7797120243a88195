import { describe, expect, it } from 'vitest'
import { type ColumnField, guessColumns } from '#shared/rules/columns.ts'

type Key = 'firstName' | 'lastName' | 'name' | 'number' | 'bornOn' | 'email'
const fields: ColumnField<Key>[] = [
  { key: 'firstName', headings: ['first name', 'given name', 'nombre', 'vorname', 'player first name'] },
  { key: 'lastName', headings: ['last name', 'surname', 'apellidos', 'nachname', 'player last name'] },
  { key: 'name', headings: ['name', 'player', 'full name', 'jugador'] },
  { key: 'number', headings: ['#', 'no', 'number', 'jersey'], looksLike: (value) => /^\d{1,3}$/.test(value) },
  {
    key: 'bornOn',
    headings: ['dob', 'date of birth', 'birthday'],
    looksLike: (value) => /^\d{4}-\d\d-\d\d$/.test(value),
  },
  { key: 'email', headings: ['email', 'e-mail', 'correo'], looksLike: (value) => value.includes('@') },
]
const guess = (...rows: string[][]) => guessColumns(rows, fields)

describe('headings', () => {
  it.each([
    [
      ['Player Last Name', 'Player First Name', 'D.O.B.', '#'],
      ['lastName', 'firstName', 'bornOn', 'number'],
    ],
    [
      ['APELLIDOS', 'Nombre', 'Correo'],
      ['lastName', 'firstName', 'email'],
    ],
    [
      ['last_name', 'first_name', 'E-Mail Address'],
      ['lastName', 'firstName', 'email'],
    ],
    [
      ['Full Name (as in passport)', 'Jersey'],
      ['name', 'number'],
    ],
    [
      ['Shoe size', 'Name'],
      [undefined, 'name'],
    ],
    [
      ['Name', 'Name'],
      ['name', undefined],
    ],
    // The best heading for a field wins, wherever it is.
    [
      ['Full name of the player', 'Player'],
      [undefined, 'name'],
    ],
    [
      ['Number', '#'],
      ['number', undefined],
    ],
    [
      ['player_first_name', 'Date  of (birth)'],
      ['firstName', 'bornOn'],
    ],
    [
      ['Name', 'Playing since', 'E mail'],
      ['name', undefined, 'email'],
    ],
    [
      ['Please write the date of birth here', `Please write the full name ${'x'.repeat(30)}`],
      ['bornOn', undefined],
    ],
  ])('are recognized in any order, case and language: %j', (headings, expected) => {
    const row = headings.map(() => 'x')
    expect(guess(headings, row)).toEqual({ headRows: 1, fields: expected })
  })

  it('are recognized below a title and an empty row', () => {
    expect(guess(['Riverside U12', ''], [''], ['Name', 'Email'], ['Mia Moreno', 'a@b.example'])).toEqual({
      headRows: 3,
      fields: ['name', 'email'],
    })
  })
})

describe('the heading row', () => {
  const data = ['Mia Moreno', 'x@y.example']
  it('is the first one with the most headings', () => {
    expect(guess(['Name', 'x'], ['Name', 'Email'], ['Player', 'Correo'])).toEqual({
      headRows: 2,
      fields: ['name', 'email'],
    })
  })
  it('is one of the first five rows', () => {
    const titles = (count: number) => Array.from({ length: count }, () => ['Riverside'])
    expect(guess(...titles(4), ['Name', 'Email'], data).headRows).toBe(5)
    expect(guess(...titles(5), ['Name', 'Email'], data).headRows).toBe(0)
  })
  it('may be shorter than the rows below it', () => {
    expect(guess(['Name'], ['Mia', '7', 'a@b.example'])).toEqual({ headRows: 1, fields: ['name', 'number', 'email'] })
    expect(guess(['Name', ' '], ['Mia', ' 7 '])).toEqual({ headRows: 1, fields: ['name', 'number'] })
  })
})

describe('columns without headings', () => {
  it('are not mapped to a field that has a heading', () => {
    expect(guess(['Number', ''], ['1', '7'])).toEqual({ headRows: 1, fields: ['number', undefined] })
  })
  it('are mapped to one field each', () => {
    expect(guess(['7', '8', 'x'])).toEqual({ headRows: 0, fields: ['number', undefined, undefined] })
  })
  it('are ignored if empty or mixed', () => {
    expect(guess(['Name', '', ''], ['Mia', '', '7'], ['Leo', ' ', 'seven'])).toEqual({
      headRows: 1,
      fields: ['name', undefined, undefined],
    })
  })
  it('are recognized by their first fifty rows', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ['7'])
    expect(guess(...rows(49), ['x']).fields).toEqual([undefined])
    expect(guess(...rows(50), ['x']).fields).toEqual(['number'])
    const below = (count: number) => rows(count).map(([value = '']) => ['Mia', value])
    expect(guess(['Name', ''], ...below(49), ['Leo', 'x']).fields).toEqual(['name', undefined])
    expect(guess(['Name', ''], ...below(50), ['Leo', 'x']).fields).toEqual(['name', 'number'])
  })
  it('are recognized by their values', () => {
    expect(guess(['Mia Moreno', '7', '2014-05-01', 'a@b.example'], ['Leo', '12', '2016-05-01', ''])).toEqual({
      headRows: 0,
      fields: [undefined, 'number', 'bornOn', 'email'],
    })
  })

  it('with an unknown heading are ignored', () => {
    expect(guess(['Name', 'Locker'], ['Mia', '12'])).toEqual({ headRows: 1, fields: ['name', undefined] })
  })

  it('of an empty table are none', () => {
    expect(guess()).toEqual({ headRows: 0, fields: [] })
    expect(guess([], [''])).toEqual({ headRows: 0, fields: [undefined] })
  })
})
