import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { hasOpenDialog } from '../kit/openDialogs.ts'
import { hasSkeletons } from '../kit/Skeleton.tsx'

/** A part of the page that a walkthrough points at, marked by `data-tour`. */
export type Target = 'selector' | 'today' | 'dashboard' | 'calendar' | 'account' | 'filter' | 'roster'
/** `textPrefix`: prefix of its texts, `<says>Title` and `<says>Text`. */
export type Step = { target: Target; textPrefix: Target | 'answers'; optional?: true }

/** Optional parts may be missing from the page; the walkthrough starts without them. */
const steps: Record<WalkthroughName, readonly Step[]> = {
  coachNav: [
    { target: 'selector', textPrefix: 'selector' },
    { target: 'today', textPrefix: 'today' },
    { target: 'dashboard', textPrefix: 'dashboard', optional: true },
    { target: 'calendar', textPrefix: 'calendar', optional: true },
    { target: 'account', textPrefix: 'account' },
  ],
  coachTeam: [
    { target: 'filter', textPrefix: 'filter', optional: true },
    { target: 'roster', textPrefix: 'roster' },
    { target: 'calendar', textPrefix: 'answers' },
  ],
}

export const findTarget = (target: Target): Element | null => document.querySelector(`[data-tour="${target}"]`)

/**
 * The steps that the current page can show. None while the page is loading or hidden, while a dialog or menu is open or
 * something is being typed, or if a required part is missing.
 */
export function readySteps(name: WalkthroughName): Step[] {
  if (document.visibilityState !== 'visible' || isBusy()) return []
  const present = steps[name].filter(({ target }) => findTarget(target))
  return steps[name].every((step) => step.optional || present.includes(step)) ? present : []
}

const isBusy = () =>
  hasSkeletons() ||
  hasOpenDialog() ||
  document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null ||
  document.activeElement?.matches('input, textarea, select') === true ||
  [...document.querySelectorAll('[popover]')].some(isShown)

/** Browsers without `checkVisibility` do not support popovers either, so none is open. */
const isShown = (element: Element) => 'checkVisibility' in element && element.checkVisibility()
