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

describe('a listed fixture compared with the stored event', () => {
  it.each<[string, Partial<Fixture>, Partial<ExistingEvent>, 'same' | 'changed']>([
    ['is unchanged if all is equal', {}, {}, 'same'],
    ['is unchanged if the same instant has another notation', { start: '2026-03-14T18:30:00-05:00' }, {}, 'same'],
    ['is changed by another name', { name: 'Final' }, {}, 'changed'],
    ['is changed by another start', { start: '2026-03-14T23:00:00Z' }, {}, 'changed'],
    ['is changed by another end', { end: '2026-03-15T01:30:00Z' }, {}, 'changed'],
    ['is unchanged if the list has no end', { end: '2026-03-15T01:30:00Z', hasEnd: false }, {}, 'same'],
    ['is changed by another field', { field: '3' }, {}, 'changed'],
    ['is unchanged if the list has no field', { field: '' }, {}, 'same'],
    ['is changed by another place', { place: 'South Park' }, {}, 'changed'],
    ['is unchanged if the same place has another spelling', { place: 'NORTH  park' }, {}, 'same'],
    ['is unchanged if the list has no place', { place: '' }, {}, 'same'],
    ['is changed if only the list has a place', {}, { location: null }, 'changed'],
    ['is unchanged if neither has a place', { place: '' }, { location: null }, 'same'],
  ])('%s', (_what, listed, there, state) =>
    expect(rowsOf([fixture('a', listed)], [event('id of a', there)])).toEqual([`id of a: ${state}`]),
  )

  it.each<[string, Partial<ExistingEvent>, string]>([
    ['one created by hand', { name: 'CUP', start: '2026-03-14T20:00:00Z' }, 'by hand: changed'],
    ['none on another day in the event’s time zone', { start: '2026-03-15T05:00:00Z' }, 'id of a: new'],
    ['none with another name', { name: 'Final' }, 'id of a: new'],
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
    ['between the first and the last listed one', at('2026-03-15T18:00:00Z'), true],
    ['at the time of the first one', at('2026-03-10T18:00:00Z'), true],
    ['at the time of the last one', at('2026-03-20T18:00:00Z'), true],
    ['before the first one', at('2026-03-10T17:59:59Z'), false],
    ['after the last one', at('2026-03-20T18:00:01Z'), false],
    ['of a team that is not in the list', at('2026-03-15T18:00:00Z', { orgUnit: { id: 'otters' } }), false],
  ])('include, or not, an unlisted event %s', (_what, extra, is) =>
    expect(compare(list, [extra]).gone).toEqual(is ? ['extra'] : []),
  )
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
