import { alphabet, partLength } from '#shared/ids.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'

/**
 * The ids of the events that fixtures become. They follow from what each is known by: whoever brings the same list again, or
 * goes on where the last time was cut short, makes nothing twice.
 */
export async function eventIdsOf(fixtures: readonly Fixture[]): Promise<ReadonlyMap<string, string>> {
  const ids = await Promise.all(
    fixtures.map(async ({ key, team }): Promise<[string, string]> => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`fixture ${key}`))
      const part = [...new Uint8Array(digest).slice(0, partLength)].map((byte) => alphabet[byte % 32])
      return [key, `${team.id}.e${part.join('')}`]
    }),
  )
  return new Map(ids)
}
