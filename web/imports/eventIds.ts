import { alphabet, partLength } from '#shared/ids.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'

/**
 * Event ids derived from the fixtures' keys (SHA-256), so that importing the same list again, or continuing an interrupted
 * import, creates no duplicates.
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
