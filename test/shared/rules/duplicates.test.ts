import { describe, expect, it } from 'vitest'
import { compare, duplicatesIn } from '#shared/rules/duplicates.ts'

describe('the similarity of two players', () => {
  const mia = { id: '1', firstName: 'Mia', lastName: 'Moreno', teams: [], contacts: [] }
  it.each([
    [
      { ...mia, firstName: 'MÍA', bornOn: '2015-04-01' },
      { ...mia, bornOn: '2015-04-01' },
      90,
      ['sameName', 'sameBirthday'],
    ],
    [{ ...mia, firstName: 'Moreno', lastName: 'Mia' }, mia, 55, ['turnedName']],
    [{ ...mia, lastName: 'Morenno', teams: ['T'] }, { ...mia, teams: ['T'] }, 45, ['nearName', 'sameTeam']],
    [{ ...mia, bornOn: '2015-04-01' }, { ...mia, bornOn: '2012-04-01' }, 15, ['sameName', 'otherBirthday']],
    [{ ...mia, contacts: ['Ana Moreno'] }, { ...mia, contacts: ['ana moreno'] }, 75, ['sameName', 'sameContact']],
    [{ ...mia, firstName: 'Noa' }, mia, 0, []],
    [{ ...mia, bornOn: '2015-04-01' }, mia, 60, ['sameName']],
    [{ ...mia, teams: ['T', 'U'] }, { ...mia, teams: ['U'] }, 65, ['sameName', 'sameTeam']],
    [{ ...mia, teams: ['T'] }, { ...mia, teams: ['U'] }, 60, ['sameName']],
    [{ ...mia, contacts: ['a@b.example'] }, { ...mia, contacts: ['c@d.example'] }, 60, ['sameName']],
    // Always between zero and a hundred.
    [
      { ...mia, bornOn: '2015-04-01', teams: ['T'], contacts: ['a@b.example'] },
      { ...mia, bornOn: '2015-04-01', teams: ['T'], contacts: ['a@b.example'] },
      100,
      ['sameName', 'sameBirthday', 'sameTeam', 'sameContact'],
    ],
    [
      { ...mia, lastName: 'Morenno', bornOn: '2015-04-01' },
      { ...mia, bornOn: '2012-04-01' },
      0,
      ['nearName', 'otherBirthday'],
    ],
    // Winkler's 0.88 is too low.
    [{ ...mia, firstName: 'Tanya', lastName: '' }, { ...mia, firstName: 'Tonya', lastName: '' }, 0, []],
  ] as const)('%j and %j', (a, b, score, reasons) => {
    expect(compare(a, b)).toEqual({ score, reasons })
    expect(compare(b, a)).toEqual({ score, reasons })
  })

  it('lists the most similar pairs first, without repetitions, up to a limit', () => {
    const list = [
      mia,
      { ...mia, id: '2' },
      { ...mia, id: '3', bornOn: '2015-04-01' },
      { ...mia, id: '4', bornOn: '2015-04-01' },
    ]
    const pairs = duplicatesIn(list, 3)
    expect(pairs.map(({ a, b, score }) => [a.id, b.id, score])).toEqual([
      ['3', '4', 90],
      ['1', '2', 60],
      ['1', '3', 60],
    ])
  })
})

describe('likely duplicates', () => {
  const player = (id: string, firstName: string, lastName: string, more: object = {}) => ({
    id,
    firstName,
    lastName,
    teams: [],
    contacts: [],
    ...more,
  })
  const born = { bornOn: '2015-04-01' }
  const pairs = (...players: ReturnType<typeof player>[]) => duplicatesIn(players, 10).map(({ a, b }) => a.id + b.id)
  it.each([
    ['the same names', [player('a', 'Mia', 'Moreno'), player('b', 'MÍA', 'moreno')], ['ab']],
    [
      'swapped names and the same family',
      [player('a', 'Mia', 'Moreno', { contacts: ['x'] }), player('b', 'Moreno', 'Mia', { contacts: ['x'] })],
      ['ab'],
    ],
    ['swapped names only, which do not suffice', [player('a', 'Mia', 'Moreno'), player('b', 'Moreno', 'Mia')], []],
    [
      'similar names and the same birthday',
      [player('a', 'Mia', 'Moreno', born), player('b', 'Mia', 'Morenno', born)],
      ['ab'],
    ],
    [
      'similar names with other first letters',
      [player('a', 'Ria', 'Kowalski', born), player('b', 'Pia', 'Kowalski', born)],
      ['ab'],
    ],
    ['similar names without a birthday', [player('a', 'Mia', 'Moreno'), player('b', 'Mia', 'Morenno')], []],
    ['only the same birthday', [player('a', 'Mia', 'Moreno', born), player('b', 'Max', 'Kim', born)], []],
    [
      'the same name and two birthdays',
      [player('a', 'Mia', 'Moreno', born), player('b', 'Mia', 'Moreno', { bornOn: '2014-04-01' })],
      [],
    ],
    [
      'pairs of equal score, sorted by name',
      [player('c', 'Zoe', 'Kim'), player('d', 'Zoe', 'Kim'), player('a', 'Ana', 'Kim'), player('b', 'Ana', 'Kim')],
      ['ab', 'cd'],
    ],
    [
      'the likeliest first',
      [
        player('a', 'Ana', 'Kim'),
        player('b', 'Ana', 'Kim'),
        player('c', 'Zoe', 'Kim', born),
        player('d', 'Zoe', 'Kim', born),
      ],
      ['cd', 'ab'],
    ],
  ])('with %s', (_what, players, found) => expect(pairs(...players)).toEqual(found))
})

it('players with equal names and birth dates are compared in windows, not all pairs', () => {
  let compared = 0
  const player = (i: number) => ({
    id: String(i).padStart(5, '0'),
    firstName: 'Mia',
    lastName: 'Moreno',
    bornOn: '2015-01-01',
    teams: [],
    // Read in each comparison.
    get contacts() {
      compared++
      return []
    },
  })
  const list = Array.from({ length: 250 }, (_, i) => player(i))
  expect(duplicatesIn(list, 50)).toHaveLength(50)
  expect(compared).toBeGreaterThan(250)
  // By name and by day, for both of a pair; all pairs would read it 250 * 249 * 2 times.
  expect(compared).toBeLessThan(250 * 100 * 2 * 2)
})
