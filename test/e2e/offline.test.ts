import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { answersFrom, awayAtToday, eventsForSam, redeploy, standing, standingNames, takeBack } from './away.ts'
import { looksRight } from './barriers.ts'
import { isShown, mayComplain } from './pages.ts'
import { get, origin } from './people.ts'

mayComplain(/ERR_INTERNET_DISCONNECTED|status of (404|412)|Failed to fetch/)
// Signing in is not kept on the device.
mayComplain(/Unable to preload CSS for .*LoginScreen/)

const queued = 'Queued: will be sent when you are back online'
const cardOf = (page: Page, event: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: event, exact: true }) })
const yes = (page: Page, event: string) => cardOf(page, event).getByRole('button', { name: 'Yes', exact: true }).click()
/** A Yes that has found out that there is no signal: only then does what happens now happen after it. */
async function yesQueued(page: Page, event: string): Promise<void> {
  await yes(page, event)
  await cardOf(page, event).getByText(queued).waitFor()
}
/** Another tab of the same browser at Today. */
async function another(page: Page): Promise<Page> {
  const next = await page.context().newPage()
  await next.goto(`${origin}/today`)
  await next.getByRole('article').first().waitFor()
  return next
}
const offline = (page: Page, is: boolean) => page.context().setOffline(is)

describe('without a signal', () => {
  it('twenty answers arrive once each, though the tab is closed and opened again', async () => {
    const ids = await eventsForSam('Away', 20)
    const first = await awayAtToday()
    const counted = answersFrom(first)
    await offline(first, true)
    for (let i = 1; i <= 10; i++) await yes(first, `Away ${i}`)
    await expect.poll(() => first.getByText(queued).count()).toBe(10)
    await first.close()

    const second = await first.context().newPage()
    await second.goto(`${origin}/today`)
    await expect.poll(() => second.getByText(queued).count()).toBe(10)
    for (let i = 11; i <= 20; i++)
      await cardOf(second, `Away ${i}`).getByRole('button', { name: 'No', exact: true }).click()
    await expect.poll(() => second.getByText(queued).count()).toBe(20)
    await second.close()
    expect(counted.arrived).toEqual([])

    await second.context().setOffline(false)
    const third = await another(second)
    await expect.poll(() => counted.arrived.length, { timeout: 30_000 }).toBe(20)
    await expect.poll(() => third.getByText(queued).count()).toBe(0)
    // Time enough for one too many.
    await third.waitForTimeout(1000)
    expect(counted.arrived).toHaveLength(20)
    const stand = await standing(ids)
    expect(new Set(await standingNames(ids))).toEqual(new Set(counted.arrived))
    expect(stand.map(({ status }) => status.value)).toEqual([
      ...Array<string>(10).fill('Accepted'),
      ...Array<string>(10).fill('Declined'),
    ])
  })

  it('two open tabs send an answer once, when the signal is back', async () => {
    const [id = ''] = await eventsForSam('Twice', 1)
    const one = await awayAtToday()
    const two = await another(one)
    const counted = answersFrom(one)
    await offline(one, true)
    await yesQueued(one, 'Twice 1')
    await cardOf(two, 'Twice 1').getByText(queued).waitFor()
    await looksRight(two, two.getByText(queued))
    await offline(one, false)
    for (const page of [one, two]) await cardOf(page, 'Twice 1').getByText(queued).waitFor({ state: 'hidden' })
    await two.waitForTimeout(1000)
    expect(counted.arrived).toHaveLength(1)
    expect(await standingNames([id])).toEqual(counted.arrived)
    await cardOf(two, 'Twice 1').getByRole('button', { name: 'Yes, Going' }).waitFor()
  })

  it('a screen that was never opened opens, and every kind of page of the app', async () => {
    const page = await awayAtToday()
    await offline(page, true)
    await page.getByRole('link', { name: 'Players' }).click()
    await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor()
    await page.goto(`${origin}/nowhere`)
    await isShown(page.getByRole('heading', { level: 1, name: 'There is nothing here' }))
  })
})

describe('what happened meanwhile is shown', () => {
  it('another person’s answer: theirs is kept, or one’s own sent upon it', async () => {
    const [first = '', second = ''] = await eventsForSam('Both', 2)
    const page = await awayAtToday()
    await offline(page, true)
    await yesQueued(page, 'Both 1')
    await yesQueued(page, 'Both 2')
    for (const id of [first, second])
      await get(`/user/updateInviteStatus/${id}.json?status=Declined&answerId=theirs`, { as: 'parent2' })
    await offline(page, false)
    const told = 'Somebody else has answered meanwhile: Not Going. You had answered: Yes, Going.'
    await expect.poll(() => page.getByText(told).count(), { timeout: 15_000 }).toBe(2)
    await looksRight(page, page.getByText(told).last())
    await cardOf(page, 'Both 1').getByRole('button', { name: 'Keep it' }).press('Enter')
    await cardOf(page, 'Both 2').getByRole('button', { name: 'Send mine' }).press('Enter')
    await cardOf(page, 'Both 2').getByRole('button', { name: 'Yes, Going' }).waitFor()
    await page.getByText(told).first().waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await standing([first, second])).map(({ status }) => status.value))
      .toEqual(['Declined', 'Accepted'])
  })

  it('an invite taken back: its card stays and says so, also after the page was loaded again', async () => {
    const [id = ''] = await eventsForSam('Gone', 1)
    const page = await awayAtToday()
    await offline(page, true)
    await yesQueued(page, 'Gone 1')
    await takeBack(id)
    await offline(page, false)
    const told = 'Error updating availability. The coach has taken this invitation back.'
    await cardOf(page, 'Gone 1').getByText(told).waitFor()
    await page.goto(`${origin}/players`)
    await page.getByText('Gone 1, Sam Okafor: The coach has taken this invitation back.').waitFor()
    await page.goto(`${origin}/today`)
    await cardOf(page, 'Gone 1').getByText(told).waitFor()
    await looksRight(page, page.getByText(told))
    await cardOf(page, 'Gone 1').getByRole('button', { name: 'Close' }).click()
    await cardOf(page, 'Gone 1').waitFor({ state: 'hidden' })
  })
})

describe('signing out', () => {
  it('warns of answers that are not sent; then nothing of the person is left on the device', async () => {
    const [id = ''] = await eventsForSam('Lost', 1)
    const page = await awayAtToday()
    const counted = answersFrom(page)
    await offline(page, true)
    await yesQueued(page, 'Lost 1')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: '1 answer has not been sent yet' }).waitFor()
    await looksRight(page)
    await page.getByRole('link', { name: 'Stay' }).click()
    await cardOf(page, 'Lost 1').getByText(queued).waitFor()
    await page.goto(`${origin}/logout`)
    await page.getByRole('button', { name: 'Log out anyway' }).click()
    await page.waitForURL(/\/login/)
    await offline(page, false)
    await page.goto(`${origin}/login`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    const left = await page.evaluate(async () => {
      const cached: { url: string; text: string }[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const response = await cache.match(request)
          cached.push({ url: request.url, text: (await response?.text()) ?? '' })
        }
      }
      return { stored: { ...localStorage }, session: { ...sessionStorage }, cached }
    })
    expect(Object.keys(left.stored)).toEqual(['touchline.config'])
    // Where pages were scrolled to, by random names, says nothing of anybody.
    const { 'touchline.scroll': places = '[]', ...session } = left.session as Record<string, string>
    expect(session).toEqual({})
    expect(places).toMatch(/^\[(\["\w+",[\d.]+\],?)*\]$/)
    expect(left.cached.length).toBeGreaterThan(20)
    for (const { url, text } of left.cached) {
      expect(new URL(url).pathname).toMatch(/^\/(index\.html|icon\.svg|manifest\.webmanifest|(assets|icons)\/[\w.-]+)$/)
      expect(text).not.toMatch(/Okafor|Lost 1|demo\.touchline\.test/)
    }
    expect(counted.arrived).toEqual([])
    expect((await standing([id]))[0]?.status.value).toBe('Pending')
  })
})

describe('the service worker', () => {
  it('a new version is fetched in the background and takes over at the next start, never in an open page', async () => {
    const page = await awayAtToday()
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
      // The open page goes on with its own files, also those it has not loaded yet, and with no signal at all.
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
      await next.context().close()
    } finally {
      for (const restore of back) await restore()
    }
  })

  it('comes as a script that is asked for anew each time, as the manifest and its pictures do', async () => {
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
