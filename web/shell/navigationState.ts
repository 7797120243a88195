import { createContext } from 'react'
import { type Location, NavigationType } from 'react-router-dom'
import { screenAt } from '../paths.ts'
import { backgroundOf } from '../kit/leaveGuards.ts'

/**
 * The navigation state, for components on the page beneath a dialog: `dialog` is the location of the page in the dialog,
 * and `isBack` says that the last navigation was Back or Forward.
 */
export type NavigationState = { dialog: Location | undefined; isBack: boolean }
export const NavigationStateContext = createContext<NavigationState>({
  dialog: undefined,
  isBack: false,
})

/** A page in a dialog passes its title to the dialog. */
export const DialogContext = createContext<{ setTitle: (title: string) => void } | undefined>(undefined)

export const isBack = (action: NavigationType): boolean => action === NavigationType.Pop

/** History state of a page dialog: the page beneath, and how many steps back lead to it. */
type DialogState = { background: Location; steps: number }
const isDialog = (pathname: string): boolean => screenAt(pathname).record.frame === 'dialog'

export const readStepsBack = (state: unknown): number => (state as DialogState | null)?.steps ?? 1

/** The page beneath a page dialog; undefined if the address was loaded directly. */
export const findPageBelow = ({ pathname, state }: Location): Location | undefined =>
  isDialog(pathname) ? (backgroundOf(state) as Location | undefined) : undefined

/**
 * The history state for a navigation: for a page shown in a dialog, the page to show beneath. So every link to such a page opens
 * it over the current one.
 */
export function toHistoryState(pathname: string, from: Location, state: unknown, isReplace: boolean): unknown {
  if (!isDialog(pathname) || backgroundOf(state)) return state
  const pageBelow = findPageBelow(from)
  if (isReplace) return pageBelow ? { background: pageBelow, steps: readStepsBack(from.state) } : state
  return { background: pageBelow ?? from, steps: pageBelow ? readStepsBack(from.state) + 1 : 1 }
}
