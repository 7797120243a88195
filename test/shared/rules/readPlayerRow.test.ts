import { describe, expect, it } from 'vitest'
import { type Cells, joinList, readPlayerRow } from '#shared/rules/readPlayerRow.ts'
import type { PlayerField as Question } from '#shared/rules/organizations.ts'

const falcons = { id: 'falcons', name: 'U12 Falcons' }
const reading = { order: 'mdy', today: '2026-11-22', teams: [falcons] } as const
const read = (cells: Cells, more: object = {}) => readPlayerRow(7, cells, { ...reading, ...more })
const codes = (cells: Cells, more: object = {}) => read(cells, more).faults.map(({ field, code }) => `${field} ${code}`)
const mia = { firstName: 'Mia', lastName: 'Moreno' }
const goals = (count: number) => '🥅'.repeat(count)

describe('a row of a player table', () => {
  it('becomes a player with the given values only', () => {
    expect(read(mia)).toEqual({ row: { row: 7, ...mia, guardians: [] }, faults: [] })
    expect(
      read({
        ...mia,
        bornOn: '5/1/2014',
        number: '#7',
        position: ' Goalkeeper ',
        team: 'u12  falcons',
        guardianName: 'Ana Moreno',
        guardianEmail: 'Ana@Moreno.example',
        guardianPhone: '555 0100',
        otherName: 'Leo',
        otherLastName: 'Kim',
        otherEmail: 'Leo Kim <leo@kim.example>',
      }),
    ).toEqual({
      row: {
        row: 7,
        ...mia,
        bornOn: '2014-05-01',
        number: '7',
        position: 'Goalkeeper',
        teamId: 'falcons',
        guardians: [
          { name: 'Ana Moreno', email: 'ana@moreno.example', phone: '555 0100' },
          { name: 'Leo Kim', email: 'leo@kim.example' },
        ],
      },
      faults: [],
    })
  })

  it.each<[Cells, string, string]>([
    [{ name: 'Mia Moreno' }, 'Mia', 'Moreno'],
    [{ name: 'Moreno, Mia' }, 'Mia', 'Moreno'],
    [{ name: 'van Eijma , Roshon' }, 'Roshon', 'van Eijma'],
    [{ name: 'Danley Jean Jacques' }, 'Danley', 'Jean Jacques'],
    [{ name: 'Alisson' }, 'Alisson', ''],
    [{ name: 'Moreno,' }, 'Moreno,', ''],
    [{ name: ',Mia' }, ',Mia', ''],
    [{ name: 'a, b, c' }, 'a,', 'b, c'],
    [{ firstName: ' Mia ' }, 'Mia', ''],
    [{ lastName: 'Moreno' }, 'Moreno', ''],
    [{ firstName: 'Mia', lastName: 'Moreno', name: 'Somebody Else' }, 'Mia', 'Moreno'],
    [{ firstName: ' ', lastName: '', name: 'Mia Moreno' }, 'Mia', 'Moreno'],
    [{ name: 'Mia\u200b Moreno' }, 'Mia', 'Moreno'],
  ])('has names, however they are split: %j', (cells, firstName, lastName) => {
    const { row, faults } = read(cells)
    expect([row.firstName, row.lastName, faults]).toEqual([firstName, lastName, []])
  })

  it.each<[Cells, string[]]>([
    [{}, ['name required']],
    [{ name: '\u200b' }, ['name required']],
    [{ firstName: '\u200b' }, ['firstName required']],
    [{ name: goals(64) }, []],
    [{ name: goals(65) }, ['name too_long']],
    [{ name: `Mia ${goals(65)}` }, ['name too_long']],
    [{ firstName: goals(64), lastName: goals(64) }, []],
    [{ ...mia, lastName: goals(65) }, ['lastName too_long']],
    [{ ...mia, firstName: goals(65) }, ['firstName too_long']],
    [{ lastName: goals(65) }, ['lastName too_long']],
  ])('needs a name within the limit: %#', (cells, faults) => expect(codes(cells)).toEqual(faults))

  it.each<[string, string | undefined, string[]]>([
    ['11/22/2026', '2026-11-22', []],
    ['11/23/2026', '2026-11-23', ['bornOn not_born_yet']],
    ['1/2/27', '1927-01-02', []],
    ['1/2/26', '2026-01-02', []],
    ['13/1/2014', undefined, ['bornOn not_a_day']],
    ['soon', undefined, ['bornOn not_a_day']],
    [' ', undefined, []],
  ])('with the birth date %j has the date %s', (bornOn, day, faults) => {
    const { row } = read({ ...mia, bornOn })
    expect([row.bornOn, codes({ ...mia, bornOn })]).toEqual([day, faults])
  })
  it('reads dates in the order of its table', () =>
    expect(read({ ...mia, bornOn: '13/1/2014' }, { order: 'dmy' }).row.bornOn).toBe('2014-01-13'))

  it.each<[Cells, string[]]>([
    [{ number: goals(4), position: goals(30) }, []],
    [{ number: goals(5) }, ['number too_long']],
    [{ number: `#${'1'.repeat(4)}` }, []],
    [{ position: goals(31) }, ['position too_long']],
    [{ team: 'Otters' }, ['team unknown_team']],
    [{ guardianName: 'x'.repeat(64), guardianPhone: `1${' '.repeat(38)}1` }, []],
    [{ guardianName: 'x'.repeat(65) }, ['guardianName too_long']],
    [{ guardianName: 'x'.repeat(32), guardianLastName: 'x'.repeat(31) }, []],
    [{ guardianName: 'x'.repeat(32), guardianLastName: 'x'.repeat(32) }, ['guardianName too_long']],
    [{ guardianLastName: 'Kim', guardianEmail: 'kim' }, ['guardianEmail invalid_email']],
    [{ guardianEmail: 'ana' }, ['guardianEmail invalid_email']],
    [{ guardianEmail: 'Ana <ana>' }, ['guardianEmail invalid_email']],
    [{ guardianPhone: 'later' }, ['guardianPhone invalid']],
    [{ guardianPhone: '1'.repeat(41) }, ['guardianPhone invalid']],
    [
      { otherName: 'x'.repeat(65), otherEmail: 'b', otherPhone: '?' },
      ['otherEmail invalid_email', 'otherName too_long', 'otherPhone invalid'],
    ],
    [{ guardianName: 'Ana' }, []],
  ])('reports errors with their fields: %#', (cells, faults) => expect(codes({ ...mia, ...cells })).toEqual(faults))
})

describe('the team of a row', () => {
  const teamsSaid = new Map([
    ['falken', 'falcons'],
    ['u12 falcons', 'otters'],
    ['none', ''],
  ])
  it.each([
    ['', undefined],
    ['Falken', 'falcons'],
    ['U12 Fálcons', 'otters'],
    ['None', undefined],
  ])('named %j is %s, as assigned by the user', (team, id) => {
    const { row, faults } = read({ ...mia, team }, { teamsByName: teamsSaid })
    expect([row.teamId, faults]).toEqual([id, []])
  })
})

describe('the custom fields of a row', () => {
  const ask = (type: Question['type'], choices: string[] = [], required = false): Question => ({
    id: 'q1',
    name: 'Q',
    type,
    choices,
    required,
  })
  const size = ask('CHOICE', ['S', 'M'])
  it.each<[string, Question, string, string | undefined, string[]]>([
    ['a text', ask('TEXT'), ' nuts ', 'nuts', []],
    ['a yes or no', ask('YES_NO'), 'x', 'yes', []],
    ['a choice in the club’s spelling', size, 'm', 'M', []],
    ['an unknown choice', size, 'XL', 'XL', ['own_q1 select_one']],
    ['a date', ask('DATE'), '5/1/2026', '2026-05-01', []],
    ['a future date', ask('DATE'), '5/1/74', '2074-05-01', []],
    ['a two-digit year more than fifty years ahead, which is past', ask('DATE'), '5/1/77', '1977-05-01', []],
    ['an invalid date', ask('DATE'), 'soon', 'soon', ['own_q1 not_a_day']],
    ['an invalid number', ask('NUMBER'), 'ten', 'ten', ['own_q1 not_a_number']],
    ['nothing', ask('TEXT'), ' ', undefined, []],
    ['nothing for a required field, which a table may omit', ask('TEXT', [], true), '', undefined, []],
  ])('are read from their columns: %s', (_what, question, typed, value, faults) => {
    const cells = { ...mia, own_q1: typed }
    const { row } = read(cells, { questions: [question] })
    expect([row.fields, codes(cells, { questions: [question] })]).toEqual([
      value === undefined ? undefined : { q1: value },
      faults,
    ])
    expect(read(cells).row.fields).toBeUndefined()
  })
  it('are absent without a column', () =>
    expect(read(mia, { questions: [size] })).toEqual({ row: { row: 7, ...mia, guardians: [] }, faults: [] }))
})

describe('a row with several teams', () => {
  const bears = { id: 'bears', name: 'U10 Bären' }
  const foxes = { id: 'foxes', name: 'U12 Füchse' }
  const reds = { id: 'reds', name: 'U12, red' }
  const teams = [bears, foxes, reds]
  const on = (cells: Cells, more: object = {}) => {
    const { row, also = [], faults } = read({ ...mia, ...cells }, { teams, ...more })
    const rows = [row, ...also].map(({ teamId, number, position }) => [teamId, number, position])
    return faults.length > 0 ? faults.map(({ field, code }) => `${field} ${code}`) : rows
  }

  it('adds the player to each with its number and position, as an export lists them', () => {
    const cells = { team: 'U10 Bären, u12 fuchse', number: '2, 77', position: 'Goal, Wing' }
    expect(on(cells)).toEqual([
      ['bears', '2', 'Goal'],
      ['foxes', '77', 'Wing'],
    ])
    expect(on({ ...cells, number: '7', position: '' })).toEqual([
      ['bears', '7', undefined],
      ['foxes', '7', undefined],
    ])
    expect(on({ ...cells, number: '1, 2, 3' })).toEqual(['number not_each_team'])
    expect(on({ ...cells, number: '1, 23456' })).toEqual(['number too_long'])
    expect(on({ team: 'U10 Bären, U10 Bären' })).toEqual([['bears', undefined, undefined]])
  })

  it('survives a round trip with gaps, and commas in team names', () => {
    const numbers = joinList(['', '77'])
    expect([numbers, joinList(['2', '']), joinList(['', '']), joinList(['7'])]).toEqual([', 77', '2,', '', '7'])
    expect(
      on({ team: joinList([reds.name, foxes.name]), number: numbers, position: joinList(['Left, back', '']) }),
    ).toEqual([
      ['reds', undefined, 'Left, back'],
      ['foxes', '77', undefined],
    ])
    expect(on({ team: reds.name, number: '2' })).toEqual([['reds', '2', undefined]])
  })

  it('reports the unknown one of several teams, and treats a list without known teams as one name', () => {
    expect(on({ team: 'U10 Bären, U9' })).toEqual(['team unknown_team'])
    expect(on({ team: 'U10 Bären, U9' }, { teamsByName: new Map([['u9', 'foxes']]) })).toEqual([
      ['bears', undefined, undefined],
      ['foxes', undefined, undefined],
    ])
    expect(on({ team: 'Somewhere, else' })).toEqual(['team unknown_team'])
  })

  it('prefers the active one of two teams with the same name', () => {
    const old = { id: 'old', name: 'U10 Bären', archived: true }
    expect(on({ team: 'U10 Bären' }, { teams: [old, bears] })).toEqual([['bears', undefined, undefined]])
    expect(on({ team: 'U10 Bären' }, { teams: [old] })).toEqual([['old', undefined, undefined]])
  })
})
