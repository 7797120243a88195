import { expect, it } from 'vitest'
import { keyBetween } from '#shared/rules/keyBetween.ts'

it.each([
  ['a', 'c', 'b'],
  ['a', 'b', 'aO'],
  ['a', 'aO', 'a7'],
  ['', 'b', 'A'],
  ['ax', 'b', 'axO'],
  ['a', 'a!', 'a O'],
  ['a', 'a O', 'a 7'],
])('between %j and %j is %j', (after, before, found) => {
  expect(keyBetween(after, before)).toBe(found)
})

it('finds a hundred keys at the same place, at its start and at its end', () => {
  for (const isFirst of [true, false]) {
    let [after, before] = ['2026-11-21T18:00:00.000Z#0', '2026-11-21T18:00:00.000Z#1']
    for (let i = 0; i < 100; i += 1) {
      const found = keyBetween(after, before)
      expect([after, found, before].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([after, found, before])
      if (isFirst) before = found
      else after = found
    }
    expect(before.length + after.length).toBeLessThan(200)
  }
})
