import * as z from 'zod/mini'
import { raw } from '../media.ts'
import type { Area } from '../route.ts'

/** Far more than any Stripe event has. */
const maxBytes = 512 * 1024
const event = { can: 'webhook', body: raw(maxBytes), returns: z.object({}) } as const

/** Webhooks of the payment providers, at a URL of their own. */
export const webhooks = {
  'POST /stripe/platform': { ...event, does: 'Hears what happens on our own account at Stripe.' },
  'POST /paypal/events': { ...event, does: 'Hears what happens to orders of ours at PayPal.' },
  'POST /stripe/connect': { ...event, does: 'Hears what happens on clubs’ accounts at Stripe.' },
} as const satisfies Area
