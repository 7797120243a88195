import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { answersFrom, awayAtToday, eventsForSam, standing } from './away.ts'
import { looksRight } from './barriers.ts'
import { mayComplain, signInAt } from './pages.ts'
import { signOutEverywhere } from './somebody.ts'

mayComplain(/ERR_INTERNET_DISCONNECTED|status of 400|Failed to fetch/)

const queued = 'Queued: will be sent when you are back online'
const waits = 'Your session has expired. 1 answer waits on this device and is sent after you sign in.'

/** Ends every session of parent2 at the user pool; and the access token on the device, which the gateway would take. */
async function sessionEnds(page: Page): Promise<void> {
  await signOutEverywhere(accounts.parent2.email)
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.endsWith('.accessToken')) ?? ''
    const [head, claims = '', signature] = (localStorage.getItem(name) ?? '').split('.')
    const ended = { ...JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))), exp: 1 }
    localStorage.setItem(name, [head, btoa(JSON.stringify(ended)), signature].join('.'))
  })
}
/** Parent2 has answered Yes without a signal; when it is back, the session has ended. */
async function endedAfterYes(event: string) {
  const [id = ''] = await eventsForSam(event, 1)
  const page = await awayAtToday()
  const counted = answersFrom(page)
  await page.context().setOffline(true)
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: `${event} 1`, exact: true }) })
  await card.getByRole('button', { name: 'Yes', exact: true }).click()
  await card.getByText(queued).waitFor()
  await sessionEnds(page)
  await page.context().setOffline(false)
  await page.getByText(waits).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  return { id, page, counted }
}
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => /answer|Token/.test(name)))

describe('a session that ends while an answer waits', () => {
  it('the answer arrives once, when the same person has signed in again', async () => {
    const { id, page, counted } = await endedAfterYes('Ended')
    expect((await stored(page)).filter((name) => name.endsWith('Token'))).toEqual([])
    await looksRight(page, page.getByText(waits))
    await signInAt(page, accounts.parent2.email)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await expect.poll(async () => (await standing([id]))[0]?.status.value, { timeout: 20_000 }).toBe('Accepted')
    await page.waitForTimeout(2000)
    expect(counted.arrived).toHaveLength(1)
    expect((await stored(page)).filter((name) => name.includes('answer'))).toEqual([])
  })

  it('it is gone, and never sent, when somebody else signs in', async () => {
    const { id, page, counted } = await endedAfterYes('Passed')
    await signInAt(page, accounts.parent.email)
    await page.getByText('Mia Moreno').first().waitFor()
    expect((await stored(page)).filter((name) => name.includes('answer'))).toEqual([])
    await page.waitForTimeout(2000)
    expect(counted.arrived).toEqual([])
    expect((await standing([id]))[0]?.status.value).toBe('Pending')
  })
})
