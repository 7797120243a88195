import type { Event, News } from '../table/events.ts'
import { isToCome } from './isToCome.ts'

/** What a coach wants families to be told of a change: that it has moved, or that every answer is asked for again. */
export type Telling = { askAgain: boolean; tell: boolean; now: string }
type When = Pick<Event, 'start' | 'end' | 'timezone' | 'field' | 'location'>

/** What is written with a change, for the families to be told. Nobody is told of what is over, nor of another description. */
export function newsOf(before: When, after: When, { askAgain, tell, now }: Telling): { news?: News; newsAt?: string } {
  if (!isToCome(after, now)) return {}
  if (askAgain) return { news: { what: 'asked', was: wasOf(before) }, newsAt: now }
  return tell && hasMoved(before, after) ? { news: { what: 'moved', was: wasOf(before) }, newsAt: now } : {}
}

const wasOf = ({ start, end, timezone, location, field }: When) => ({
  start,
  end,
  timezone,
  place: [location?.name, field].filter(Boolean).join(', '),
})

const hasMoved = (before: When, after: When): boolean =>
  before.start !== after.start ||
  before.end !== after.end ||
  before.field !== after.field ||
  (before.location?.name ?? '') !== (after.location?.name ?? '') ||
  (before.location?.address ?? '') !== (after.location?.address ?? '')
