import { subscriptions } from '../table/subscriptions.ts'
import { worker } from '../worker.ts'
import { isRefused, settle } from './settle.ts'

/** Does what a subscription still wants of the provider, where the request that wanted it was cut short. */
export const handler = worker(async ({ pk }, { now }) => {
  const organizationId = pk.slice(pk.indexOf('#') + 1)
  const row = await subscriptions.get({ organizationId }, { consistent: true })
  if (!row?.pending) return 'done already'
  try {
    await settle({ organizationId }, now, row)
    return 'done'
  } catch (error) {
    if (isRefused(error)) return 'declined'
    throw error
  }
})
