import PostalMime from 'postal-mime'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launch } from '#scripts/browser.ts'
import { type AccountName, demoPassword } from '#scripts/demo/accounts.ts'
import { claimsOf, config, now, origin, tokensOf } from './people.ts'

export const phone = { width: 360, height: 740 }
export const laptop = { width: 1280, height: 800 }
/**
 * At the clubs' home unless a test says otherwise. Without a service worker, which fetches the whole product for each new
 * browser; journeys that are about it ask for it.
 */
const atHome: BrowserContextOptions = {
  locale: 'en-US',
  // What glides is drawn frame by frame by the same cores; journeys about motion ask for it.
  reducedMotion: 'reduce',
  timezoneId: 'America/Chicago',
  viewport: phone,
  serviceWorkers: 'block',
}

/** The browser of this worker, for all of its files; each page has a context of its own, which is closed after its test. It ends with the process. */
export const browser = await launch()

const noted: string[] = []
// Where a machine is busy for a moment the product asks again by itself; what is never answered fails what a test waits for.
const always = [/the server responded with a status of 503/]
let expected: readonly RegExp[] = always
/** What the browser notes by itself where the journeys of this file have something refused or cut off. */
export const mayComplain = (line: RegExp): void => void (expected = [...expected, line])
/** The next file begins with what any file has. */
export const nothingMore = (): void => void (expected = always)
/** What went wrong in a page since it was asked last and nobody would see: errors of scripts, and what the browser itself complains of. */
export const complaints = (): string[] => noted.splice(0).filter((line) => !expected.some((each) => each.test(line)))

export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...atHome, ...options })
  // Every page shows the journeys' time; a second clock beside the browser's own would be added to it.
  await context.clock.install({ time: now() })
  // Of every page that it opens, those of other tabs too.
  context.on('weberror', (told) => noted.push(`${told.page()?.url()}: ${told.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') noted.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`)
  })
  return context.newPage()
}

/** Types an e-mail address and a password, as a person does. */
export async function signInAt(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** When no more mail goes out today, the user pool refuses whatever would send a code, in these words. */
export const noMoreMail =
  'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email from your own email account.'

/** The app itself has drawn a screen: what stands there before may be a picture of it, in which nothing can be pressed. */
export const drawn = (page: Page): Promise<void> =>
  page.locator('#root:not([inert])').getByRole('heading', { level: 1 }).first().waitFor()

/** What a journey ends with: it stands on the screen, or comes to. */
export const isShown = (what: Locator): Promise<void> => expect.poll(() => what.first().isVisible()).toBe(true)

/** What a device keeps on which an account has signed in before, without its form: by the same library, beside the browser. */
async function keptOf(name: AccountName): Promise<[string, string][]> {
  const { stored } = await tokensOf(name)
  return Object.entries({ ...stored, 'touchline.config': JSON.stringify(await config()) }).map(
    // The sign-in was made by the machine's own clock, and the page goes by that of the journeys.
    ([name, value]) => [name, name.endsWith('.clockDrift') ? '0' : value],
  )
}

/**
 * A browser of its own in which this account is signed in, before its first page: that is loaded where the journey begins. Its
 * storage is filled by the first page itself, and by a cookie no other does so again: who signs out stays signed out. The browser's
 * own way would open another page for it, which takes a third of a second.
 */
export async function deviceWith(name: AccountName, options: BrowserContextOptions = {}): Promise<Page> {
  const [kept, page] = [await keptOf(name), await newPage(options)]
  await page.context().addInitScript(
    ({ kept, origin }) => {
      if (location.origin !== origin || document.cookie.includes('journey=signed-in')) return
      document.cookie = 'journey=signed-in; path=/'
      for (const [name, value] of kept) localStorage.setItem(name, value)
    },
    { kept, origin },
  )
  return page
}

/** That browser at the account's Today, without the form: a journey about signing in goes through that by itself. */
export async function signedIn(name: AccountName, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await deviceWith(name, options)
  await page.goto(`${origin}/today`)
  await drawn(page)
  return page
}

/** The access token that the device keeps. */
export const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage[Object.keys(localStorage).find((name) => name.endsWith('accessToken')) ?? ''])

/** What that token says: when the password was typed and when it ends, in seconds. */
export const claimsIn = async (page: Page) => claimsOf(await tokenIn(page))

/** The ids of an address's mails, newest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const answer = await fetch(`${origin}/_local/mail/messages.json?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
}

/** What the pattern finds in the newest mail to an address that has it, which may still be on its way; `before` came earlier. */
export async function mailTo(email: string, pattern: RegExp, before: string[] = []): Promise<string> {
  const found = pattern.exec(await htmlTo(email, pattern, before))
  return found?.[1] ?? found?.[0] ?? ''
}

const mails = new Map<string, string>()
async function htmlOf(id: string): Promise<string> {
  const known = mails.get(id)
  if (known !== undefined) return known
  const raw = await (await fetch(`${origin}/_local/mail/${id}/raw`)).text()
  const { html = '' } = await PostalMime.parse(raw)
  mails.set(id, html)
  return html
}

/** That whole mail, as HTML. */
export async function htmlTo(email: string, pattern: RegExp, before: string[] = []): Promise<string> {
  // By way of the outbox and its queues, whose functions may all have to be started first.
  for (let i = 0; i < 800; i++) {
    for (const id of await mailsTo(email)) {
      if (before.includes(id)) continue
      const html = await htmlOf(id)
      if (pattern.test(html)) return html
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail to ${email} says ${pattern}.`)
}
