import { createContext } from 'react'

/** What a navigation leads to, as far as a guard has to know. */
export type Destination = { pathname: string; state: unknown }
export type Guard = {
  /** The address that must not be left unasked. */
  pathname: string
  ask: () => Promise<boolean>
  /** Takes it away: what it guards is left. */
  release: () => void
}

const guards = new Set<Guard>()
/** Those within a dialog that has no address: it is closed where none of them says no. */
export const GuardsWithin = createContext<Set<Guard> | undefined>(undefined)
export function addGuard(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** The screen that a page dialog stands over: it stays as it is, and the dialog's address is the page's. */
export const backgroundOf = (state: unknown): Destination | undefined =>
  (state as { background?: Destination } | null)?.background

/** Those that a navigation would leave: a page that stays beneath a dialog is not left. */
export const guardsLeft = ({ pathname, state }: Destination): Guard[] =>
  [...guards].filter((guard) => guard.pathname !== pathname && guard.pathname !== backgroundOf(state)?.pathname)

/** Asks for each of them; the first no is one. After a yes to all none asks again, as of the navigation that follows. */
export async function mayLeave(asked: readonly Guard[]): Promise<boolean> {
  for (const guard of asked) if (!(await guard.ask())) return false
  for (const guard of asked) guard.release()
  return true
}
