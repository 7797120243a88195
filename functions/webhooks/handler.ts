import { webhooks } from '#shared/api/money/webhooks.ts'
import { serve } from '../serve.ts'
import { payPalEvents } from './paypal.ts'
import { stripeEvents } from './stripe.ts'

export const handler = serve(webhooks, {
  'POST /stripe/platform': stripeEvents('platform'),
  'POST /paypal/events': payPalEvents,
  'POST /stripe/connect': stripeEvents('connect'),
})
