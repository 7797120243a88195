import type { Page, Route } from 'playwright-core'
import { barriersOn } from './barriers.ts'
import { origin } from './people.ts'
import { arrived, forget, lead, outlines } from './walking.ts'

/** A screen whose requests are pending, or fail. */
export const states = ['waits', 'failed'] as const
type State = (typeof states)[number]

const isAsked = ({ pathname }: URL) => /^\/(api|rest-api|user)\//.test(pathname)
const answers: Record<State, (route: Route) => unknown> = {
  waits: (route) => forget(route.request()),
  failed: (route) => route.fulfill({ status: 500, json: {} }),
}
const marks: Record<State, string> = { waits: outlines, failed: '[role="alert"]' }

/**
 * Returns the accessibility violations of a screen in this state, in light and dark, and whether it was in that state. First
 * loads a screen that reads nothing: otherwise the cache would hold what other screens have read.
 */
export async function barriersWhile(
  state: State,
  page: Page,
  path: string,
): Promise<{ found: string[]; stood: boolean }> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${origin}/forbidden`)
  await arrived(page)
  await page.route(isAsked, answers[state])
  try {
    await lead(page, path)
    await arrived(page, { outlined: state === 'waits' })
    const stood = (await page.locator(marks[state]).count()) > 0
    const found = await barriersOn(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    return { found: [...found, ...(await barriersOn(page))], stood }
  } finally {
    await page.unroute(isAsked)
  }
}
