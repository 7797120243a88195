import * as z from 'zod/mini'
import { builderSteps } from '../../rules/registrations/launch.ts'
import type { Area } from '../route.ts'
import { byRegistration, setup, Status } from './fields.ts'

const Dates = z.object({
  launchDate: setup.launchDate,
  launchTime: setup.launchTime,
  closeDate: setup.closeDate,
  closeTime: setup.closeTime,
})
const LaunchResult = z.object({ registrationStatus: Status, revision: z.int() })

/** Opening a registration to families, and closing it. */
export const launching = {
  'GET /rest-api/registration/launch/{registrationId}/summary': {
    ...byRegistration,
    does: 'Returns a summary of a registration for its launch, with what is still missing.',
    early: true,
    returns: z.object({
      name: z.string(),
      registrationStatus: Status,
      dates: Dates,
      places: z.nullable(z.int()),
      isInviteOnly: z.boolean(),
      questions: z.int(),
      options: z.array(z.object({ id: z.string(), name: z.string(), priceInCents: z.int() })),
      addOns: z.int(),
      promoCodes: z.int(),
      installments: z.int(),
      tags: z.array(z.string()),
      missing: z.array(
        z.object({
          step: z.enum(builderSteps),
          at: z.string(),
          message: z.string(),
          code: z.string(),
          limit: z.nullable(z.int()),
        }),
      ),
      revision: z.int(),
    }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/launch/{registrationId}/draft': {
    ...byRegistration,
    does: 'Saves the opening and closing times of a registration without launching it.',
    body: z.object({ ...Dates.shape, revision: z.int() }),
    returns: LaunchResult,
    refuses: ['registration_off', 'conflict'],
  },
  'POST /rest-api/registration/launch/{registrationId}': {
    ...byRegistration,
    does: 'Launches a registration: families can register from its launch date, or at once. Refused while anything is missing.',
    body: z.object({ ...Dates.shape, revision: z.int() }),
    returns: LaunchResult,
    refuses: ['registration_off', 'conflict', 'registration_launched'],
  },
  'POST /rest-api/registration/launch/{registrationId}/close': {
    ...byRegistration,
    does: 'Closes a registration: nobody can register any more. Idempotent.',
    returns: LaunchResult,
    refuses: ['registration_off', 'registration_not_launched'],
  },
  'POST /rest-api/registration/launch/{registrationId}/reopen': {
    ...byRegistration,
    does: 'Reopens a closed registration until the given time, or until it is closed again.',
    body: z.object({ closeDate: setup.closeDate, closeTime: setup.closeTime }),
    returns: LaunchResult,
    refuses: ['registration_off', 'registration_not_launched'],
  },
} as const satisfies Area
