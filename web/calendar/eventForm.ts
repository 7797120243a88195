import { clockTimeOf } from '#shared/rules/clockTime.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { writtenPlace } from '#shared/rules/places.ts'
import { type ClockTimes, occurrencesOf, type Recurrence } from '#shared/rules/recurrence.ts'
import type { AnswerOf, InputOf } from '../api.ts'
import { weekdayOf } from './repeatText.ts'
import type { Scope } from './useScopes.ts'

export type EventRead = AnswerOf<'GET /rest-api/calendar/event/{eventId}'>
export type Settings = AnswerOf<'GET /rest-api/calendar/event-types/{orgId}'>
export type Venue = AnswerOf<'GET /rest-api/organization/venues/{orgUnitId}'>['venues'][number]
type EventInput = InputOf<'PUT /rest-api/calendar/event/{eventId}'>['body']
export type Content = Omit<EventInput, 'revision' | 'askAgain' | 'tell' | 'scope' | 'repeat'>

/** The answer deadlines in hours before the start; '' means until the event is over. */
export const deadlines = ['', '0', '3', '24', '48', '72'] as const
export const repeats = ['no', 'daily', 'weekly', 'monthly'] as const

/** The form's values. `venue` is a venue's id, `other` for a typed place, or '' for none. */
export type Values = {
  name: string
  type: string
  day: string
  startTime: string
  endTime: string
  /** The day of the end of a multi-day event; '' otherwise. */
  lastDay: string
  timezone: string
  venue: string
  place: string
  address: string
  field: string
  description: string
  deadline: string
  repeat: string
  interval: string
  weekdays: string[]
  monthly: string
  ends: string
  until: string
  count: number | null
  leftOut: string[]
  invite: boolean
  mail: boolean
  /** How much of a series is changed; among the values so that it is in the draft too. */
  scope: Scope | ''
}

export const newValues = (day: string, settings: Settings): Values => ({
  ...{ name: '', type: settings.types[0]?.id ?? '', day, startTime: '17:30', endTime: '19:00' },
  ...{ lastDay: '', timezone: settings.timezone },
  ...{ venue: '', place: '', address: '', field: '', description: '', deadline: '' },
  ...{ ...noRule, invite: true, mail: false, scope: 'this' },
})
/** A new event without a name gets that of its type. */
export const withDefaultName = (values: Values, { types }: Settings): Values =>
  values.name.trim() === '' ? { ...values, name: typeNameOf(values, types) } : values
export const typeNameOf = ({ type }: Values, types: Settings['types']): string =>
  types.find(({ id }) => id === type)?.name ?? ''

const noRule = {
  ...{ repeat: 'no', interval: '1', weekdays: [], monthly: 'weekday' },
  ...{ ends: 'until', until: '', count: null, leftOut: [] },
}

/** The rule of a series for the form. It ends on a date, since the form counts occurrences from the first. */
function repeatValues(read: EventRead): Pick<Values, keyof typeof noRule> {
  const { series, event } = read
  if (!series) return noRule
  const { frequency, interval, weekdays = [], monthly = 'date', until, except = [] } = series.rule
  const seriesEnd = until ?? occurrencesOf(series.first, clockTimes(event), series.rule).at(-1)?.day ?? series.first
  return {
    ...{ repeat: frequency, interval: String(interval), weekdays: weekdays.map(String), monthly },
    ...{ ends: 'until', until: seriesEnd, count: null, leftOut: [...except] },
  }
}
const clockTimes = ({ start, end, timezone }: EventRead['event']): ClockTimes => ({
  startTime: clockTimeOf(start, timezone),
  endTime: clockTimeOf(end, timezone),
  timezone,
})

/**
 * The club's type of an event, matched by name if it has no id. A type that the club has removed is kept as the event's own and
 * offered alongside the others.
 */
function typeOf({ event, editing }: EventRead, types: Settings['types']): string {
  const id = editing?.eventTypeId ?? undefined
  const clubType = types.find((type) => type.id === id) ?? types.find(({ name }) => name === event.eventType.name)
  return clubType?.id ?? id ?? 'kept'
}

/** The names of types: the club's, and those of the events in these readings. */
export const typeNamesIn = (reads: readonly EventRead[], types: Settings['types']): ReadonlyMap<string, string> =>
  new Map([
    ...reads.map((read) => [typeOf(read, types), read.event.eventType.name] as const),
    ...types.map(({ id, name }) => [id, name] as const),
  ])

/** An event as form values. */
export function toValues(read: EventRead, venues: readonly Venue[], types: Settings['types']): Values {
  const { event } = read
  const { name, start, timezone, location, field, description, answerBy } = event
  const venue = venues.find((each) => each.name === location?.name && each.address === location.address)
  const hours = answerBy === undefined ? '' : String((Date.parse(start) - Date.parse(answerBy)) / 3_600_000)
  return {
    ...{ name, field, description, deadline: hours, type: typeOf(read, types) },
    ...{ day: dayIn(start, timezone), timezone, ...timesOf(event) },
    venue: venue?.id ?? (location ? 'other' : ''),
    place: venue ? '' : (location?.name ?? ''),
    address: venue ? '' : (location?.address ?? ''),
    ...{ ...repeatValues(read), invite: true, mail: false, scope: 'this' },
  }
}

/**
 * The initial values for a copy of an event. Its day is the next same weekday that is in the future and after all dates of the
 * original; the repeat end has to be entered again, and no day is skipped.
 */
export function copyValues(
  read: EventRead,
  { settings, venues, today }: { settings: Settings; venues: readonly Venue[]; today: string },
): Values {
  const copied = toValues(read, venues, settings.types)
  const dayAfterLast = addDays(copied.until > copied.day ? copied.until : copied.day, 1)
  const firstPossibleDay = dayAfterLast > today ? dayAfterLast : today
  const day = addDays(firstPossibleDay, (weekdayOf(copied.day) - weekdayOf(firstPossibleDay) + 7) % 7)
  const type = settings.types.some(({ id }) => id === copied.type) ? copied.type : newValues(day, settings).type
  const lastDay = copied.lastDay && addDays(day, daysFrom(copied.day, copied.lastDay))
  // Only events of a single day repeat.
  const rule = lastDay === '' ? { ends: 'until', until: '', count: null, leftOut: [] } : noRule
  return { ...copied, type, day, lastDay, ...rule }
}
const daysFrom = (a: string, b: string) => Math.round((Date.parse(b) - Date.parse(a)) / 86_400_000)

function timesOf(event: EventRead['event']) {
  const { startTime, endTime, timezone } = clockTimes(event)
  const [day, lastDay] = [dayIn(event.start, timezone), dayIn(event.end, timezone)]
  return { startTime, endTime, lastDay: lastDay === dayOfEnd({ day, startTime, endTime }) ? '' : lastDay }
}
/** An end that is not after the start is on the next day. */
const dayOfEnd = ({ day, startTime, endTime }: Pick<Values, 'day' | 'startTime' | 'endTime'>) =>
  endTime > startTime ? day : addDays(day, 1)

/** Form values as API input, with instants in the event's time zone. */
export function toContent(values: Values, venues: readonly Venue[], before?: EventRead): Content {
  const { name, description, field, day, startTime, endTime, timezone, type, deadline } = values
  const start = instantOf(day, startTime, timezone)
  const lastDay = values.lastDay || dayOfEnd(values)
  const hours = deadline === '' ? undefined : Number(deadline)
  return {
    ...{ name, description, field, timezone, start, eventTypeId: type },
    end: instantOf(lastDay, endTime, timezone),
    location: placeOf(values, venues, before),
    answerBy: hours === undefined ? null : new Date(Date.parse(start) - hours * 3_600_000).toISOString(),
  }
}

function placeOf({ venue, place, address }: Values, venues: readonly Venue[], before?: EventRead): Content['location'] {
  if (venue === 'other') {
    const previous = before?.event.location
    // The form does not have the other parts of the place.
    const details = previous?.name === place ? writtenPlace(previous) : { city: '', state: '', zip: '' }
    return place.trim() === '' ? null : { ...details, name: place, address }
  }
  const chosenVenue = venues.find(({ id }) => id === venue)
  return chosenVenue ? writtenPlace(chosenVenue) : null
}

/** The repeat rule; undefined if it does not repeat. */
export function ruleOf(values: Values): Recurrence | undefined {
  const { repeat, interval, weekdays, monthly, ends, until, count, leftOut } = values
  if (repeat === 'no') return undefined
  return {
    frequency: repeat as Recurrence['frequency'],
    interval: Number(interval) || 1,
    ...(repeat === 'weekly' && weekdays.length > 0 && { weekdays: weekdays.map(Number).toSorted((a, b) => a - b) }),
    ...(repeat === 'monthly' && { monthly: monthly as NonNullable<Recurrence['monthly']> }),
    ...(ends === 'count' ? { count: count ?? 0 } : { until }),
    ...(leftOut.length > 0 && { except: leftOut.toSorted() }),
  }
}

/** The rule, if it differs from the previous one. */
export function changedRule(values: Values, before: Values): Recurrence | undefined {
  const [rule, previousRule] = [ruleOf(values), ruleOf(before)]
  return JSON.stringify(rule) === JSON.stringify(previousRule) ? undefined : rule
}

/** The form fields that differ between two readings of an event. */
export const changedFields = (a: Values, b: Values): (keyof Values)[] =>
  (Object.keys(a) as (keyof Values)[]).filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
