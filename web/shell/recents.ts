import { readImpersonatedUser, writeItem, names, readItem } from '../session/stored.ts'
import type { Selection } from './selection.ts'

/** A team, or an organization as a whole. */
export type Recent = Exclude<Selection, 'players'>
const maxRecents = 6

/** Not among the personal data: it survives signing out, but is shown to no other user. */
const toItemName = (userId: string) => `${names.recents}${userId}`

/** What this user selected as a coach on this device: newest first, without duplicates, at most six. */
export function readRecents(userId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(readItem(toItemName(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Puts a selection first. Kept after signing out; not recorded when staff act on the user's behalf. */
export function addRecent(userId: string, selection: Recent): void {
  if (readImpersonatedUser() !== undefined) return
  const others = readRecents(userId).filter((recent) => !isSame(recent, selection))
  writeItem(toItemName(userId), JSON.stringify([selection, ...others].slice(0, maxRecents)))
}

const isSame = (first: Recent, second: Recent) => first.orgId === second.orgId && first.teamId === second.teamId

/** Stored data may come from an earlier version. */
const isRecent = (stored: unknown): stored is Recent => {
  const { orgId, teamId } = (stored ?? {}) as Record<string, unknown>
  return typeof orgId === 'string' && (teamId === undefined || typeof teamId === 'string')
}
