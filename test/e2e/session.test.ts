import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import {
  allowConsoleErrors,
  claimsIn,
  isShown,
  mailsTo,
  mailTo,
  newPage,
  noMoreMail,
  signedIn,
  signInAt,
} from './pages.ts'
import { now, origin, renewTokens, setClock } from './people.ts'

// A failed sign-in is a 400 of the user pool, which the browser logs. A device that signs out may still have requests pending.
allowConsoleErrors(/status of (400|401)/)

afterEach(() => setClock())

const code = /strong>(\d{6})</
const aNewAddress = () => `new-${crypto.randomUUID().slice(0, 8)}@demo.touchline.test`
const password = 'Cold-fingers-7'
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

const account = (page: Page) => page.getByRole('button', { name: /^Account/ })

it('a visitor signs up with the code from the mail; a forgotten password is reset by a code', async () => {
  const email = aNewAddress()
  const page = await newPage()
  await page.goto(`${origin}/today`)
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('First name').fill('Danley')
  await page.getByLabel('Last name').fill('Jean Jacques')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await mailTo(email, code))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.getByText("No Notifications. You're all caught up!").waitFor()
  await account(page).click()
  await page.getByText('Danley Jean Jacques').first().waitFor()
  await isShown(page.getByText(email))

  await page.getByRole('link', { name: 'Logout' }).click()
  const another = `${password}-new`
  const before = await mailsTo(email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: /send code/i }).click()
  await page
    .getByLabel(/code/i)
    .first()
    .fill(await mailTo(email, code, before))
  await page.getByLabel('New password', { exact: true }).fill(another)
  await page.getByLabel('Password again', { exact: true }).fill(another)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await isShown(page.getByText('Your password has been changed. Sign in with the new one.'))
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  await page.getByLabel('Password', { exact: true }).fill(another)
  await signInButton(page).click()
  await isShown(page.getByRole('heading', { level: 1, name: 'Today' }))
})

describe('sign-in forms', () => {
  it('show validation errors, do not reveal whether an account exists, and redirect only within the site', async () => {
    const page = await newPage()
    await page.goto(`${origin}/players`)
    await page.waitForURL(/login\?redirectUri=/)
    const send = page.locator('form button[type=submit]')
    await send.click()
    await isShown(page.getByText('E-mail: Required.'))
    await page.getByLabel('E-mail').fill('nonsense')
    await page.getByLabel('Password', { exact: true }).fill('x')
    await send.click()
    await isShown(page.getByText('E-mail: Invalid e-mail.'))
    const incorrect = page.getByText('The email or the password is wrong.')
    const refusedTo = async (email: string) => {
      await signInAt(page, email, 'Wrong-password-1')
      await incorrect.waitFor()
      return incorrect.textContent()
    }
    const known = await refusedTo('parent@demo.touchline.test')

    await page.getByRole('tab', { name: 'Create Account' }).click()
    await send.click()
    await expect.poll(() => page.getByText('Required.', { exact: true }).count()).toBe(5)
    await page.getByLabel('First name').fill('A')
    await page.getByLabel('Last name').fill('B')
    await page.getByLabel('E-mail').fill('parent@demo.touchline.test')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Password again').fill('short')
    await page.getByText('Min Characters: 12').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('Sunshine2026!')
    await page.getByText('That is too easy to guess: it is, or is close to, a commonly used password.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password again').fill(password)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await isShown(page.getByText('There is already an account with this email. Sign in, or reset its password.'))
    await page.route(/_local\/cognito/, (route) =>
      route.fulfill({ status: 400, json: { __type: 'LimitExceededException', message: noMoreMail } }),
    )
    await page.getByLabel('E-mail').fill(aNewAddress())
    await page.getByRole('button', { name: 'Create Account' }).click()
    await isShown(page.getByText('No more codes can be sent today. Please try again tomorrow.', { exact: true }))
    await page.unroute(/_local\/cognito/)

    await page.getByRole('tab', { name: 'Sign In' }).click()
    await incorrect.waitFor({ state: 'hidden' })
    expect(await refusedTo('nobody-at-all@demo.touchline.test')).toBe(known)

    await signInAt(page, 'parent@demo.touchline.test')
    await page.waitForURL(`${origin}/players`)
    // Only a browser's URL parsing makes this address dangerous; the others are in test/web/session-paths.test.ts.
    await page.goto(`${origin}/login?redirectUri=${encodeURIComponent('/\t/evil.test')}`)
    await expect.poll(() => page.url()).toBe(`${origin}/today`)
  })
})

describe('session', () => {
  it('ends by Logout: all its data is removed from the device, and the other tab signs out', async () => {
    const page = await signedIn('parent')
    await page.getByRole('link', { name: 'Players', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await page.getByText('Mia Moreno').first().waitFor()
    // The page has a dialog open, and a request is pending.
    const held = Promise.withResolvers<void>()
    await page.route('**/rest-api/session/profile', async (route) => {
      await held.promise
      await route.fulfill({
        json: {
          id: 'x',
          username: 'x',
          firstName: 'Paula',
          lastName: 'Moreno',
          fullName: 'Paula Moreno',
          roles: [],
          avatarUrl: null,
        },
      })
    })
    await account(page).click()
    await page.getByRole('link', { name: 'My Profile' }).click()
    await page.getByRole('dialog').getByLabel('Last name').fill('Somebody')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

    const other = await page.context().newPage()
    await other.goto(`${origin}/today`)
    await other.getByText('Mia Moreno').first().waitFor()
    await account(other).click()
    await other.getByRole('link', { name: 'Logout' }).click()
    await signInButton(other).waitFor()
    await signInButton(page).waitFor()
    held.resolve()
    await page.waitForTimeout(500)
    const nothing = async () => {
      await signInButton(page).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await page.locator('body').innerText()).not.toMatch(/Moreno|Somebody|saved|Players/)
    }
    await nothing()
    // Nor when going back in the history.
    for (let i = 0; i < 2; i++) {
      await page.goBack()
      await nothing()
    }
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).not.toMatch(/Moreno|accessToken|refreshToken/)
  })

  it('is renewed with a new token after an hour, and a page restored from the bfcache notices a sign-out', async () => {
    await renewTokens('parent')
    const page = await signedIn('parent')
    const later = new Date(now() + 2 * 3600_000)
    expect((await claimsIn(page)).exp).toBeLessThan(later.getTime() / 1000)
    // The page is closed while both clocks move: a request between the two would use an expired token.
    await page.goto('about:blank')
    await setClock(later.toISOString())
    await page.clock.setFixedTime(later)
    await page.goto(`${origin}/today`)
    await expect.poll(async () => (await claimsIn(page)).exp).toBeGreaterThan(later.getTime() / 1000)
    await page.locator('#root:not([inert])').getByRole('article').first().waitFor()

    // Playwright disables the bfcache, so the sign-out and the pageshow event are simulated.
    await page.getByText('Mia Moreno').first().waitFor()
    await page.evaluate(() => {
      localStorage.clear()
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await signInButton(page).waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/Moreno/)
  })
})
