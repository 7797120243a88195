import { webhooks } from '#shared/api/money/webhooks.ts'
import { serve } from '../serve.ts'
import { stripeEvents } from './stripe.ts'

export const handler = serve(webhooks, {
  'POST /stripe/platform': stripeEvents('platform'),
  'POST /stripe/connect': stripeEvents('connect'),
})
