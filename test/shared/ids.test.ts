import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alphabet,
  eventOf,
  feeOf,
  fileOf,
  instalmentFeeOf,
  inviteOf,
  isId,
  kindOf,
  kinds,
  organizationOf,
  orgUnitOf,
  partLength,
  playerFeeOf,
  playerOf,
  recordingOf,
  registrationOf,
  registrationPlayerOf,
  storageItemOf,
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

describe('ids', () => {
  it('have one kind each', () => {
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

  it('of an invitation are composed of event and player, and split into both', () => {
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

  it('consist of their alphabet only', () => {
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
    ['they are in upper case', 'OABCDEFGHIJK'],
    ['they are too short', 'o123'],
    ['they are too long', `o${'0'.repeat(12)}`],
    ['their parts are in another order', `t${'0'.repeat(11)}.o${'0'.repeat(11)}`],
    ['they contain a separator of keys', `o${'0'.repeat(10)}#`],
    ['they are empty', ''],
    ['they end with a line break', `o${'0'.repeat(11)}\n`],
  ])('are rejected if %s', (_why, id) => {
    expect(kindOf(id)).toBeUndefined()
    expect(subjectOf(id)).toBeUndefined()
  })
})

describe('an id leads', () => {
  const id = (...letters: string[]) =>
    letters.map((letter) => letter + String(letter.charCodeAt(0)).padStart(partLength, '0')).join('.')
  const club = { organizationId: id('o') }
  const ofTeam = { ...club, teamId: id('o', 't') }
  const ofPlayer = { playerId: id('o', 'p') }

  it.each([
    ['o', club],
    ['of', club],
    ['og', club],
    ['oa', club],
    ['oy', club],
    ['ow', club],
    ['os', club],
    ['ok', club],
    ['ov', club],
    ['otv', ofTeam],
    ['oc', club],
    ['otc', ofTeam],
    ['oi', club],
    ['oti', ofTeam],
    ['om', club],
    ['otm', ofTeam],
    ['or', club],
    ['otr', ofTeam],
    ['oh', club],
    ['oth', ofTeam],
    ['otz', ofTeam],
    ['od', club],
    ['otd', ofTeam],
    ['ot', ofTeam],
    ['op', { ...club, ...ofPlayer }],
    ['oe', { ...club, eventId: id('o', 'e') }],
    ['ote', { ...ofTeam, eventId: id('o', 't', 'e') }],
    ['oep', { ...club, ...ofPlayer, eventId: id('o', 'e') }],
    ['otep', { ...ofTeam, ...ofPlayer, eventId: id('o', 't', 'e') }],
    ['orp', { ...club, ...ofPlayer }],
    ['otrp', { ...ofTeam, ...ofPlayer }],
    ['odp', { ...club, ...ofPlayer, feeId: id('o', 'd') }],
    ['otdp', { ...ofTeam, ...ofPlayer, feeId: id('o', 't', 'd') }],
  ])('from %s to the subject of a permission', (letters, subject) => {
    expect(subjectOf(id(...letters))).toStrictEqual(subject)
  })

  it('to its team, or to the club if there is none', () => {
    expect([teamOf(id('o')), teamOf(id('o', 'p')), teamOf(id('o', 't', 'e'))]).toEqual([
      undefined,
      undefined,
      id('o', 't'),
    ])
    expect([orgUnitOf(id('o', 'e')), orgUnitOf(id('o', 't', 'e'))]).toEqual([id('o'), id('o', 't')])
  })

  it('from a fee or a registration to that of a player, and back', () => {
    expect(playerFeeOf(id('o', 't', 'd'), id('o', 'p'))).toBe(id('o', 't', 'd', 'p'))
    expect(feeOf(id('o', 't', 'd', 'p'))).toBe(id('o', 't', 'd'))
    expect(registrationPlayerOf(id('o', 'r'), id('o', 'p'))).toBe(id('o', 'r', 'p'))
    expect(registrationOf(id('o', 'r', 'p'))).toBe(id('o', 'r'))
  })

  it('from a fee to its installments, which differ in the last character', () => {
    const fee = 'o0000000000a.d0000000000a'
    expect([0, 1, 11].map((index) => instalmentFeeOf(fee, index))).toEqual(
      ['0', '1', 'b'].map((letter) => `o0000000000a.d0000000000${letter}`),
    )
  })

  it('from a file to its item or recording, and back', () => {
    expect(fileOf('o00000000001.s00000000abc')).toBe('o00000000001.f00000000abc')
    expect(storageItemOf('o00000000001.f00000000abc')).toBe('o00000000001.s00000000abc')
    expect(recordingOf('o00000000001.t00000000001', 'o00000000001.f00000000abc')).toBe(
      'o00000000001.t00000000001.z00000000abc',
    )
  })
})
