import { describe, expect, it } from 'vitest'
import { compareFixtures, type ExistingEvent } from '#shared/rules/fixtureDifference.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'

const falcons = { id: 'falcons', name: 'U12 Falcons' }
const fixture = (key: string, more: Partial<Fixture> = {}): Fixture => ({
  row: 2,
  team: falcons,
  key,
  name: 'Cup',
  start: '2026-03-14T23:30:00Z',
  end: '2026-03-15T01:00:00Z',
  hasEnd: true,
  timezone: 'America/Chicago',
  place: 'North Park',
  field: '2',
  note: '',
  ...more,
})
const event = (id: string, more: Partial<ExistingEvent> = {}): ExistingEvent => ({
  id,
  name: 'Cup',
  start: '2026-03-14T23:30:00Z',
  end: '2026-03-15T01:00:00Z',
  timezone: 'America/Chicago',
  field: '2',
  orgUnit: { id: 'falcons' },
  location: { name: 'North Park' },
  ...more,
})
const compare = (fixtures: Fixture[], events: ExistingEvent[], now = '2026-03-01T00:00:00Z') => {
  const { rows, gone } = compareFixtures(fixtures, events, { idOf: ({ key }) => `id of ${key}`, now })
  return { rows: rows.map(({ eventId, state }) => `${eventId}: ${state}`), gone: gone.map(({ id }) => id) }
}
const rowsOf = (fixtures: Fixture[], events: ExistingEvent[]) => compare(fixtures, events).rows

describe('a fixture', () => {
  it.each<[string, Partial<Fixture>, Partial<ExistingEvent>, 'same' | 'changed']>([
    ['as it is listed', {}, {}, 'same'],
    ['at the same instant, written otherwise', { start: '2026-03-14T18:30:00-05:00' }, {}, 'same'],
    ['called otherwise', { name: 'Final' }, {}, 'changed'],
    ['at another time', { start: '2026-03-14T23:00:00Z' }, {}, 'changed'],
    ['to another end', { end: '2026-03-15T01:30:00Z' }, {}, 'changed'],
    ['to another end, of which the list says nothing', { end: '2026-03-15T01:30:00Z', hasEnd: false }, {}, 'same'],
    ['on another field', { field: '3' }, {}, 'changed'],
    ['on a field of which the list says nothing', { field: '' }, {}, 'same'],
    ['at another place', { place: 'South Park' }, {}, 'changed'],
    ['at the same place, written otherwise', { place: 'NORTH  park' }, {}, 'same'],
    ['at a place of which the list says nothing', { place: '' }, {}, 'same'],
    ['at a place that the club does not know of it', {}, { location: null }, 'changed'],
    ['at no place', { place: '' }, { location: null }, 'same'],
  ])('%s', (_what, listed, there, state) =>
    expect(rowsOf([fixture('a', listed)], [event('id of a', there)])).toEqual([`id of a: ${state}`]),
  )

  it.each<[string, Partial<ExistingEvent>, string]>([
    ['one that somebody has put in', { name: 'CUP', start: '2026-03-14T20:00:00Z' }, 'by hand: changed'],
    ['none of another day, where it is held', { start: '2026-03-15T05:00:00Z' }, 'id of a: new'],
    ['none of another name', { name: 'Final' }, 'id of a: new'],
    ['none of another team', { orgUnit: { id: 'otters' } }, 'id of a: new'],
  ])('matches an event by name and day: %s', (_what, there, row) =>
    expect(rowsOf([fixture('a')], [event('by hand', there)])).toEqual([row]),
  )
  it('prefers the event that was created from it', () =>
    expect(rowsOf([fixture('a')], [event('by hand'), event('id of a')])).toEqual(['id of a: same']))
  it('matches at most one event', () =>
    expect(rowsOf([fixture('a'), fixture('b')], [event('by hand')])).toEqual(['by hand: same', 'id of b: new']))
})

describe('events that are no longer in the list', () => {
  const list = [
    fixture('b', { start: '2026-03-20T18:00:00Z', name: 'Last' }),
    fixture('a', { start: '2026-03-10T18:00:00Z', name: 'First' }),
  ]
  const at = (start: string, more: Partial<ExistingEvent> = {}) => event('extra', { name: 'Picnic', start, ...more })
  it.each<[string, ExistingEvent, boolean]>([
    ['between its first and its last', at('2026-03-15T18:00:00Z'), true],
    ['with its first', at('2026-03-10T18:00:00Z'), true],
    ['with its last', at('2026-03-20T18:00:00Z'), true],
    ['before its first', at('2026-03-10T17:59:59Z'), false],
    ['after its last', at('2026-03-20T18:00:01Z'), false],
    ['of a team that the list says nothing of', at('2026-03-15T18:00:00Z', { orgUnit: { id: 'otters' } }), false],
  ])('an unlisted event %s', (_what, extra, is) => expect(compare(list, [extra]).gone).toEqual(is ? ['extra'] : []))
  it('are only future ones', () => {
    const extra = at('2026-03-15T18:00:00Z')
    expect(compare(list, [extra], '2026-03-15T17:59:59Z').gone).toEqual(['extra'])
    expect(compare(list, [extra], '2026-03-15T18:00:00Z').gone).toEqual([])
  })
  it('do not include listed ones, and are none for an empty list', () => {
    expect(compare(list, [event('id of a', { start: '2026-03-10T18:00:00Z' })]).gone).toEqual([])
    expect(compare([], [event('x')]).gone).toEqual([])
  })
})
