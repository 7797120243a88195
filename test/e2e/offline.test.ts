import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import {
  answersFrom,
  browserStorage,
  endSession,
  eventsForSam,
  inviteStates,
  offlineDevice,
  openTodayOnline,
  redeploy,
  removeInvite,
  storedAnswerIds,
} from './offline.ts'
import { expectAccessibleLayout } from './accessibility.ts'
import { allowConsoleErrors, isShown, signInAt } from './pages.ts'
import { get, origin } from './people.ts'
import { spring } from './springSeason.ts'

allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|status of (400|404|412)|Failed to fetch/)
// The sign-in screen is not cached on the device.
allowConsoleErrors(/Unable to preload CSS for .*LoginScreen/)

const queued = 'Queued: will be sent when you are back online'
const cardOf = (page: Page, event: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: event, exact: true }) })
const yes = (page: Page, event: string) => cardOf(page, event).getByRole('button', { name: 'Yes', exact: true }).click()
/** Answers Yes, and waits until the answer is queued as offline, so that what follows happens after it. */
async function yesQueued(page: Page, event: string): Promise<void> {
  await yes(page, event)
  await cardOf(page, event).getByText(queued).waitFor()
}
/** Opens another tab of the same browser context at Today. */
async function another(page: Page): Promise<Page> {
  const next = await page.context().newPage()
  await next.goto(`${origin}/today`)
  await next.getByRole('article').first().waitFor()
  return next
}
const offline = (page: Page, is: boolean) => page.context().setOffline(is)
const waits = 'Your session has expired. 1 answer is saved on this device and is sent after you sign in.'
/** Parent2 answers Yes offline; the session has ended when the connection is back. */
async function endsAfterYes(page: Page, event: string): Promise<void> {
  await offline(page, true)
  await yesQueued(page, `${event} 1`)
  await endSession(page)
  await offline(page, false)
  await page.getByText(waits).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
}
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => /answer|Token/.test(name)))

/** One browser context for all of these tests: the service worker of a new one fetches the whole product. */
let device: BrowserContext
beforeAll(async () => {
  device = await offlineDevice()
})

describe('offline', () => {
  it('sends each queued answer exactly once, although the tab was closed and reopened', async () => {
    const ids = await eventsForSam('Away', 6)
    const [twice = ''] = await eventsForSam('Twice', 1)
    const first = await openTodayOnline(device)
    const counted = answersFrom(first)
    await offline(first, true)
    for (let i = 1; i <= 3; i++) await yes(first, `Away ${i}`)
    await expect.poll(() => first.getByText(queued).count()).toBe(3)
    await first.close()

    const second = await first.context().newPage()
    await second.goto(`${origin}/today`)
    await expect.poll(() => second.getByText(queued).count()).toBe(3)
    for (let i = 4; i <= 6; i++)
      await cardOf(second, `Away ${i}`).getByRole('button', { name: 'No', exact: true }).click()
    await expect.poll(() => second.getByText(queued).count()).toBe(6)
    await second.close()
    expect(counted.arrived).toEqual([])

    await offline(second, false)
    const one = await another(second)
    await expect.poll(() => counted.arrived.length, { timeout: 30_000 }).toBe(6)
    await expect.poll(() => one.getByText(queued).count()).toBe(0)
    const stand = await inviteStates(ids)
    expect(new Set(await storedAnswerIds(ids))).toEqual(new Set(counted.arrived))
    expect(stand.map(({ status }) => status.value)).toEqual([
      ...Array<string>(3).fill('Accepted'),
      ...Array<string>(3).fill('Declined'),
    ])

    // Two open tabs send a queued answer only once.
    const two = await another(one)
    await offline(one, true)
    await yesQueued(one, 'Twice 1')
    await cardOf(two, 'Twice 1').getByText(queued).waitFor()
    await expectAccessibleLayout(two, two.getByText(queued))
    await offline(one, false)
    for (const page of [one, two]) await cardOf(page, 'Twice 1').getByText(queued).waitFor({ state: 'hidden' })
    // Waits long enough for a duplicate to arrive.
    await two.waitForTimeout(1000)
    expect(counted.arrived).toHaveLength(7)
    expect(await storedAnswerIds([...ids, twice])).toEqual(expect.arrayContaining(counted.arrived))
    await cardOf(two, 'Twice 1').getByRole('button', { name: 'Yes, Going' }).waitFor()

    // Screens that were never opened, and the not-found page, open offline too.
    await offline(one, true)
    await two.getByRole('link', { name: 'Players' }).click()
    await two.getByRole('heading', { level: 1, name: 'Players' }).waitFor()
    await two.goto(`${origin}/nowhere`)
    await isShown(two.getByRole('heading', { level: 1, name: 'Page not found' }))
  })

  it('restores a registration draft after a reload, and says that it cannot be submitted yet', async () => {
    await device.setOffline(false)
    const page = await device.newPage()
    await page.goto(`${origin}/register/${spring}`)
    const another = page.getByRole('button', { name: 'Register another player' })
    await page.getByLabel('First name').or(another).waitFor()
    if (await another.isVisible()) await another.click()
    await page.getByLabel('First name').fill('Ida')
    await offline(page, true)
    await page.reload()
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ida')
    await isShown(page.getByText('You are offline. What you type is saved on this device'))
    await expectAccessibleLayout(page, page.getByText('You cannot submit this while you are offline.'))
    await offline(page, false)
    await page.getByText('You are offline. What you type').waitFor({ state: 'hidden' })
    await page.close()
  })

  it('shows conflicts after reconnecting: another answer to keep or replace, and a withdrawn invite', async () => {
    const [kept = '', replaced = ''] = await eventsForSam('Both', 2)
    const [gone = ''] = await eventsForSam('Gone', 1)
    const one = await openTodayOnline(device)
    await offline(one, true)
    await yesQueued(one, 'Both 1')
    await yesQueued(one, 'Both 2')
    await yesQueued(one, 'Gone 1')
    for (const id of [kept, replaced])
      await get(`/user/updateInviteStatus/${id}.json?status=Declined&answerId=theirs`, { as: 'parent2' })
    await removeInvite(gone)
    await offline(one, false)
    const told = 'Someone else has answered in the meantime: Not Going. Your answer was: Yes, Going.'
    const removed = 'Error updating availability. The coach has withdrawn this invitation.'
    await expect.poll(() => one.getByText(told).count(), { timeout: 15_000 }).toBe(2)
    await cardOf(one, 'Gone 1').getByText(removed).waitFor()
    await expectAccessibleLayout(one, one.getByText(told).last())
    await cardOf(one, 'Gone 1').getByRole('button', { name: 'Close' }).click()
    await cardOf(one, 'Gone 1').waitFor({ state: 'hidden' })
    await cardOf(one, 'Both 1').getByRole('button', { name: 'Keep it' }).press('Enter')
    await cardOf(one, 'Both 2').getByRole('button', { name: 'Send mine' }).press('Enter')
    await cardOf(one, 'Both 2').getByRole('button', { name: 'Yes, Going' }).waitFor()
    await one.getByText(told).first().waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await inviteStates([kept, replaced])).map(({ status }) => status.value))
      .toEqual(['Declined', 'Accepted'])
  })
})

describe('service worker', () => {
  it('updates in the background at the next start or on request; signing out clears all stored data', async () => {
    const [id = ''] = await eventsForSam('Lost', 1)
    const page = await openTodayOnline(device)
    const counted = answersFrom(page)
    const version = (of: Page) => of.evaluate(() => document.documentElement.dataset['version'] ?? 'first')
    const back = [
      await redeploy('index.html', (text) => text.replace('<html', '<html data-version="second"')),
      await redeploy('sw.js', (text) => text.replace(/(\/index\.html",revision:")\w+/, '$1second')),
    ]
    try {
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        await registration.update()
        const coming = registration.installing ?? registration.waiting
        if (coming?.state === 'installed') return
        await new Promise((resolve) =>
          coming?.addEventListener('statechange', () => coming.state === 'installed' && resolve(undefined)),
        )
      })
      // The open page keeps its own files, also those not loaded yet, and also offline.
      await offline(page, true)
      await page.getByRole('link', { name: 'Players' }).click()
      await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor()
      await offline(page, false)
      const beside = await another(page)
      expect([await version(page), await version(beside)]).toEqual(['first', 'first'])
      await page.close()
      await beside.close()
      const next = await another(page)
      await expect.poll(() => version(next)).toBe('second')
      expect(await next.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

      // A page that stays open offers the update and applies it on request.
      back.push(await redeploy('index.html', (text) => text.replace('data-version="second"', 'data-version="third"')))
      back.push(await redeploy('sw.js', (text) => text.replace(/(\/index\.html",revision:")\w+/, '$1third')))
      await next.evaluate(async () => (await navigator.serviceWorker.ready).update())
      await isShown(next.getByText('A new version of Touchline is available.'))
      expect(await version(next)).toBe('second')
      await next.getByRole('button', { name: 'Update', exact: true }).click()
      await expect.poll(() => version(next).catch(() => 'on its way')).toBe('third')
      await next.getByRole('article').first().waitFor()

      // Signing out warns of unsent answers, and then removes all personal data from the device.
      await offline(next, true)
      await yesQueued(next, 'Lost 1')
      await next.getByRole('button', { name: /^Account/ }).click()
      await next.getByRole('link', { name: 'Logout' }).click()
      await next.getByRole('heading', { name: '1 answer has not been sent yet' }).waitFor()
      await expectAccessibleLayout(next)
      await next.getByRole('button', { name: 'Log out anyway' }).click()
      await next.waitForURL(/\/login/)
      await offline(next, false)
      await next.goto(`${origin}/login`)
      await next.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      const left = await browserStorage(next)
      expect(Object.keys(left.stored)).toEqual(['touchline.config'])
      // Scroll positions are stored under random keys and contain nothing personal.
      const { 'touchline.scroll': places = '[]', ...session } = left.session as Record<string, string>
      expect(session).toEqual({})
      expect(places).toMatch(/^\[(\["\w+",[\d.]+\],?)*\]$/)
      expect(left.cached.length).toBeGreaterThan(20)
      for (const { url, text } of left.cached) {
        expect(new URL(url).pathname).toMatch(
          /^\/(index\.html|icon\.svg|manifest\.webmanifest|(assets|icons)\/[\w.-]+)$/,
        )
        expect(text).not.toMatch(/Okafor|Lost 1|demo\.touchline\.test/)
      }
      expect(counted.arrived).toEqual([])
      expect((await inviteStates([id]))[0]?.status.value).toBe('Pending')
    } finally {
      for (const restore of back.toReversed()) await restore()
    }
  })

  it('is served with no-cache, as are the manifest and its icons', async () => {
    const files = {
      '/sw.js': 'text/javascript; charset=utf-8',
      '/manifest.webmanifest': 'application/manifest+json',
      '/icons/icon-192.png': 'image/png',
      '/icons/icon-512.png': 'image/png',
      '/icons/maskable-512.png': 'image/png',
      '/icons/apple-touch-180.png': 'image/png',
    }
    for (const [path, type] of Object.entries(files)) {
      const { status, headers } = await get(path)
      expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        path,
        200,
        type,
        'no-cache',
      ])
    }
    const { text } = await get('/manifest.webmanifest')
    expect(JSON.parse(text)).toMatchObject({ name: 'Touchline', start_url: '/today', display: 'standalone' })
  })
})

it('a queued answer is sent after the same person signs in again, and discarded when somebody else does', async () => {
  const ids = [...(await eventsForSam('Ended', 1)), ...(await eventsForSam('Passed', 1))]
  const answers = async () => (await inviteStates(ids)).map(({ status }) => status.value)
  const page = await openTodayOnline(device)
  const counted = answersFrom(page)
  await endsAfterYes(page, 'Ended')
  expect((await stored(page)).filter((name) => name.endsWith('Token'))).toEqual([])
  await expectAccessibleLayout(page, page.getByText(waits))
  await signInAt(page, accounts.parent2.email)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await expect.poll(answers, { timeout: 20_000 }).toEqual(['Accepted', 'Pending'])
  // The server has the answer before the page gets the response.
  await expect.poll(() => counted.arrived.length).toBe(1)
  await expect.poll(async () => (await stored(page)).filter((name) => name.includes('answer'))).toEqual([])

  await endsAfterYes(page, 'Passed')
  await signInAt(page, accounts.parent.email)
  await page.getByText('Mia Moreno').first().waitFor()
  expect((await stored(page)).filter((name) => name.includes('answer'))).toEqual([])
  await page.waitForTimeout(1000)
  expect(counted.arrived).toHaveLength(1)
  expect(await answers()).toEqual(['Accepted', 'Pending'])
})
