import { type ProviderEvent, providerEvents } from '../table/providerEvents.ts'
import { worker } from '../worker.ts'
import { handleProviderEvent } from './pay/providerEvent.ts'

/** Runs for each webhook event about a club's payment account. The object of the event is read again from the provider. */
export const handler = worker(async ({ pk }, { now }) => {
  const [provider, account = '', eventId = ''] = pk.slice('HEARD#'.length).split('.')
  const event: ProviderEvent | undefined = await providerEvents.get(
    { provider: provider as ProviderEvent['provider'], account, eventId },
    { consistent: true },
  )
  return event ? handleProviderEvent({ actor: 'money-heard', at: now }, event) : 'nothing to do'
})
