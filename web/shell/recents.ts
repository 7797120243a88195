import { inPlaceOf, keepItem, names, readItem } from '../session/stored.ts'
import type { Selection } from './selection.ts'

/** A team, or an organization as a whole. */
export type Recent = Exclude<Selection, 'players'>
const most = 6

/** Not among the personal data: it survives signing out, but is shown to no other user. */
const nameFor = (userId: string) => `${names.recents}${userId}`

/** What this user selected as a coach on this device: newest first, without duplicates, at most six. */
export function readRecents(userId: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(readItem(nameFor(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Puts a selection first. Kept after signing out; not recorded when staff act on the user's behalf. */
export function keepRecent(userId: string, selection: Recent): void {
  if (inPlaceOf() !== undefined) return
  const others = readRecents(userId).filter((recent) => !isSame(recent, selection))
  keepItem(nameFor(userId), JSON.stringify([selection, ...others].slice(0, most)))
}

const isSame = (one: Recent, other: Recent) => one.orgId === other.orgId && one.teamId === other.teamId

/** Stored data may come from an earlier version. */
const isRecent = (kept: unknown): kept is Recent => {
  const { orgId, teamId } = (kept ?? {}) as Record<string, unknown>
  return typeof orgId === 'string' && (teamId === undefined || typeof teamId === 'string')
}
