import PostalMime from 'postal-mime'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { accounts, type AccountName, demoPassword } from '#scripts/demo/accounts.ts'
import { origin } from './people.ts'

export const phone = { width: 360, height: 740 }
export const laptop = { width: 1280, height: 800 }
/** At the clubs' home unless a test says otherwise. */
const atHome: BrowserContextOptions = { locale: 'en-US', timezoneId: 'America/Chicago', viewport: phone }

/** What went wrong in a page and nobody would see: errors of scripts, and lines the browser itself complains with. */
export const complaints: string[] = []

export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...atHome, ...options })
  // Of every page that it opens, those of other tabs too.
  context.on('weberror', (told) => complaints.push(`${told.page()?.url()}: ${told.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.page()?.url()}: ${message.text()}`)
  })
  return context.newPage()
}

/** Types an e-mail address and a password, as a person does. */
export async function signInAt(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A browser of its own, in which this account is signed in and sees its Today. */
export async function signedIn(
  browser: Browser,
  name: AccountName,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(browser, options)
  await page.goto(origin)
  await signInAt(page, accounts[name].email)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  return page
}

/** The access token that the device keeps. */
export const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage[Object.keys(localStorage).find((name) => name.endsWith('accessToken')) ?? ''])

/** What that token says: when the password was typed and when it ends, in seconds. */
export const claimsIn = async (page: Page) =>
  JSON.parse(Buffer.from((await tokenIn(page)).split('.')[1] ?? '', 'base64url').toString()) as {
    auth_time: number
    exp: number
  }

/** The ids of an address's mails, newest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const answer = await fetch(`${origin}/_local/mail/messages.json?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
}

/** What the pattern finds in the newest mail to an address, which may still be on its way; `before` came earlier. */
export async function mailTo(email: string, pattern: RegExp, before: string[] = []): Promise<string> {
  for (let i = 0; i < 50; i++) {
    const newest = (await mailsTo(email)).find((id) => !before.includes(id))
    if (newest) {
      const raw = await (await fetch(`${origin}/_local/mail/${newest}/raw`)).text()
      const found = pattern.exec((await PostalMime.parse(raw)).html ?? '')
      if (found) return found[1] ?? found[0]
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail to ${email} says ${pattern}.`)
}
