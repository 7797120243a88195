import type { mostHintedPlayers } from '#shared/api/today/day.ts'
import { keepItem, names, readItem } from '../session/stored.ts'

/**
 * What Today asks the server, known before anything else is: the script in the page's head starts the read with it
 * while React is still on its way, and the screen takes that answer. So this leads to nothing large.
 */

/** What the contract allows; spelled by its type, since contracts reach the browser as types only. */
const most: typeof mostHintedPlayers = 20

export type TodayInput = { query: { startUtc: string; players?: string } }

/** The reader's day, and their own players as last seen, so that the server can read both at once. */
export function todayInput(now: Date = new Date()): TodayInput {
  const players = rememberedPlayers().slice(0, most).join(',')
  return { query: { startUtc: startOfDay(now), ...(players && { players }) } }
}

/** The instant at which the reader's own day began; not every day begins at 0:00. */
export function startOfDay(now: Date): string {
  const start = new Date(now)
  start.setHours(0, 0, 0, 0)
  return start.toISOString()
}

/** Keeps the ids of the reader's own players for the next visit. A hint: the server checks each of them. */
export const rememberPlayers = (ids: readonly string[]): void => keepItem(names.players, JSON.stringify(ids))

/** The reader's own players as last seen; none for a stranger to this device. */
export function rememberedPlayers(): string[] {
  try {
    const kept: unknown = JSON.parse(readItem(names.players) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string' && id !== '') : []
  } catch {
    return []
  }
}
