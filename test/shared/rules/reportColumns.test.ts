import { expect, it } from 'vitest'
import { isOfGrownUp, ownColumn, reportColumnNames, usualColumns } from '#shared/rules/reportColumns.ts'

it('a report says who somebody is, where they play and whom to call, unless somebody asks for more', () => {
  expect(usualColumns).toContain('guardianPhone')
  expect(usualColumns.filter((name) => ['medical', 'otherName', 'otherPhone', 'id'].includes(name))).toEqual([])
  expect(reportColumnNames.slice(0, usualColumns.length)).toEqual(usualColumns)
})

it('what is asked of grown-ups is told from what is asked of players', () =>
  expect(reportColumnNames.filter(isOfGrownUp)).toEqual([
    'guardianName',
    'guardianEmail',
    'guardianPhone',
    'otherName',
    'otherEmail',
    'otherPhone',
  ]))

it.each([
  ['q1', true],
  ['a'.repeat(32), true],
  ['a'.repeat(33), false],
  ['', false],
  ['Q1', false],
  ['own q1', false],
  ['q1\n', false],
])('%j may be the id of a question: %s', (id, may) => expect(ownColumn.test(id)).toBe(may))
