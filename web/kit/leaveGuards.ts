import { createContext } from 'react'

/** The target of a navigation, as far as guards need it. */
export type Destination = { pathname: string; state: unknown }
export type Guard = {
  /** The path that must not be left without asking. */
  pathname: string
  ask: () => Promise<boolean>
  /** Removes the guard, once its page may be left. */
  release: () => void
}

const guards = new Set<Guard>()
/** The guards inside a dialog without an address: it closes only if all of them agree. */
export const DialogGuards = createContext<Set<Guard> | undefined>(undefined)
export function addGuard(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** The screen beneath a page dialog: it stays mounted while the address is the dialog's. */
export const backgroundOf = (state: unknown): Destination | undefined =>
  (state as { background?: Destination } | null)?.background

/** The guards of pages that a navigation leaves: a page that stays beneath a dialog is not left. */
export const guardsToAsk = ({ pathname, state }: Destination): Guard[] =>
  [...guards].filter((guard) => guard.pathname !== pathname && guard.pathname !== backgroundOf(state)?.pathname)

/**
 * Asks each guard and stops at the first no. If all agree they are released, so the navigation that follows does not ask again.
 */
export async function mayLeave(guardsToLeave: readonly Guard[]): Promise<boolean> {
  for (const guard of guardsToLeave) if (!(await guard.ask())) return false
  for (const guard of guardsToLeave) guard.release()
  return true
}
