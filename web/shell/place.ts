import { createContext } from 'react'
import { type Location, NavigationType } from 'react-router-dom'
import { screenAt } from '../paths.ts'
import { backgroundOf } from '../kit/leaveGuards.ts'

/**
 * Where the browser is, for parts that stand on the page beneath a dialog: `over` is the address of the page in the dialog,
 * and `cameBack` says that one has gone back or forward to where one is.
 */
export type Place = { over: Location | undefined; cameBack: boolean }
export const PlaceContext = createContext<Place>({ over: undefined, cameBack: false })

/** A page that stands in a dialog tells it its title. */
export const DialogContext = createContext<{ setTitle: (title: string) => void } | undefined>(undefined)

export const isBack = (action: NavigationType): boolean => action === NavigationType.Pop

/** What an address that was opened over another page keeps in the history: that page, and how many steps lead back to it. */
type DialogState = { background: Location; steps: number }
const isDialog = (pathname: string): boolean => screenAt(pathname).record.frame === 'dialog'

export const stepsBack = (state: unknown): number => (state as DialogState | null)?.steps ?? 1

/** The page beneath, of an address that was opened over it; the same address loaded by itself has none. */
export const pageBeneath = ({ pathname, state }: Location): Location | undefined =>
  isDialog(pathname) ? (backgroundOf(state) as Location | undefined) : undefined

/**
 * What is kept with an address that somebody goes to from another: for a page that goes into a dialog, the page to stand
 * over. So whatever links to such a page opens it over its own.
 */
export function stateFor(pathname: string, from: Location, state: unknown, replaces: boolean): unknown {
  if (!isDialog(pathname) || backgroundOf(state)) return state
  const beneath = pageBeneath(from)
  if (replaces) return beneath ? { background: beneath, steps: stepsBack(from.state) } : state
  return { background: beneath ?? from, steps: beneath ? stepsBack(from.state) + 1 : 1 }
}
