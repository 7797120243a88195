import PostalMime from 'postal-mime'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launch } from '#scripts/browser.ts'
import { type AccountName, demoPassword } from '#scripts/demo/accounts.ts'
import { claimsOf, config, now, origin, tokensOf } from './people.ts'

export const phone = { width: 360, height: 740 }
export const laptop = { width: 1280, height: 800 }
/**
 * Default options: the clubs' locale and time zone. Service workers are blocked, as each would fetch the whole product for
 * every new context; tests that need one allow it.
 */
const homeOptions: BrowserContextOptions = {
  locale: 'en-US',
  // Animations are drawn on the same cores; tests about motion turn them on.
  reducedMotion: 'reduce',
  timezoneId: 'America/Chicago',
  viewport: phone,
  serviceWorkers: 'block',
}

/**
 * The browser of this worker, for all of its files, which ends with the process. Each page has a context of its own, closed
 * after its test.
 */
export const browser = await launch()

const consoleErrors: string[] = []
// After a 503 on a busy machine the product retries by itself; a request that never succeeds fails the test that waits for it.
const expectedErrors = [/the server responded with a status of 503/]
let expected: readonly RegExp[] = expectedErrors
/** Ignores browser errors that match, for tests of this file that have requests rejected or cut off. */
export const allowConsoleErrors = (line: RegExp): void => void (expected = [...expected, line])
/** Resets the ignored errors for the next file. */
export const resetAllowedErrors = (): void => void (expected = expectedErrors)
/** Returns and clears the errors since the last call: uncaught script errors, and errors that the browser logged. */
export const unexpectedErrors = (): string[] =>
  consoleErrors.splice(0).filter((line) => !expected.some((each) => each.test(line)))

export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...homeOptions, ...options })
  // Every page shows the tests' time. Installing a second clock would add its offset to this one.
  await context.clock.install({ time: now() })
  // Listens on the context, so that tabs opened later are included.
  context.on('weberror', (webError) => consoleErrors.push(`${webError.page()?.url()}: ${webError.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error')
      consoleErrors.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`)
  })
  return context.newPage()
}

/** Fills in the sign-in form and submits it. */
export async function signInAt(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The user pool's message when the daily email limit is reached and it cannot send a code. */
export const noMoreMail =
  'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email from your own email account.'

/** Waits until the app itself has rendered a screen: the snapshot shown before it is inert. */
export const waitForScreen = (page: Page): Promise<void> =>
  page.locator('#root:not([inert])').getByRole('heading', { level: 1 }).first().waitFor()

/** Waits until the element is visible: the final assertion of many tests. */
export const isShown = (locator: Locator): Promise<void> => expect.poll(() => locator.first().isVisible()).toBe(true)

/** Returns the local storage of a device on which the account is signed in, written by the same library outside the browser. */
async function storedTokensOf(name: AccountName): Promise<[string, string][]> {
  const { stored } = await tokensOf(name)
  return Object.entries({ ...stored, 'touchline.config': JSON.stringify(await config()) }).map(
    // The tokens were issued by the machine's clock, but the page uses the tests' time.
    ([name, value]) => [name, name.endsWith('.clockDrift') ? '0' : value],
  )
}

/**
 * Opens a new context in which the account is signed in, without loading a page. The first page fills the local storage, and a
 * cookie prevents filling it again, so that signing out works. Playwright's storageState would open another page for it, which
 * takes a third of a second.
 */
export async function deviceWith(name: AccountName, options: BrowserContextOptions = {}): Promise<Page> {
  const [storage, page] = [await storedTokensOf(name), await newPage(options)]
  await page.context().addInitScript(
    ({ kept, origin }) => {
      if (location.origin !== origin || document.cookie.includes('journey=signed-in')) return
      document.cookie = 'journey=signed-in; path=/'
      for (const [name, value] of kept) localStorage.setItem(name, value)
    },
    { kept: storage, origin },
  )
  return page
}

/** Opens Today with the account signed in, skipping the form; tests about signing in use the form themselves. */
export async function signedIn(name: AccountName, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await deviceWith(name, options)
  await page.goto(`${origin}/today`)
  await waitForScreen(page)
  return page
}

/** Returns the access token that the page's storage holds. */
export const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage[Object.keys(localStorage).find((name) => name.endsWith('accessToken')) ?? ''])

/** Returns that token's claims, such as `auth_time` and `exp` in seconds. */
export const claimsIn = async (page: Page) => claimsOf(await tokenIn(page))

/** Returns the ids of an address's mails, newest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const answer = await fetch(`${origin}/_local/mail/messages.json?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
}

/**
 * Waits for a mail to the address that matches the pattern and is not in `idsBefore`. Returns the first group, or the whole match.
 */
export async function mailTo(email: string, pattern: RegExp, idsBefore: string[] = []): Promise<string> {
  const match = pattern.exec(await htmlTo(email, pattern, idsBefore))
  return match?.[1] ?? match?.[0] ?? ''
}

const mails = new Map<string, string>()
async function htmlOf(id: string): Promise<string> {
  const cachedMail = mails.get(id)
  if (cachedMail !== undefined) return cachedMail
  const raw = await (await fetch(`${origin}/_local/mail/${id}/raw`)).text()
  const { html = '' } = await PostalMime.parse(raw)
  mails.set(id, html)
  return html
}

/** Waits for such a mail, and returns its HTML. */
export async function htmlTo(email: string, pattern: RegExp, idsBefore: string[] = []): Promise<string> {
  // Mails go through the outbox and queues, whose functions may have to be started first.
  for (let i = 0; i < 800; i++) {
    for (const id of await mailsTo(email)) {
      if (idsBefore.includes(id)) continue
      const html = await htmlOf(id)
      if (pattern.test(html)) return html
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail to ${email} says ${pattern}.`)
}
