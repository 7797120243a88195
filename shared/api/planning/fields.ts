import * as z from 'zod/mini'
import { eventLimits, isZone } from '../../rules/eventForm.ts'
import { frequencies, monthlyKinds, maxOccurrences } from '../../rules/recurrence.ts'
import { Day, id, Instant } from '../fields.ts'

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const line = (max: number) => text(max).check(z.regex(/^[^\n\t]*$/))

export const Zone = z.string().check(z.maxLength(64), z.refine(isZone, 'not a time zone'))
/** A web page, where a map opens. */
const MapUrl = z.string().check(z.maxLength(eventLimits.map), z.regex(/^(https?:\/\/[^\s]+)?$/))
const NewLocation = z.object({
  name: line(eventLimits.place).check(z.minLength(1)),
  address: line(eventLimits.place),
  city: line(eventLimits.place),
  state: line(eventLimits.place),
  zip: line(eventLimits.place),
  mapUrl: z.optional(MapUrl),
})
export const TypeId = z.string().check(z.regex(/^[a-z0-9]{1,16}$/))

/** The input for an event. `eventTypeId` is one of the club's types. */
export const eventFields = {
  name: line(eventLimits.name).check(z.minLength(1)),
  description: text(eventLimits.description),
  start: Instant,
  end: Instant,
  timezone: Zone,
  field: line(eventLimits.field),
  eventTypeId: TypeId,
  location: z.nullable(NewLocation),
  /** The families' deadline for answers. */
  answerBy: z.nullable(Instant),
}
export const EventId = id('event')
/** The revision of an event: changes with every change. */
export const Revision = z.int().check(z.minimum(1))
export const NewRevision = z.object({ revision: Revision })
/** In a series: only this date, this and the following, or all; dates that have begun only if selected alone. */
export const Scope = z.enum(['this', 'following', 'all'])
/** How an event recurs; see `rules/recurrence.ts`. */
export const Repeat = z.object({
  frequency: z.enum(frequencies),
  interval: z.int().check(z.minimum(1), z.maximum(52)),
  weekdays: z.optional(
    z.readonly(z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7))),
  ),
  monthly: z.optional(z.enum(monthlyKinds)),
  until: z.optional(Day),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(maxOccurrences))),
  except: z.optional(z.readonly(z.array(Day).check(z.maxLength(maxOccurrences)))),
})
