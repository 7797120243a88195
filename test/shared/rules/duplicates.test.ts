import { describe, expect, it } from 'vitest'
import { alike, duplicatesIn } from '#shared/rules/duplicates.ts'

describe('how alike two players are', () => {
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
  ] as const)('%j and %j', (a, b, score, reasons) => {
    expect(alike(a, b)).toEqual({ score, reasons })
    expect(alike(b, a)).toEqual({ score, reasons })
  })

  it('is told of the surest first, each pair once, and of no more than are wanted', () => {
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

it('compares those of one name and day each with a few, not with all', () => {
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
  // By name and by day, of both of a pair; pair by pair it would be read 250 * 249 * 2 times.
  expect(compared).toBeLessThan(250 * 100 * 2 * 2)
})
