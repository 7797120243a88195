import { AsyncLocalStorage } from 'node:async_hooks'
import { alphabet, partLength } from '#shared/ids.ts'
import { type Can, isAboutSubject, staffRoles } from '#shared/permissions.ts'

/**
 * A firewall between clubs: every key that a request asks the table for is noted, and that of every item that it gets by a range; of
 * those that were answered, each club that is named in one has to be one of the caller's own: one that the table names among what is theirs. Routes that are open to
 * strangers of a club reach the club that they name, too.
 */
type Asking = { as: string | undefined; keys: string[]; own: Set<string> }
const asking = new AsyncLocalStorage<Asking>()
const club = new RegExp(`(?<![\\w.-])o[${alphabet}]{${partLength}}(?![\\w])|(?<=-)o[${alphabet}]{${partLength}}$`, 'g')
const clubsIn = (text: string): string[] => text.match(club) ?? []

/** Notes keys that are asked for, as far as a request is under way. */
export const touch = (keys: readonly string[]): void => void asking.getStore()?.keys.push(...keys)

const written = new Set<string>()
/** Notes partitions in which something may be written. */
export const wrote = (partitions: readonly string[]): void => partitions.forEach((pk) => written.add(pk))
/** In which something may have been written since that was last asked, whoever did. */
export function takeWritten(): string[] {
  const all = [...written]
  written.clear()
  return all
}

/** What a request was answered from the caller's own partition says which clubs are theirs. */
export function learn(pk: string | undefined, items: unknown): void {
  const store = asking.getStore()
  if (store?.as !== undefined && pk === `USER#${store.as}`)
    for (const id of clubsIn(JSON.stringify(items) ?? '')) store.own.add(id)
}

/** Runs work, and gives the keys that it asks for. */
export async function keysTouchedBy<T>(work: () => Promise<T>): Promise<{ given: T; keys: string[] }> {
  const noted: Asking = { as: undefined, keys: [], own: new Set() }
  const given = await asking.run(noted, work)
  return { given, keys: noted.keys }
}

const seen = { touches: 0, crossed: [] as string[] }
/** How many keys were looked at for whose club they are; each is told once. */
export function takeTouches(): number {
  const { touches } = seen
  seen.touches = 0
  return touches
}
/** Which of them were another club's; they are told once. */
export const takeCrossed = (): string[] => seen.crossed.splice(0)

type Asked = { key: string; can: Can; as: string | undefined; groups: readonly string[]; sent: unknown }

/** Runs a request; `answered` says whether it was. What our own people do goes from club to club. */
export async function withinClub<T>(
  { key, can, as, groups, sent }: Asked,
  work: () => Promise<T>,
  answered: (of: T) => boolean,
) {
  const named = clubsIn(JSON.stringify(sent) ?? '')
  const own = new Set([...clubsIn(as ?? ''), ...(isAboutSubject(can) ? [] : named)])
  const asked: Asking = { as, keys: [], own }
  const answer = await asking.run(asked, work)
  if (!answered(answer)) return answer
  const isStaff = groups.some((group) => staffRoles.some((role) => role === group))
  if (isStaff || as === undefined) return answer
  // Only what is looked at is counted.
  seen.touches += asked.keys.length
  for (const each of asked.keys)
    if (clubsIn(each).some((id) => !own.has(id))) seen.crossed.push(`${key} touches ${each}`)
  return answer
}
