import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { expectAccessibleLayout } from './accessibility.ts'
import { allowConsoleErrors, claimsIn, deviceWith, newPage, signInAt } from './pages.ts'
import { claimsOf, get, origin, renewTokens, setClock } from './people.ts'
import { createUser, password } from './users.ts'

// The browser logs rejected requests, and pictures whose signed URLs have expired.
allowConsoleErrors(/status of 40[01]|status of 403 .*X-Amz-/)

afterEach(() => setClock())

const minute = 60_000
const hour = 60 * minute
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Today' })
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Still there?' })

describe('session check', () => {
  it.each(['disable', 'signOutEverywhere'] as const)(
    'rejects a token after %s, which the gateway still accepts',
    async (how) => {
      const person = await createUser()
      const token = await person.token()
      const check = () => get('/rest-api/users/token', { token })
      expect((await check()).body).toMatchObject({ valid: true })
      await person[how]()
      expect(await check()).toMatchObject({
        status: 401,
        body: { code: 'not_signed_in', message: 'Unauthorized access' },
      })
      expect((await get('/rest-api/users/profile', { token })).status).toBe(401)
    },
  )

  it('sends a disabled user to sign in at the next load, and does not let them sign in again', async () => {
    const person = await createUser()
    const page = await newPage()
    await page.goto(origin)
    await signInAt(page, person.email, password)
    await heading(page).waitFor()
    await page.waitForLoadState('networkidle')
    await person.disable()
    await page.reload()
    await signIn(page).waitFor()
    expect(page.url()).toBe(`${origin}/login?redirectUri=%2Ftoday`)
    await page.getByText('Unauthorized access').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['touchline.config'])
    await signInAt(page, person.email, password)
    await page.getByText(/disabled/i).waitFor()
  })

  it('does not delay the first screen, and runs once; a parent’s page does not load the walkthrough', async () => {
    const page = await deviceWith('parent')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // Nothing can be rendered before this response; when the test itself sees the screen depends on the machine.
    const answered = page.waitForEvent('response', (response) => response.url().includes('/api/v1/today'))
    let first = 0
    void answered.then(() => (first = asked.length))
    const told = page.waitForEvent('response', (response) => response.url().includes('/users/expiration-token'))
    await page.goto(`${origin}/today`)
    await answered
    await page.getByText('Mia Moreno').first().waitFor()
    // The page's clock runs faster than responses arrive; this request completes after the page has read the expiration.
    await (await told).finished()
    await page.evaluate(async () => (await fetch('/config.json')).text())
    await expect.poll(() => asked.filter((path) => /users\/(token|expiration-token)$/.test(path)).length).toBe(2)
    expect(
      asked.slice(0, first).filter((path) => /users\/(token|expiration-token)$|\/(watch|amplify)/.test(path)),
    ).toEqual([])
    await page.clock.runFor(5 * minute)
    expect(asked.filter((path) => /users\/(token|expiration-token)$/.test(path))).toHaveLength(2)
    expect(asked.filter((path) => /walkthrough|tour/i.test(path))).toEqual([])
  })
})

/** Moves the device's and the cloud's clock to an instant; the page's timers fire as after a sleep. */
async function go(page: Page, to: number) {
  await setClock(new Date(to).toISOString())
  await page.clock.fastForward(Math.max(0, to - (await page.evaluate(() => Date.now()))))
}
/** Opens a page whose access and refresh token both expire in an hour. Returns the page and that instant. */
async function nearTheEnd(): Promise<{ page: Page; end: number }> {
  const { access } = await renewTokens('parent')
  const page = await deviceWith('parent')
  page.setDefaultTimeout(30_000)
  const end = (claimsOf(access).auth_time + 30 * 86_400) * 1000
  await setClock(new Date(end - hour).toISOString())
  await page.clock.setSystemTime(end - hour)
  const told = page.waitForResponse(/users\/expiration-token/)
  await page.goto(`${origin}/today`)
  // Which of the family's teams plays on that day depends on when the test runs.
  await page.locator('#root:not([inert])').getByRole('article').first().waitFor()
  await told
  return { page, end }
}

describe('the Still there? dialog', () => {
  it('opens in the last minute, extends the session by keyboard, and signs out at the end', async () => {
    const { page, end } = await nearTheEnd()
    await go(page, end - 90_000)
    expect(await question(page).isVisible()).toBe(false)
    const opener = page.getByRole('button', { name: /^Account/ })
    await opener.focus()
    await go(page, end - 50_000)
    await question(page).waitFor()
    await page.getByText(/^You will be signed out in [45]\d seconds\.$/).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\([45]\d\) Still there\?$/)
    const stay = page.getByRole('button', { name: "I'm still here" })
    const focused = () => stay.evaluate((button) => button === document.activeElement)
    expect(await focused()).toBe(true)
    // Focus stays in the dialog; the browser's own toolbar is no part of the page.
    for (const key of ['Tab', 'Shift+Tab', 'Tab']) {
      await page.keyboard.press(key)
      expect(await opener.evaluate((button) => button === document.activeElement)).toBe(false)
    }
    await expectAccessibleLayout(page, stay)

    await stay.focus()
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'hidden' })
    expect(await page.title()).toBe('Today · Touchline')
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)

    // The session was extended by an hour, and cannot be extended again.
    await expect.poll(async () => (await claimsIn(page)).exp).toBeGreaterThan(end / 1000)
    await page.waitForTimeout(300)
    await go(page, end + 58 * minute)
    await go(page, end + hour - 80_000)
    await go(page, end + hour - 70_000)
    await question(page).waitFor()
    await page.getByText(/This session cannot be extended\. After/).waitFor()
    await go(page, end + hour)
    await signIn(page).waitFor()
    expect(page.url()).toBe(`${origin}/login?redirectUri=%2Ftoday`)
    await page.getByText('Your session has expired').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['touchline.config'])
  })
})
