import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isShown, mayComplain, signedIn } from './pages.ts'
import { answerNothing, get, now, startUtc } from './people.ts'

// The one that was refused on purpose, the browser notes itself.
mayComplain(/status of 500/)

/** The row of an event's card that asks about a player. */
const cardOf = (page: Page, player: string) =>
  page.getByRole('article').getByRole('listitem').filter({ hasText: player }).first()

describe('the main job', () => {
  it('a parent answers Yes with a note, and the coach sees both', async () => {
    await answerNothing()
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
  })

  it('another browser of the family sees a changed answer without being loaded again', async () => {
    await answerNothing()
    const one = await signedIn('parent')
    const two = await signedIn('parent')
    await two.clock.install({ time: now() })
    await two.reload()
    await cardOf(two, 'Mia Moreno').waitFor()
    await cardOf(one, 'Mia Moreno').getByRole('button', { name: 'No', exact: true }).click()
    await cardOf(one, 'Mia Moreno').getByRole('button', { name: 'Not Going' }).waitFor()
    await expect
      .poll(async () => (await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })).text.includes('Declined'))
      .toBe(true)
    const seen = cardOf(two, 'Mia Moreno').getByRole('button', { name: 'Not Going' })
    expect(await seen.isVisible()).toBe(false)
    // Each half minute it is looked for news.
    await two.clock.runFor(30_000)
    await seen.waitFor()
  })

  it('an answer can be taken back, and the note goes with it', async () => {
    await answerNothing()
    const page = await signedIn('parent')
    const card = cardOf(page, 'Leo Moreno')
    // A finger that taps twice means it once; after that a tap is a tap.
    await card.getByRole('button', { name: 'Yes', exact: true }).dblclick()
    const going = card.getByRole('button', { name: 'Yes, Going' })
    await going.waitFor()
    await page.waitForTimeout(700)
    expect(await going.isVisible()).toBe(true)
    await going.click()
    await card.getByRole('button', { name: 'Yes', exact: true }).waitFor()
  })

  it('an answer that the server refuses is taken back with an alert', async () => {
    await answerNothing()
    const page = await signedIn('parent')
    await page.route('**/user/updateInviteStatus/**', (route) => route.fulfill({ status: 500, json: {} }))
    const card = cardOf(page, 'Noa Moreno')
    await card.getByRole('button', { name: 'Yes', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Error updating availability.' }).first().waitFor()
    await isShown(card.getByRole('button', { name: 'Yes', exact: true }))
  })

  it('works by keyboard alone', async () => {
    await answerNothing()
    const page = await signedIn('parent')
    await cardOf(page, 'Mia Moreno').getByRole('button', { name: 'Yes', exact: true }).focus()
    await page.keyboard.press('Enter')
    await cardOf(page, 'Mia Moreno').getByRole('button', { name: 'Yes, Going' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await isShown(cardOf(page, 'Mia Moreno').getByRole('button', { name: 'Not Going' }))
  })
})

describe('a coach', () => {
  it('opens the month and the roster of the team, with who comes', async () => {
    const page = await signedIn('coach')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'U12 Falcons' }).waitFor()
    await page.getByRole('searchbox').fill('moreno')
    await page.getByText('Mia Moreno').first().waitFor()
    expect(await page.getByText('Felix Becker').count()).toBe(0)
    await page.getByRole('link', { name: 'Calendar' }).click()
    await page.getByText('Practice').first().waitFor()
  })
})

describe('an administrator of 48 teams', () => {
  it('finds one by name and sees its 26 players', async () => {
    const page = await signedIn('admin')
    await page.getByRole('button', { name: 'SELECT A TEAM' }).click()
    await page.getByRole('searchbox', { name: 'Find a team' }).fill('cura')
    await page.getByRole('button', { name: 'Curaçao' }).click()
    // The first choice leaves Today where it is.
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Curaçao' }).waitFor()
    await isShown(page.getByText('Roshon van Eijma'))
  })
})
