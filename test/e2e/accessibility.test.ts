import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { barriersOn, scrollsSideways, walkedViews } from './barriers.ts'
import { newPage, signedIn, signInAt } from './pages.ts'
import { get, origin, startUtc } from './people.ts'
import { countRequests, goTo } from './walking.ts'

beforeAll(async () => {
  // A note belongs to an answer: the family has given theirs.
  const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
  for (const { invite } of (body?.todaysEvents ?? []) as { invite: { id: string } }[])
    await get(`/user/updateInviteStatus/${invite.id}.json?status=Accepted`, { as: 'parent' })
})

async function findings(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  return barriersOn(page)
}

describe.each(walkedViews)('on a %s, %s', (_device, colorScheme, viewport) => {
  const look = { viewport, colorScheme }

  it('signing in, signing up and a forgotten password have no barrier, nor a family’s screens, open and closed; nothing scrolls sideways', async () => {
    const page = await newPage(look)
    countRequests(page)
    await page.goto(`${origin}/login`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Create Account' }).click()
    expect(await findings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: /send code/i }).waitFor()
    expect(await findings(page)).toEqual([])

    await page.getByRole('button', { name: 'Back to Sign In' }).click()
    await signInAt(page, accounts.parent.email)
    await page.getByText('Mia Moreno').first().waitFor()
    expect(await findings(page)).toEqual([])
    await page
      .getByRole('button', { name: /Details of/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Note to coach' }).first().click()
    expect(await findings(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: /^Account/ }).click()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'My Players' }).click()
    await page.getByRole('button', { name: 'Request access to a team' }).click()
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Required.').first().waitFor()
    expect(await findings(page)).toEqual([])
    for (const path of ['/forbidden', '/nowhere']) {
      await goTo(page, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await findings(page)).toEqual([])
    }
  })

  it('the selector has none', async () => {
    const page = await signedIn('coach', look)
    await page
      .getByRole('button', { name: /U12 Falcons/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    expect(await findings(page)).toEqual([])
  })
})
