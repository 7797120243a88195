import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, isFound, similarity, words } from '#shared/rules/folded.ts'

it.each([
  ['Łukasz  Gómez', 'lukasz gomez'],
  ['Straße', 'strasse'],
  ['D’Artagnan', "d'artagnan"],
  ['İbrahim Yıldız', 'ibrahim yildiz'],
  ['Þór Ægisson', 'thor aegisson'],
  ['Ｙｕｋｉ　Ｔａｎａｂｅ', 'yuki tanabe'],
  ['محمد', 'محمد'],
])('folds %s', (text, expected) => {
  expect(fold(text)).toBe(expected)
})

describe('search', () => {
  const finds = (text: string, query: string) => isFound(words(fold(text)), words(fold(query)))
  it.each([
    ['Danley Jean Jacques', 'jac dan', true],
    ['Roshon van Eijma', 'eijma', true],
    ['Kylian Mbappé', 'mbappe', true],
    ['Kylian Mbappé', 'mbpape', true],
    ['Kylian Mbappé', 'mbape', true],
    ['Kylian Mbappé', 'kilyan', false],
    ['Mia Moreno', 'morneo', true],
    ['Mia Moreno', 'mia x', false],
    ['Mia Moreno', 'mie', false],
    ['Mia Moreno', '', true],
  ])('%s by “%s”: %s', (text, query, expected) => {
    expect(finds(text, query)).toBe(expected)
  })

  it('finds every name by the beginning of each of its words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }), (parts) => {
        const text = words(fold(parts.join(' ')))
        expect(
          isFound(
            text,
            text.map((word) => word.slice(0, Math.ceil(word.length / 2))),
          ),
        ).toBe(true)
      }),
    )
  })
})

describe('how alike two names are', () => {
  // Winkler's own examples, to three digits.
  it.each([
    ['martha', 'marhta', 0.961],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.813],
    ['', 'a', 0],
    ['a', 'b', 0],
  ])('%s and %s', (a, b, expected) => {
    expect(similarity(a, b)).toBeCloseTo(expected, 3)
  })

  it('is the same both ways and 1 for equal ones only', () => {
    const name = fc.string({ maxLength: 12 })
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(similarity(a, b)).toBeCloseTo(similarity(b, a), 1)
        expect(similarity(a, a)).toBe(1)
        expect(similarity(a, b)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
