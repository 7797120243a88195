import * as z from 'zod/mini'
import { Cursor, Day, id } from '../fields.ts'
import type { Area } from '../route.ts'
import { byRegistration, option, partId } from './fields.ts'

const Option = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  priceInCents: z.int(),
  places: z.nullable(z.int()),
  eventIds: z.array(z.string()),
  /** Changes are conditional on it. */
  revision: z.int(),
})
const OptionForm = { ...option, eventIds: z.array(id('event')).check(z.maxLength(100)) }
const Options = z.object({ options: z.array(Option) })

const ofOption = [
  'registration_off',
  'REGISTRATION_EVENT_OPTION_NAME_EXISTS',
  'REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE',
  'no_way_to_pay',
  'conflict',
] as const

/** The options of a registration, with their prices and events. */
export const options = {
  'GET /rest-api/registration/event-options/{registrationId}/summary': {
    ...byRegistration,
    does: 'Lists the options of a registration with their prices, and the events of the options.',
    early: true,
    returns: z.object({
      /** `taken`: how many players have it, or are held a place for it. */
      options: z.array(z.extend(Option, { taken: z.int() })),
      events: z.array(z.object({ id: z.string(), name: z.string(), start: z.string(), timezone: z.string() })),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/event-options/{registrationId}/events': {
    ...byRegistration,
    does: 'Lists the upcoming events of the registration’s team or club that an option can include, from now or a later day on, 100 per page.',
    early: true,
    query: z.object({ from: z.optional(Day), cursor: Cursor }),
    returns: z.object({
      events: z.array(z.object({ id: z.string(), name: z.string(), start: z.string(), timezone: z.string() })),
      cursor: z.nullable(z.string()),
    }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/event-options/{registrationId}': {
    ...byRegistration,
    does: 'Adds an option. Repeating the call has no effect; repeating it with other data updates the option, unless someone else has changed it since.',
    body: z.object({ id: partId('option'), ...OptionForm }),
    returns: Options,
    refuses: ofOption,
  },
  'PUT /rest-api/registration/event-options/{registrationId}/{optionId}': {
    ...byRegistration,
    does: 'Updates an option. Refused if someone else has changed it since.',
    body: z.object({ ...OptionForm, revision: z.int() }),
    returns: Options,
    refuses: ofOption,
  },
  'DELETE /rest-api/registration/event-options/{registrationId}/{optionId}': {
    ...byRegistration,
    does: 'Deletes an option that nobody has chosen.',
    returns: Options,
    refuses: ['registration_off', 'option_in_use', 'last_option', 'conflict'],
  },
} as const satisfies Area
