import { expect, it } from 'vitest'
import { onceSaid, putIn, withPutIn } from '#shared/rules/putIn.ts'

it('changes of a list what somebody has put in and taken out, and leaves what others have meanwhile', () => {
  expect(putIn(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], taken: ['a'] })
  expect(withPutIn(['a', 'b', 'x'], { added: ['c'], taken: ['a'] })).toEqual(['b', 'x', 'c'])
  // What another has put in or taken out as well is so once.
  expect(withPutIn(['b', 'c'], { added: ['c'], taken: ['a'] })).toEqual(['b', 'c'])
  expect(onceSaid(['a', 'b', 'x'], ['b', 'c'], ['a', 'b'])).toEqual(['b', 'x', 'c'])
  expect(onceSaid(['a', 'x'], ['b', 'c'], undefined)).toEqual(['b', 'c'])
})
