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
  ])('are read in any order, case and language: %j', (headings, expected) => {
    const row = headings.map(() => 'x')
    expect(guess(headings, row)).toEqual({ headRows: 1, fields: expected })
  })

  it('may stand below a title and an empty row', () => {
    expect(guess(['Riverside U12', ''], [''], ['Name', 'Email'], ['Mia Moreno', 'a@b.example'])).toEqual({
      headRows: 3,
      fields: ['name', 'email'],
    })
  })
})

describe('columns without headings', () => {
  it('are told apart by what stands in them', () => {
    expect(guess(['Mia Moreno', '7', '2014-05-01', 'a@b.example'], ['Leo', '12', '2016-05-01', ''])).toEqual({
      headRows: 0,
      fields: [undefined, 'number', 'bornOn', 'email'],
    })
  })

  it('are left out where their heading says something unknown', () => {
    expect(guess(['Name', 'Locker'], ['Mia', '12'])).toEqual({ headRows: 1, fields: ['name', undefined] })
  })

  it('of an empty table are none', () => {
    expect(guess()).toEqual({ headRows: 0, fields: [] })
    expect(guess([], [''])).toEqual({ headRows: 0, fields: [undefined] })
  })
})
