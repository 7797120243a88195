import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { hasOpenDialog } from '../kit/openDialogs.ts'
import { hasSkeletons } from '../kit/Skeleton.tsx'

/** A part of the page that a walkthrough points at, marked by `data-tour`. */
export type Target = 'selector' | 'today' | 'dashboard' | 'calendar' | 'account' | 'filter' | 'roster'
/** `says`: prefix of its texts, `<says>Title` and `<says>Text`. */
export type Step = { target: Target; says: Target | 'answers'; optional?: true }

/** Optional parts may be missing from the page; the walkthrough starts without them. */
const steps: Record<WalkthroughName, readonly Step[]> = {
  coachNav: [
    { target: 'selector', says: 'selector' },
    { target: 'today', says: 'today' },
    { target: 'dashboard', says: 'dashboard', optional: true },
    { target: 'calendar', says: 'calendar', optional: true },
    { target: 'account', says: 'account' },
  ],
  coachTeam: [
    { target: 'filter', says: 'filter', optional: true },
    { target: 'roster', says: 'roster' },
    { target: 'calendar', says: 'answers' },
  ],
}

export const elementOf = (target: Target): Element | null => document.querySelector(`[data-tour="${target}"]`)

/**
 * The steps that the current page can show. None while the page is loading or hidden, while a dialog or menu is open or
 * something is being typed, or if a required part is missing.
 */
export function stepsNow(name: WalkthroughName): Step[] {
  if (document.visibilityState !== 'visible' || isElsewhere()) return []
  const found = steps[name].filter(({ target }) => elementOf(target))
  return steps[name].every((step) => step.optional || found.includes(step)) ? found : []
}

const isElsewhere = () =>
  hasSkeletons() ||
  hasOpenDialog() ||
  document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null ||
  document.activeElement?.matches('input, textarea, select') === true ||
  [...document.querySelectorAll('[popover]')].some(isShown)

/** Browsers without `checkVisibility` do not support popovers either, so none is open. */
const isShown = (element: Element) => 'checkVisibility' in element && element.checkVisibility()
