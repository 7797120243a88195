import { unless } from '../once.ts'
import { type ProviderEvent, providerEvents } from '../table/providerEvents.ts'
import { write } from '../table/table.ts'

/** Takes note of an event, once: heard again, the provider is told again what it was told already. */
export async function noteEvent(now: string, event: ProviderEvent): Promise<void> {
  const noted = write({ actor: event.provider, at: now }, providerEvents.create(event, 'already_there'))
  await noted.catch(unless('already_there'))
}
