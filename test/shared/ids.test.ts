import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alphabet,
  eventOf,
  inviteOf,
  isId,
  kindOf,
  kinds,
  organizationOf,
  partLength,
  playerOf,
  subjectOf,
  teamOf,
} from '#shared/ids.ts'

const part = (letter: string) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: partLength, maxLength: partLength })
    .map((letters) => letter + letters.join(''))
const address = fc.record({
  o: part('o'),
  t: part('t'),
  e: part('e'),
  p: part('p'),
  v: part('v'),
  f: part('f'),
  g: part('g'),
  d: part('d'),
  a: part('a'),
  c: part('c'),
  i: part('i'),
  m: part('m'),
  w: part('w'),
  r: part('r'),
  s: part('s'),
  k: part('k'),
  y: part('y'),
  h: part('h'),
  z: part('z'),
})

describe('an id is an address', () => {
  it('tells its kind, and no id is of two kinds', () => {
    fc.assert(
      fc.property(address, ({ o, t, e, p, v, f, g, d, a, c, i, m, w, r, s, k, y, h, z }) => {
        const ids = [
          o,
          `${o}.${t}`,
          `${o}.${p}`,
          `${o}.${t}.${e}`,
          `${o}.${t}.${e}.${p}`,
          `${o}.${v}`,
          `${o}.${f}`,
          `${o}.${g}`,
          `${o}.${a}`,
          `${o}.${y}`,
          `${o}.${t}.${d}`,
          `${o}.${t}.${d}.${p}`,
          `${o}.${c}`,
          `${o}.${i}`,
          `${o}.${m}`,
          `${o}.${w}`,
          `${o}.${t}.${r}`,
          `${o}.${t}.${r}.${p}`,
          `${o}.${s}`,
          `${o}.${k}`,
          `${o}.${t}.${h}`,
          `${o}.${t}.${z}`,
        ]
        expect(ids.map(kindOf)).toEqual([...kinds])
        for (const id of ids) expect(kinds.filter((kind) => isId(kind, id))).toHaveLength(1)
      }),
    )
  })

  it('gives the invite of a player to an event, and both back from it', () => {
    fc.assert(
      fc.property(address, ({ o, t, e, p }) => {
        const invite = inviteOf(`${o}.${t}.${e}`, `${o}.${p}`)
        expect(invite).toBe(`${o}.${t}.${e}.${p}`)
        expect([organizationOf(invite), teamOf(invite), eventOf(invite), playerOf(invite)]).toEqual([
          o,
          `${o}.${t}`,
          `${o}.${t}.${e}`,
          `${o}.${p}`,
        ])
        expect(subjectOf(invite)).toEqual({
          organizationId: o,
          teamId: `${o}.${t}`,
          playerId: `${o}.${p}`,
          eventId: `${o}.${t}.${e}`,
        })
      }),
    )
  })

  it('holds nothing but its alphabet: whatever else is written is no id', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        address,
        fc.constantFrom('#', '\n', ' ', '.', '/', '\u0000'),
        (text, { o }, extra) => {
          expect(kindOf(text)).toBeUndefined()
          expect(kindOf(o + extra)).toBeUndefined()
        },
      ),
    )
  })

  it.each([
    ['upper case', 'OABCDEFGHIJK'],
    ['too short', 'o123'],
    ['too long', `o${'0'.repeat(12)}`],
    ['another kind first', `t${'0'.repeat(11)}.o${'0'.repeat(11)}`],
    ['with a separator of keys', `o${'0'.repeat(10)}#`],
    ['empty', ''],
    ['a line break at its end', `o${'0'.repeat(11)}\n`],
  ])('refuses one that is %s', (_why, id) => {
    expect(kindOf(id)).toBeUndefined()
    expect(subjectOf(id)).toBeUndefined()
  })
})
