import { addDays, dayIn, instantOf } from '#shared/rules/days.ts'
import { clockTimeOf, type Recurrence } from '#shared/rules/recurrence.ts'
import type { AnswerOf, InputOf } from '../api.ts'

export type EventRead = AnswerOf<'GET /rest-api/calendar/event/{eventId}'>
export type Settings = AnswerOf<'GET /rest-api/calendar/event-types/{orgId}'>
export type Venue = AnswerOf<'GET /rest-api/organization/venues/{orgUnitId}'>['venues'][number]
type Written = InputOf<'PUT /rest-api/calendar/event/{eventId}'>['body']
export type Content = Omit<Written, 'revision' | 'askAgain' | 'tell' | 'scope' | 'repeat'>

/** How long before the start families answer at the latest, in hours; '' for until it is over. */
export const deadlines = ['', '0', '3', '24', '48', '72'] as const
export const repeats = ['no', 'daily', 'weekly', 'monthly'] as const

/** What a coach fills in. `venue` is the id of one, `other` for a place that is typed, '' for none. */
export type Values = {
  name: string
  type: string
  day: string
  startTime: string
  endTime: string
  venue: string
  place: string
  address: string
  field: string
  description: string
  deadline: string
  repeat: string
  interval: string
  weekdays: string[]
  until: string
  leftOut: string[]
  invite: boolean
  mail: boolean
}

export const newValues = (day: string, settings: Settings): Values => ({
  ...{ name: '', type: settings.types[0]?.id ?? '', day, startTime: '17:30', endTime: '19:00' },
  ...{ venue: '', place: '', address: '', field: '', description: '', deadline: '' },
  ...{ repeat: 'no', interval: '1', weekdays: [], until: '', leftOut: [], invite: true, mail: false },
})

/** What stands, as the form has it. */
export function valuesOf({ event, editing }: EventRead, venues: readonly Venue[]): Values {
  const { name, start, end, timezone, location, field, description, answerBy, eventType } = event
  const venue = venues.find((each) => each.name === location?.name && each.address === location.address)
  const hours = answerBy === undefined ? '' : String((Date.parse(start) - Date.parse(answerBy)) / 3_600_000)
  return {
    ...{ name, field, description, deadline: hours, type: editing?.eventTypeId ?? eventType.name },
    ...{ day: dayIn(start, timezone), startTime: clockTimeOf(start, timezone), endTime: clockTimeOf(end, timezone) },
    venue: venue?.id ?? (location ? 'other' : ''),
    place: venue ? '' : (location?.name ?? ''),
    address: venue ? '' : (location?.address ?? ''),
    ...{ repeat: 'no', interval: '1', weekdays: [], until: '', leftOut: [], invite: true, mail: false },
  }
}

/** The same as it is sent: instants where it is held. An end that is not after the start is on the next day. */
export function contentOf(values: Values, timezone: string, venues: readonly Venue[], before?: EventRead): Content {
  const { name, description, field, day, startTime, endTime, type, deadline } = values
  const start = instantOf(day, startTime, timezone)
  const lastDay = endTime > startTime ? day : addDays(day, 1)
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
    const was = before?.event.location
    const rest =
      was?.name === place ? { city: was.city, state: was.state, zip: was.zip } : { city: '', state: '', zip: '' }
    return place.trim() === '' ? null : { name: place, address, ...rest }
  }
  const chosen = venues.find(({ id }) => id === venue)
  if (!chosen) return null
  const { name, address: street, city, state, zip } = chosen
  return { name, address: street, city, state, zip }
}

/** How it repeats; undefined when it does not. */
export function ruleOf({ repeat, interval, weekdays, until, leftOut }: Values): Recurrence | undefined {
  if (repeat === 'no') return undefined
  return {
    frequency: repeat as Recurrence['frequency'],
    interval: Number(interval) || 1,
    ...(repeat === 'weekly' && weekdays.length > 0 && { weekdays: weekdays.map(Number).toSorted((a, b) => a - b) }),
    ...(repeat === 'monthly' && { monthly: 'weekday' as const }),
    until,
    ...(leftOut.length > 0 && { except: leftOut }),
  }
}

/** The fields that say otherwise in two readings of an event, by their names in the form. */
export const changedIn = (one: Values, other: Values): (keyof Values)[] =>
  (Object.keys(one) as (keyof Values)[]).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
