import { entity } from './entity.ts'

type ProviderEventId = { provider: 'stripe' | 'paypal'; account: string; eventId: string }
/**
 * A provider's event, stored once per event id. It is only a trigger: its object is read from the provider. `scope` is `connect`
 * for events of a club's account, `platform` for our own.
 */
export type ProviderEvent = ProviderEventId & {
  scope: 'connect' | 'platform'
  type: string
  /** The provider's id of the object; ours if the event contains it. */
  objectId: string
  heardAt: string
}

export const providerEvents = entity<ProviderEvent, ProviderEventId>('Provider event', {
  key: ({ provider, account, eventId }) => ({ pk: `HEARD#${provider}.${account}.${eventId}`, sk: 'HEARD' }),
})
