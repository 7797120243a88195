import type { ScheduledEvent } from 'aws-lambda'
import { sendTo } from '../queues.ts'
import { pages } from '../table/table.ts'
import { deliveries, type Delivery } from '../table/webhooks.ts'

/** Sends on what is due at addresses of clubs: what was to be tried again later, and what was forgotten half-way. */
export const handler = async ({ time }: Pick<ScheduledEvent, 'time'>): Promise<void> => {
  for await (const rows of pages<Delivery>(deliveries.due(new Date(time).toISOString())))
    await Promise.all(
      rows.map(({ organizationId, webhookId, deliveryId }) =>
        sendTo('developers-deliver', { organizationId, webhookId, deliveryId }),
      ),
    )
}
