import { expect, it } from 'vitest'
import { rebaseList, listChange, applyListChange } from '#shared/rules/listChange.ts'

it('a list is changed by the user’s additions and removals, keeping concurrent changes of others', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
  expect(applyListChange(['a', 'b', 'x'], { added: ['c'], removed: ['a'] })).toEqual(['b', 'x', 'c'])
  // What others have added or removed as well is not repeated.
  expect(applyListChange(['b', 'c'], { added: ['c'], removed: ['a'] })).toEqual(['b', 'c'])
  expect(rebaseList(['a', 'b', 'x'], ['b', 'c'], ['a', 'b'])).toEqual(['b', 'x', 'c'])
  expect(rebaseList(['a', 'x'], ['b', 'c'], undefined)).toEqual(['b', 'c'])
})
