import { Problem } from '#shared/problems.ts'
import { type ProviderEvent, providerEvents } from '../table/providerEvents.ts'
import { write } from '../table/table.ts'

/** Takes note of an event, once: heard again, the provider is told again what it was told already. */
export async function noteEvent(now: string, event: ProviderEvent): Promise<void> {
  try {
    await write({ actor: event.provider, at: now }, providerEvents.create(event, 'already_there'))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'already_there') throw error
  }
}
