import { inPlaceOf, keepItem, names, readItem } from '../session/stored.ts'
import type { Selection } from './selection.ts'

/** A team, or an organization as a whole. */
export type Recent = Exclude<Selection, 'players'>
const most = 6

/** Not under what is the person's alone: signing out leaves it, and shows nothing of it to anybody else. */
const nameFor = (userId: string) => `${names.recents}${userId}`

/** What a person selected as a coach on this device: newest first, each once, six at most. */
export function readRecents(userId: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(readItem(nameFor(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Puts a selection first; it is there again when the person comes back after signing out. Not where another acts in their place. */
export function keepRecent(userId: string, selection: Recent): void {
  if (inPlaceOf() !== undefined) return
  const others = readRecents(userId).filter((recent) => !isSame(recent, selection))
  keepItem(nameFor(userId), JSON.stringify([selection, ...others].slice(0, most)))
}

const isSame = (one: Recent, other: Recent) => one.orgId === other.orgId && one.teamId === other.teamId

/** What lies on a device may be of an earlier version of ours. */
const isRecent = (kept: unknown): kept is Recent => {
  const { orgId, teamId } = (kept ?? {}) as Record<string, unknown>
  return typeof orgId === 'string' && (teamId === undefined || typeof teamId === 'string')
}
