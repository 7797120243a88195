import type { ScheduledEvent } from 'aws-lambda'
import { countFailures } from '../runtime/countFailures.ts'
import { sendTo } from '../runtime/queues.ts'
import { pages } from '../table/table.ts'
import { deliveries, type Delivery } from '../table/webhooks.ts'

/** How many messages are sent at the same time. */
const concurrency = 25

/**
 * Runs on a schedule: queues due retries of deliveries and interrupted ones. One that cannot be queued does not stop the others; it stays
 * due, and raises an alarm.
 */
export const handler = async ({ time }: Pick<ScheduledEvent, 'time'>): Promise<void> => {
  let failed = 0
  for await (const rows of pages<Delivery>(deliveries.due(new Date(time).toISOString())))
    failed += await countFailures(rows, concurrency, ({ organizationId, webhookId, deliveryId }) =>
      sendTo('developers-deliver', { organizationId, webhookId, deliveryId }),
    )
  if (failed > 0) throw new Error(`${failed} could not be sent on`)
}
