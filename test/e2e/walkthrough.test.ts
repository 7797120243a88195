import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { accessibilityViolations, scrollsHorizontally, walkedViews } from './accessibility.ts'
import { signedIn } from './pages.ts'
import { cloud, get, instantIn, origin, teamOf } from './people.ts'

Object.assign(process.env, cloud.table)
const { update } = await import('#functions/table/table.ts')
const { walkthroughs } = await import('#functions/table/walkthroughs.ts')

let userId: string
let dashboard: string
type Progress = { completed: boolean; closeCount: number }
const fresh: Progress = { completed: false, closeCount: 0 }
const done: Progress = { completed: true, closeCount: 0 }

const isAt = async (coachNav: Progress, coachTeam: Progress) => {
  const stamp = { actor: userId, at: instantIn(0) }
  await update(stamp, walkthroughs.upsert({ userId, name: 'coachNav' }, { set: coachNav }))
  await update(stamp, walkthroughs.upsert({ userId, name: 'coachTeam' }, { set: coachTeam }))
}
const progress = async (walkthroughId: WalkthroughName) => {
  const { body } = await get(`/rest-api/users/feature-walkthrough?walkthroughId=${walkthroughId}`, { as: 'coach' })
  return { completed: body?.['completed'], closeCount: body?.['closeCount'] }
}

beforeAll(async () => {
  userId = String((await get('/rest-api/users/profile', { as: 'coach' })).body?.['id'])
  const { orgId, teamId } = await teamOf('coach')
  dashboard = `${origin}/${orgId}/${teamId}/teams`
})
beforeEach(() => isAt(fresh, fresh))
afterAll(() => isAt(done, done))

const step = (page: Page, name: string) => page.getByRole('dialog', { name })
const nav = ['Your teams', 'Today', 'Dashboard', 'Calendar', 'Your account']
const team = ['Find a player', 'Your roster', 'Who comes']
/** Opens Today as the coach. */
const opened = (options: BrowserContextOptions = {}) => signedIn('coach', options)

/** Expects the step to be fully in view, next to what it describes. */
async function liesWell(page: Page, name: string) {
  await step(page, name).waitFor()
  const target =
    {
      'Your teams': 'selector',
      'Your account': 'account',
      'Find a player': 'filter',
      'Your roster': 'roster',
      'Who comes': 'calendar',
    }[name] ?? name.toLowerCase()
  const viewport = page.viewportSize()
  // The step may still be animated.
  await expect
    .poll(async () => {
      const card = await step(page, name).boundingBox()
      const about = await page.locator(`[data-tour="${target}"]`).boundingBox()
      if (!card || !about || !viewport) return 'not there'
      const inSight =
        card.x >= 0 && card.y >= 0 && card.x + card.width <= viewport.width && card.y + card.height <= viewport.height
      const below = card.y - about.y - about.height
      const above = about.y - card.y - card.height
      const beside = [below, above].some((gap) => gap >= 0 && gap < 30)
      return inSight && beside ? 'well' : JSON.stringify({ card, about })
    })
    .toBe('well')
}
describe.each(walkedViews)('on a %s, %s', (_device, colorScheme, viewport) => {
  it('shows a coach the navigation and then the team, once; it can be repeated on request by keyboard', async () => {
    const page = await opened({ viewport, colorScheme })
    for (const name of nav) {
      await liesWell(page, name)
      if (name === nav[0] || name === nav[4] || name === team[0])
        expect(await accessibilityViolations(page)).toEqual([])
      expect(await scrollsHorizontally(page)).toBe(false)
      await step(page, name)
        .getByRole('button', { name: name === 'Your account' ? 'Done' : 'Next' })
        .click()
    }
    await expect.poll(() => progress('coachNav')).toEqual({ completed: true, closeCount: 0 })
    await page.getByRole('link', { name: 'Dashboard' }).click()
    for (const name of team) {
      await liesWell(page, name)
      if (name === nav[0] || name === nav[4] || name === team[0])
        expect(await accessibilityViolations(page)).toEqual([])
      await page.getByRole('button', { name: name === 'Who comes' ? 'Done' : 'Next' }).click()
    }
    await expect.poll(() => progress('coachTeam')).toEqual({ completed: true, closeCount: 0 })
    await page.goto(dashboard)
    await page.getByText('Mia Moreno').first().waitFor()
    await page.clock.runFor(2500)
    expect(await page.getByRole('dialog').count()).toBe(0)

    // Focus stays in the step, Escape closes it, and focus returns.
    await page.getByRole('button', { name: /^Account/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Take the tour' }).focus()
    await page.keyboard.press('Enter')
    await step(page, 'Your teams').waitFor()
    // With reduced motion nothing is animated.
    expect(await step(page, 'Your teams').evaluate((card) => card.getAnimations({ subtree: true }).length)).toBe(0)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await expect.poll(focused).toBe('Next')
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
    }
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe('Next')
    await step(page, 'Today').waitFor()
    await page.keyboard.press('Enter')
    await step(page, 'Dashboard').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(focused).toMatch(/^CC|Account of/)
  })
})

describe('closing the walkthrough', () => {
  it('is counted each time, also with a service worker; after the fourth time it no longer opens', async () => {
    await isAt(done, done)
    const page = await opened({ serviceWorkers: 'allow' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await isAt({ completed: false, closeCount: 1 }, fresh)
    await page.goto(`${origin}/today`)
    await step(page, 'Your teams').waitFor()
    await page.mouse.click(180, 600)
    await expect.poll(() => progress('coachNav')).toEqual({ completed: false, closeCount: 2 })
    await page.reload()
    // Leaving the page counts as closing; after the fourth time it is not shown.
    for (const closeCount of [3, 4]) {
      await step(page, 'Your teams').waitFor()
      await page.reload()
      await expect.poll(() => progress('coachNav')).toEqual({ completed: false, closeCount })
    }
    await page.getByText('Going', { exact: false }).first().waitFor()
    await page.clock.runFor(2500)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByText('Mia Moreno').first().waitFor()
    await page.clock.runFor(2500)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect([await progress('coachNav'), await progress('coachTeam')]).toEqual([
      { completed: false, closeCount: 4 },
      fresh,
    ])
  })

  it('in another tab, only the first shows it; going back closes it and counts once', async () => {
    await isAt(done, fresh)
    const one = await opened()
    await one.getByRole('link', { name: 'Dashboard' }).click()
    await step(one, 'Find a player').waitFor()
    const two = await one.context().newPage()
    await two.goto(dashboard)
    await two.getByText('Mia Moreno').first().waitFor()
    await two.clock.runFor(3000)
    expect(await two.getByRole('dialog').count()).toBe(0)
    await two.close()
    await one.goBack()
    await one.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await expect.poll(() => one.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => progress('coachTeam')).toEqual({ completed: false, closeCount: 1 })
  })
})
