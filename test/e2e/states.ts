import type { Page, Route } from 'playwright-core'
import { accessibilityViolations } from './accessibility.ts'
import { origin } from './people.ts'
import { navigate, skeletons, untrack, waitForLoad } from './walking.ts'

/** A screen whose requests are pending, or fail. */
export const states = ['waits', 'failed'] as const
type State = (typeof states)[number]

const isAsked = ({ pathname }: URL) => /^\/(api|rest-api|user)\//.test(pathname)
const answers: Record<State, (route: Route) => unknown> = {
  waits: (route) => untrack(route.request()),
  failed: (route) => route.fulfill({ status: 500, json: {} }),
}
const marks: Record<State, string> = { waits: skeletons, failed: '[role="alert"]' }

/**
 * Returns the accessibility violations of a screen in this state, in light and dark, and whether it was in that state. First
 * loads a screen that reads nothing: otherwise the cache would hold what other screens have read.
 */
export async function violationsWhile(
  state: State,
  page: Page,
  path: string,
): Promise<{ violations: string[]; isReached: boolean }> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${origin}/forbidden`)
  await waitForLoad(page)
  await page.route(isAsked, answers[state])
  try {
    await navigate(page, path)
    await waitForLoad(page, { outlined: state === 'waits' })
    const isReached = (await page.locator(marks[state]).count()) > 0
    const violations = await accessibilityViolations(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    return { violations: [...violations, ...(await accessibilityViolations(page))], isReached }
  } finally {
    await page.unroute(isAsked)
  }
}
