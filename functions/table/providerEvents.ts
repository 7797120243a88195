import { entity } from './entity.ts'

type ProviderEventId = { provider: 'stripe' | 'paypal'; account: string; eventId: string }
/**
 * What a provider has told us, once for each of its own ids: it only wakes us, and what it is about is read anew. `scope` is
 * `connect` for what happens on a club's account, `platform` for our own.
 */
export type ProviderEvent = ProviderEventId & {
  scope: 'connect' | 'platform'
  type: string
  /** The provider's id of what it is about; our own, where the provider says that. */
  objectId: string
  heardAt: string
}

export const providerEvents = entity<ProviderEvent, ProviderEventId>('Provider event', {
  key: ({ provider, account, eventId }) => ({ pk: `HEARD#${provider}.${account}.${eventId}`, sk: 'HEARD' }),
})
