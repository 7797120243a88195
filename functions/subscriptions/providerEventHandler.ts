import { isId } from '#shared/ids.ts'
import { clubOfEvent } from '../providers/billingCustomers.ts'
import { providerEvents } from '../table/providerEvents.ts'
import { subscriptions } from '../table/subscriptions.ts'
import { get } from '../table/gets.ts'
import { worker } from '../worker.ts'
import type { ProviderEvent } from '../table/providerEvents.ts'
import { settle } from './settle.ts'

/**
 * Runs for each Stripe event about a club's subscription: reads the current state from Stripe and stores it. The event's content is not
 * used, since events come twice, late and out of order.
 */
export const handler = worker(async ({ kind, pk, sk }, { now }) => {
  if (kind !== providerEvents.kind) throw new TypeError('Nothing is heard by items of this kind.')
  const providerEvent = await get<ProviderEvent>({ pk, sk }, { consistent: true })
  if (!providerEvent) return 'gone'
  const organizationId = await clubOfEvent(providerEvent.type, providerEvent.objectId)
  if (organizationId === undefined || !isId('organization', organizationId)) return 'not of a club'
  if (!(await subscriptions.get({ organizationId }, { consistent: true }))) return 'not known yet'
  await settle({ organizationId }, now)
  return 'settled'
})
