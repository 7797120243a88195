import { Problem } from '#shared/problems.ts'
import { ignore } from '../table/ignore.ts'
import { type ProviderEvent, providerEvents } from '../table/providerEvents.ts'
import { write } from '../table/table.ts'

/** Stores an event once; a repeated one gets the same response. */
export async function storeEvent(now: string, event: ProviderEvent): Promise<void> {
  const writePromise = write({ actor: event.provider, at: now }, providerEvents.create(event, 'already_there'))
  await writePromise.catch(ignore('already_there'))
}

export function parseJson<Event>(bytes: Uint8Array): Event {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event
  } catch {
    throw new Problem('bad_request')
  }
}
