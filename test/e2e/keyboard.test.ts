import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accounts, demoPassword } from '#scripts/demo/accounts.ts'
import { tabTo } from './keys.ts'
import { laptop, newPage, phone, signedIn } from './pages.ts'
import { origin, resetAnswers } from './people.ts'

/** Waits until the app itself has rendered the screen: the snapshot shown before it is inert. */
const heading = (page: Page, name: string) =>
  page.locator('#root:not([inert])').getByRole('heading', { level: 1, name }).waitFor()

async function signInByKeyboard(page: Page, email: string) {
  await page.goto(origin)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await tabTo(page, 'E-mail')
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await heading(page, 'Today')
  await page.waitForLoadState('networkidle')
}

it('tabTo rejects a focusable element without an accessible name', async () => {
  const page = await newPage({ viewport: phone })
  await page.setContent('<h1>Today</h1><button>Yes</button><button><svg></svg></button><button>No</button>')
  await tabTo(page, 'Yes')
  await expect(tabTo(page, 'No')).rejects.toThrow('Tab stopped at an element without a name: <button><svg>')
})

describe('by keyboard alone', () => {
  it('a parent signs in, answers, adds a note, opens the attendees, opens Request access, and signs out', async () => {
    await resetAnswers()
    const page = await newPage({ viewport: phone })
    await signInByKeyboard(page, accounts.parent.email)
    await tabTo(page, /^Details of/)
    await page.keyboard.press('Enter')
    await page.getByText(/^Going \(\d+\)/).waitFor()
    await tabTo(page, 'Yes')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Yes, Going' }).first().waitFor()
    await tabTo(page, 'Note to coach')
    await page.keyboard.press('Enter')
    // The field is loaded when it first opens: text typed before that would be lost.
    await page.getByLabel('Note to coach about').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('late')
    await page.keyboard.press('Enter')
    await page.getByText('saved successfully').waitFor()
    await tabTo(page, 'Request access')
    await page.keyboard.press('Enter')
    await page.getByLabel("Coach's e-mail").waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${origin}/today`)
    await heading(page, 'Today')
    await page.waitForLoadState('networkidle')
    await tabTo(page, /Account of/)
    await page.keyboard.press('Enter')
    await tabTo(page, 'Logout')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })

  it('an administrator chooses a team, filters its roster, and turns the calendar’s month and back', async () => {
    const page = await signedIn('admin', { viewport: laptop })
    await page.waitForLoadState('networkidle')
    await tabTo(page, 'SELECT A TEAM')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Players and teams' }).waitFor()
    await tabTo(page, 'Find a team')
    await page.keyboard.type('cura')
    await tabTo(page, 'Curaçao')
    await page.keyboard.press('Enter')
    // Choosing a team for the first time does not leave Today.
    await page.getByRole('dialog', { name: 'Players and teams' }).waitFor({ state: 'hidden' })
    await tabTo(page, 'Dashboard')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Curaçao' }).waitFor()
    await page.getByText('Roshon van Eijma').first().waitFor()
    await tabTo(page, /filter|find/i)
    await page.keyboard.type('eijma')
    await page.getByText('Danley').first().waitFor({ state: 'hidden' })
    await tabTo(page, 'Calendar')
    await page.keyboard.press('Enter')
    // The new screen's heading gets the focus, and is no tab stop itself.
    await page.locator('h1:focus').waitFor()
    await tabTo(page, /^Next month/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/month=/)
    await tabTo(page, 'Go to today')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.search.includes('month='))
  })
})
