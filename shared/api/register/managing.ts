import * as z from 'zod/mini'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'

const byRegistration = { can: 'canManageRegistration', subject: 'path.registrationId' } as const

/** What a club does with a family's registration. */
export const managing = {
  'POST /rest-api/register/{registrationId}/cancel': {
    ...byRegistration,
    does: 'Takes one player off a registration: what is owed for them is asked no more, what was paid is given back or kept as credit, and their place goes to who waits. The same again changes nothing.',
    body: z.object({
      registrationPlayerId: id('registrationPlayer'),
      /** Who gives back what was paid has the right to edit fees, too. */
      paid: z.enum(['credit', 'refund']),
    }),
    returns: z.object({}),
    refuses: ['conflict'],
  },
  'POST /rest-api/register/{registrationId}/waiting': {
    ...byRegistration,
    does: 'Moves a player on the waiting list before another one or to its end, or to a place that is counted from 1.',
    body: z.object({
      registrationPlayerId: id('registrationPlayer'),
      before: z.optional(z.nullable(id('registrationPlayer'))),
      /** Counts where `before` is left out; beyond the end it is the end. */
      place: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
    }),
    returns: z.object({}),
    refuses: ['conflict'],
  },
} as const satisfies Area
