import { expect, test } from 'vitest'
import { unknownName } from '#scripts/knownNames.ts'

const known = ['bundles', 'money', 'web']

test.each([[[]], [['web']], [['web', 'money']]])('the names %j are accepted', (names) => {
  expect(unknownName(names, known)).toBeUndefined()
})

test('an unknown name is refused with the known ones, also beside a known one', () => {
  const refusal = 'There is no "help": choose among bundles, money, web.'
  expect(unknownName(['help'], known)).toBe(refusal)
  expect(unknownName(['web', 'help'], known)).toBe(refusal)
})
