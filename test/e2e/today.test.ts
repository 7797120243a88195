import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allowConsoleErrors, isShown, signedIn } from './pages.ts'
import { get, origin, resetAnswers, startUtc } from './people.ts'

// The browser logs the request that this test makes fail.
allowConsoleErrors(/status of 500/)

/** The list item of an event's card that asks about a player. */
const cardOf = (page: Page, player: string) =>
  page.getByRole('article').getByRole('listitem').filter({ hasText: player }).first()

describe('answering', () => {
  it('a parent answers Yes with a note, and the coach sees both', async () => {
    await resetAnswers()
    const parent = await signedIn('parent')
    const card = cardOf(parent, 'Mia Moreno')
    await card.getByRole('button', { name: 'Yes', exact: true }).click()
    await card.getByRole('button', { name: 'Yes, Going' }).waitFor()
    await card.getByRole('button', { name: 'Note to coach' }).click()
    await card.getByRole('textbox').fill('<b>five minutes late</b> ⚽')
    await card.getByRole('button', { name: 'Save' }).click()
    await parent.getByText('saved successfully').waitFor()

    const coach = await signedIn('coach')
    const event = coach.getByRole('article').first()
    await event.getByText('Mia Moreno').waitFor()
    await isShown(event.getByText('<b>five minutes late</b> ⚽'))

    // Another browser of the family shows the changed answer without a reload.
    const two = await signedIn('parent')
    await cardOf(two, 'Mia Moreno').getByRole('button', { name: 'Yes, Going' }).waitFor()
    await card.getByRole('button', { name: 'No', exact: true }).click()
    await card.getByRole('button', { name: 'Not Going' }).waitFor()
    await expect
      .poll(async () => (await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })).text.includes('Declined'))
      .toBe(true)
    const seen = cardOf(two, 'Mia Moreno').getByRole('button', { name: 'Not Going' })
    expect(await seen.isVisible()).toBe(false)
    // Today polls every 30 seconds.
    await two.clock.runFor(30_000)
    await seen.waitFor()

    // A double tap counts as one; a later tap undoes the answer.
    const leo = cardOf(parent, 'Leo Moreno')
    await leo.getByRole('button', { name: 'Yes', exact: true }).dblclick()
    const going = leo.getByRole('button', { name: 'Yes, Going' })
    await going.waitFor()
    await parent.waitForTimeout(700)
    expect(await going.isVisible()).toBe(true)
    await going.click()
    await leo.getByRole('button', { name: 'Yes', exact: true }).waitFor()

    // By keyboard alone.
    const noa = cardOf(parent, 'Noa Moreno')
    await noa.getByRole('button', { name: 'Yes', exact: true }).focus()
    await parent.keyboard.press('Enter')
    await noa.getByRole('button', { name: 'Yes, Going' }).waitFor()
    await parent.keyboard.press('Tab')
    await parent.keyboard.press('Space')
    await isShown(noa.getByRole('button', { name: 'Not Going' }))

    // An answer that the server rejects is reverted with an alert.
    await parent.route('**/user/updateInviteStatus/**', (route) => route.fulfill({ status: 500, json: {} }))
    // Wait until the next tap is not taken for a double tap.
    await parent.waitForTimeout(700)
    await leo.getByRole('button', { name: 'Yes', exact: true }).click()
    await parent.getByRole('alert').filter({ hasText: 'Error updating availability.' }).first().waitFor()
    await isShown(leo.getByRole('button', { name: 'Yes', exact: true }))

    // The coach opens the team's roster and its month.
    await coach.getByRole('link', { name: 'Dashboard' }).click()
    await coach.getByRole('heading', { level: 1, name: 'U12 Falcons' }).waitFor()
    await coach.getByRole('searchbox').fill('moreno')
    await coach.getByText('Mia Moreno').first().waitFor()
    await expect.poll(() => coach.getByText('Felix Becker').count()).toBe(0)
    await coach.getByRole('link', { name: 'Calendar' }).click()
    await isShown(coach.getByText('Practice'))
  })
})

describe('snapshot of Today', () => {
  it('renders the cards at their final places before any asset has loaded', async () => {
    const page = await signedIn('parent')
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('article')].map((each) => each.getBoundingClientRect().toJSON()),
      )
    await page.getByRole('article').first().waitFor()
    // The code that stores the snapshot loads after Today is complete.
    await page.waitForLoadState('networkidle')
    const stood = await places()
    // Requests for assets hang, as on a broken connection.
    await page.route('**/assets/**', () => undefined)
    await page.goto(`${origin}/today`, { waitUntil: 'commit' })
    await page.locator('#root[inert] article').first().waitFor()
    expect(await places()).toEqual(stood)
  })

  it('and its parts have each style sheet once, those of a screen after those that it overrides', async () => {
    const page = await signedIn('parent')
    await page.getByRole('link', { name: 'Have your own team?' }).waitFor()
    await page.waitForLoadState('networkidle')
    const sheets = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href, sheet }) => ({
        name: /assets\/(\w+)/.exec(href)?.[1],
        isApplied: sheet !== null,
      })),
    )
    const names = (isApplied: boolean) => sheets.filter((each) => each.isApplied === isApplied).map(({ name }) => name)
    // Those in the page itself.
    expect(names(false)).toEqual(['shell', 'events', 'today', 'TodayScreen'])
    expect(new Set(names(true)).isDisjointFrom(new Set(names(false)))).toBe(true)
    const colorOf = (name: string) =>
      page
        .locator('li, div')
        .filter({ has: page.getByRole('link', { name }) })
        .last()
        .evaluate((card) => getComputedStyle(card).backgroundColor)
    expect(await colorOf('1 late fee')).not.toBe(await colorOf('Have your own team?'))
  })
})
