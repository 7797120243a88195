import { expect, it } from 'vitest'
import { nextDocument, type FeedContent } from '#functions/feeds/document.ts'
import { addHours } from '#shared/rules/days.ts'

const now = '2026-11-21T18:00:00Z'
/** The event that starts this many hours after the first one. */
const event = (hours: number): FeedContent['entries'][number] => {
  const start = addHours('2026-11-22T00:30:00Z', hours)
  const said = {
    summary: 'Practice',
    description: '',
    location: '',
    category: 'Practice',
    status: 'CONFIRMED',
  } as const
  return { uid: `${hours}@touchline`, start, end: addHours(start, 1), ...said }
}
const showing = (hours: readonly number[]): FeedContent => ({
  name: 'Springfield FC',
  entries: hours.map(event),
  players: new Set(),
  language: 'en',
})
const season = Array.from({ length: 3000 }, (_, i) => 2 * i)

it('a large club’s calendar does not cancel events that only fall beyond the limit of entries', () => {
  const first = nextDocument(showing(season), undefined, now)
  expect(first.entries).toHaveLength(3000)
  const more = nextDocument(showing([...season, 1, 3]), first, now)
  expect([more.entries.length, more.entries.filter(({ status }) => status === 'CANCELLED')]).toEqual([3000, []])
  const moved = { ...event(4), start: '2027-12-01T00:00:00Z', end: '2027-12-01T01:00:00Z' }
  const shown = [...showing([...season, 1, 3]).entries.filter(({ uid }) => uid !== moved.uid), moved]
  const after = nextDocument({ ...showing([]), entries: shown }, more, now)
  expect(after.entries.filter(({ uid, status }) => uid === moved.uid || status === 'CANCELLED')).toEqual([])
})

it('a large club’s calendar cancels removed events', () => {
  const first = nextDocument(showing([...season, 1]), undefined, now)
  const after = nextDocument(showing(season), first, now)
  expect(after.entries.filter(({ status }) => status === 'CANCELLED').map(({ uid }) => uid)).toEqual(['1@touchline'])
})
