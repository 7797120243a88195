import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  listKey,
  matchOf,
  maxBytesAtOnce,
  maxRowsAtOnce,
  nameKey,
  otherSplits,
  type PlayerRow,
  rowParts,
} from '#shared/rules/playerRows.ts'

const names = (firstName: string, lastName = '') => ({ firstName, lastName })
const row = (more: Partial<PlayerRow> = {}): PlayerRow => ({
  row: 2,
  ...names('Mia', 'Moreno'),
  guardians: [],
  ...more,
})

describe('the name of a player', () => {
  it.each([
    [names('Łukasz', 'Gómez'), 'gomez, lukasz'],
    [names('Alisson'), 'alisson'],
  ])('sorts by last name, without case and accents: %j', (player, key) => expect(listKey(player)).toBe(key))
  it('matches however a table splits it', () => {
    expect(nameKey(names('Łukasz', 'Gómez'))).toBe('lukasz gomez')
    expect(nameKey(names('Danley Jean', 'Jacques'))).toBe(nameKey(names('Danley', 'Jean Jacques')))
  })
  it.each([
    [names('Danley', 'Jean Jacques'), [names('Danley Jean', 'Jacques')]],
    [names('a b', 'c d'), [names('a', 'b c d'), names('a b c', 'd')]],
    [names('a b c'), [names('a', 'b c'), names('a b', 'c')]],
    [names('Mia', 'Moreno'), []],
    [names('Alisson'), []],
  ])('other ways to split %j are %j', (player, others) => expect(otherSplits(player)).toEqual(others))
})

describe('the player that a row refers to', () => {
  const known = (playerId: string, bornOn?: string) => ({ playerId, ...names('Mia', 'Moreno'), bornOn })
  const [may, june] = ['2014-05-01', '2014-06-01']
  /** A short form of the match. */
  const about = (of: PlayerRow, ...players: ReturnType<typeof known>[]) => {
    const match = matchOf(of, players)
    if (match.as === 'known') return match.player.playerId
    return match.as === 'new' ? 'new' : match.among.map(({ playerId }) => playerId).join(' or ')
  }
  it.each<[string, PlayerRow, ReturnType<typeof known>[], string]>([
    ['is new if no player is known', row(), [], 'new'],
    ['is new if no player has the name', row({ firstName: 'Mía', lastName: 'Morena' }), [known('a')], 'new'],
    ['is the one with the name, without birth dates', row(), [known('a')], 'a'],
    ['is the one with the name split and spelled otherwise', row(names('MIA MORENO')), [known('a')], 'a'],
    ['is the one with the same birth date', row({ bornOn: may }), [known('a', may)], 'a'],
    ['is new if the birth date differs', row({ bornOn: may }), [known('a', june)], 'new'],
    ['is the one with the name if only the row has a birth date', row({ bornOn: may }), [known('a')], 'a'],
    ['is the one with the name if the row has no birth date', row(), [known('a', may)], 'a'],
    ['is the one of two with the birth date', row({ bornOn: may }), [known('a'), known('b', may)], 'b'],
    ['is the one of two without another birth date', row({ bornOn: may }), [known('a', june), known('b')], 'b'],
    ['is ambiguous if two match', row({ bornOn: may }), [known('a'), known('b')], 'a or b'],
    ['is ambiguous if two with birth dates match', row(), [known('a', may), known('b', june)], 'a or b'],
    [
      'is ambiguous for twins with the same name',
      row({ bornOn: may }),
      [known('a', may), known('b', may), known('c')],
      'a or b',
    ],
    ['is new if the user has said so', row({ is: 'new', bornOn: may }), [known('a', may)], 'new'],
    ['is the one that the user has chosen', row({ ...names('Mimi'), is: 'b' }), [known('a'), known('b', june)], 'b'],
    [
      'is matched again if the chosen player no longer exists',
      row({ is: 'gone', bornOn: may }),
      [known('a', may)],
      'a',
    ],
  ])('%s', (_what, of, players, who) => expect(about(of, ...players)).toBe(who))
})

describe('rows of an import', () => {
  const many = (count: number, bytes = 0) =>
    Array.from({ length: count }, (_, i) => row({ row: i + 1, position: 'x'.repeat(bytes) }))
  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])('are sent, for %i of them, in parts of %j', (count, parts) =>
    expect(rowParts(many(count)).map(({ length }) => length)).toEqual(parts),
  )
  it('are measured in bytes', () => expect(bytesOf('ñ🥅')).toBe(2 + 4 + '""'.length))

  it('are sent in parts of the maximum size, and not beyond it', () => {
    const rest = bytesOf(row({ position: '' }))
    const half = row({ position: 'x'.repeat(maxBytesAtOnce / 2 - rest) })
    expect(bytesOf(half)).toBe(maxBytesAtOnce / 2)
    expect(rowParts([half, half, half]).map(({ length }) => length)).toEqual([2, 1])
    const more = row({ position: 'x'.repeat(maxBytesAtOnce / 2 - rest + 1) })
    expect(rowParts([half, more, half]).map(({ length }) => length)).toEqual([1, 1, 1])
  })
  it('keep their order, with no part above the maximum', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(sizes, (each) => {
        const rows = each.map((bytes, i) => row({ row: i, position: 'x'.repeat(bytes) }))
        const parts = rowParts(rows)
        expect(parts.flat()).toEqual(rows)
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(maxRowsAtOnce)
          expect(part.reduce((sum, one) => sum + bytesOf(one), 0)).toBeLessThanOrEqual(maxBytesAtOnce)
        }
      }),
      { numRuns: 30 },
    )
  })
})
