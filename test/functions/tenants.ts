import { AsyncLocalStorage } from 'node:async_hooks'
import { alphabet, partLength } from '#shared/ids.ts'
import { staffRoles } from '#shared/permissions.ts'

/**
 * A firewall between clubs: every key that a request asks the table for is noted, and of those that were answered, each club that is
 * named in one has to be the caller's own or named in what was asked.
 */
const asking = new AsyncLocalStorage<string[]>()
const club = new RegExp(`(?<![\\w.-])o[${alphabet}]{${partLength}}(?![\\w])|(?<=-)o[${alphabet}]{${partLength}}$`, 'g')
const clubsIn = (text: string): string[] => text.match(club) ?? []

/** Notes keys that are asked for, as far as a request is under way. */
export const touch = (keys: readonly string[]): void => void asking.getStore()?.push(...keys)

const seen = { touches: 0, crossed: [] as string[] }
/** How many keys were touched so far by requests that were answered, and which of them were another club's. */
export const touched = (): { touches: number; crossed: readonly string[] } => seen

type Asked = { key: string; as: string | undefined; groups: readonly string[]; sent: unknown }

/** Runs a request; `answered` says whether it was. What our own people do goes from club to club. */
export async function withinClub<T>(
  { key, as, groups, sent }: Asked,
  work: () => Promise<T>,
  answered: (of: T) => boolean,
) {
  const keys: string[] = []
  const answer = await asking.run(keys, work)
  if (!answered(answer)) return answer
  seen.touches += keys.length
  const own = new Set([...clubsIn(as ?? ''), ...clubsIn(JSON.stringify(sent) ?? '')])
  const isStaff = groups.some((group) => staffRoles.some((role) => role === group))
  if (!isStaff && as !== undefined)
    for (const each of keys) if (clubsIn(each).some((id) => !own.has(id))) seen.crossed.push(`${key} touches ${each}`)
  return answer
}
