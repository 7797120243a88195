import type { maxHintedPlayers } from '#shared/api/today/day.ts'
import { writeItem, names, readItem } from '../session/stored.ts'

/**
 * The request of Today, which is known before anything has loaded: the script in the page's head starts it while React is
 * loading, and the screen takes over the response. So this module must not import anything large.
 */

/** The contract's limit, spelled by its type, since contracts are imported only as types in the browser. */
const maxPlayers: typeof maxHintedPlayers = 20

export type TodayInput = { query: { startUtc: string; players?: string } }

/** The reader's day, and their own players as last seen, so that the server can read both at once. */
export const todayInput = (now: Date = new Date()): TodayInput => ({
  query: { startUtc: startOfDay(now), ...playersHint() },
})

/** The reader's own players as last seen, for a query: as many as the contract takes, the server finds the others. */
export function playersHint(): { players?: string } {
  const players = rememberedPlayers().slice(0, maxPlayers).join(',')
  return players ? { players } : {}
}

/** The start of the reader's day; days do not always start at 0:00. */
export function startOfDay(now: Date): string {
  const start = new Date(now)
  start.setHours(0, 0, 0, 0)
  return start.toISOString()
}

/** Stores the ids of the reader's own players for the next visit. Only a hint: the server checks each of them. */
export const rememberPlayers = (ids: readonly string[]): void => writeItem(names.players, JSON.stringify(ids))

/** The reader's own players as last seen; empty on a new device. */
export function rememberedPlayers(): string[] {
  try {
    const stored: unknown = JSON.parse(readItem(names.players) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string' && id !== '') : []
  } catch {
    return []
  }
}
