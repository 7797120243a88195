import { expect, it } from 'vitest'
import { isOfGrownUp, ownColumn, reportColumnNames, usualColumns } from '#shared/rules/reportColumns.ts'

it('a report has names, teams and contacts by default, and more on request', () => {
  expect(usualColumns).toContain('guardianPhone')
  expect(usualColumns.filter((name) => ['medical', 'otherName', 'otherPhone', 'id'].includes(name))).toEqual([])
  expect(reportColumnNames.slice(0, usualColumns.length)).toEqual(usualColumns)
})

it('columns of guardians are distinguished from those of players', () =>
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
])('%j is a valid id of a custom field: %s', (id, may) => expect(ownColumn.test(id)).toBe(may))
