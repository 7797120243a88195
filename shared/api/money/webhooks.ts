import * as z from 'zod/mini'
import { raw } from '../media.ts'
import type { Area } from '../route.ts'

/** Larger than any Stripe event. */
const maxBytes = 512 * 1024
const event = { can: 'webhook', body: raw(maxBytes), returns: z.object({}) } as const

/** Webhooks of the payment providers, at a URL of their own. */
export const webhooks = {
  'POST /stripe/platform': { ...event, does: 'Receives events of the platform’s own Stripe account.' },
  'POST /paypal/events': { ...event, does: 'Receives events of the platform’s PayPal orders.' },
  'POST /stripe/connect': { ...event, does: 'Receives events of clubs’ Stripe accounts.' },
} as const satisfies Area
