import { describe, expect, it } from 'vitest'
import { noteAfter, whyCannotNote } from '#shared/rules/invites.ts'
import { namesIn, splitName } from '#shared/rules/nameInput.ts'
import { byName, byTitle, fullName } from '#shared/rules/names.ts'
import { addressLine, mapUrlOf } from '#shared/rules/places.ts'
import { isWalkthroughOffered, walkthroughCloseLimit, walkthroughs } from '#shared/rules/walkthroughs.ts'

describe('a note to the coach', () => {
  it.each([
    ['empty', '', undefined],
    ['64 letters', 'x'.repeat(64), undefined],
    ['65 letters', 'x'.repeat(65), 'note_too_long'],
    ['64 letters with space around them', ` ${'x'.repeat(64)}  `, undefined],
    ['64 emoji, which are 128 units of UTF-16', '⚽'.repeat(10) + '🥅'.repeat(54), undefined],
    ['65 emoji', '🥅'.repeat(65), 'note_too_long'],
    ['markup', '<b>late</b>', undefined],
  ])('may be %s or not', (_what, note, why) => expect(whyCannotNote(note)).toBe(why))

  it.each([
    ['is kept when the same answer is given again', 'Accepted', undefined, 'Accepted', 'late', 'late'],
    ['is removed with its answer', 'Declined', undefined, 'Accepted', 'late', undefined],
    ['is the new one given with another answer', 'Declined', 'ill', 'Accepted', 'late', 'ill'],
    ['is replaced by a new one', 'Accepted', 'on time', 'Accepted', 'late', 'on time'],
    ['is removed when emptied', 'Accepted', '', 'Accepted', 'late', undefined],
    ['is removed when the answer is withdrawn', 'Pending', 'late', 'Accepted', 'late', undefined],
    ['is absent if there was none', 'Accepted', undefined, 'Accepted', null, undefined],
  ] as const)('%s', (_what, status, sent, before, note, expected) =>
    expect(noteAfter(status, sent, { status: before, note })).toBe(expected),
  )
})

describe('names', () => {
  it.each([
    ['Danley Jean Jacques', 'Danley', 'Jean Jacques'],
    ['Alisson', 'Alisson', ''],
    ['  Roshon   van Eijma ', 'Roshon', 'van Eijma'],
    ['', '', ''],
  ])('of %j are split and joined', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
    expect(fullName({ firstName, lastName })).toBe(name.trim().replace(/\s+/g, ' '))
  })

  it('are read from a list, one per line, without empty ones', () => {
    expect(namesIn(' Ana  Ruiz\r\n\r\n\t\nPelé\u200b\nRoshon van\tEijma')).toEqual([
      { firstName: 'Ana', lastName: 'Ruiz' },
      { firstName: 'Pelé', lastName: '' },
      { firstName: 'Roshon', lastName: 'van Eijma' },
    ])
    expect(namesIn(' \n\u200b\n')).toEqual([])
  })

  it('sort by last name, ignoring accents, with single names among them', () => {
    const names = ['Zoe Álvarez', 'Alisson', 'Ana Alvarez', 'Bo Zorn', 'Ömer Çelik', 'Cy Dahl'].map(splitName)
    expect(names.toSorted(byName).map(fullName)).toEqual([
      'Alisson',
      'Ana Alvarez',
      'Zoe Álvarez',
      'Ömer Çelik',
      'Cy Dahl',
      'Bo Zorn',
    ])
  })
})

describe('teams', () => {
  it('sort by name, with U8 before U10', () => {
    const teams = ['U10 Otters', 'u8 Bees', 'Élan', 'Eagles'].map((name) => ({ name }))
    expect(teams.toSorted(byTitle).map(({ name }) => name)).toEqual(['Eagles', 'Élan', 'u8 Bees', 'U10 Otters'])
  })
})

describe('venues', () => {
  const park = { name: 'Riverside Park', address: '1200 River Road', city: 'Springfield', state: 'IL', zip: '62701' }
  it('have an address line without missing parts', () => {
    expect(addressLine(park)).toBe('1200 River Road, Springfield, IL 62701')
    expect(addressLine({ address: '', city: 'Houston', state: '', zip: '' })).toBe('Houston')
  })
  it('have a map link of their own, or one for name and address', () => {
    expect(mapUrlOf({ ...park, mapUrl: 'https://maps.example/x' })).toBe('https://maps.example/x')
    expect(new URL(mapUrlOf(park)).searchParams.get('query')).toBe(
      'Riverside Park, 1200 River Road, Springfield, IL 62701',
    )
  })
})

describe('a walkthrough', () => {
  it.each([
    [false, 0, true],
    [false, 1, true],
    [false, 3, true],
    [false, 4, false],
    [false, 90, false],
    [true, 0, false],
    [true, 4, false],
  ])('completed %s and closed %i times is offered: %s', (completed, closeCount, offered) =>
    expect(isWalkthroughOffered({ completed, closeCount })).toBe(offered),
  )
  it('has a limit of three closings, and the navigation comes before the team', () => {
    expect(walkthroughCloseLimit).toBe(3)
    expect(walkthroughs).toEqual(['coachNav', 'coachTeam'])
  })
})
