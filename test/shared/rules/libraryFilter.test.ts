import { expect, it } from 'vitest'
import { matchesFilter } from '#shared/rules/libraryFilter.ts'

const drill = { name: 'Passing drill, Łódź', tags: ['defence', 'u12'] }

it.each([
  [{}, true],
  [{ filter: '  ' }, true],
  [{ filter: 'lodz pass' }, true],
  [{ filter: 'drill shooting' }, false],
  [{ tags: ['u12'] }, true],
  [{ tags: ['u12', 'defence'] }, true],
  [{ tags: ['u12', 'attack'] }, false],
  [{ filter: 'drill', tags: ['attack'] }, false],
])('the filter %j matches: %s', (sought, found) => {
  expect(matchesFilter(sought)(drill)).toBe(found)
})
