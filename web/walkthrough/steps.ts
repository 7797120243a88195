import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { hasOpenDialog } from '../kit/openDialogs.ts'
import { hasSkeletons } from '../kit/Skeleton.tsx'

/** A part of the page that a walkthrough points at: `data-tour` on it has this name. */
export type Target = 'selector' | 'today' | 'dashboard' | 'calendar' | 'account' | 'filter' | 'roster'
/** What is said of it: `<says>Title` and `<says>Text` of the texts. */
export type Step = { target: Target; says: Target | 'answers'; optional?: true }

/** Optional are parts that a page may be without: it starts all the same. */
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
 * The steps that can be shown on the page as it stands. None while it is loading, while something else is open or being
 * typed, while it is not looked at, or when a part is missing that the walkthrough is about.
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

/** A browser that cannot tell knows no popovers either, and never has one open. */
const isShown = (element: Element) => 'checkVisibility' in element && element.checkVisibility()
