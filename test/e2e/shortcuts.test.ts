import { expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { laptop, signedIn } from './pages.ts'

it('keyboard shortcuts: ? lists them, and they open Calendar, Today and the team selector', async () => {
  const page = await signedIn('parent', { viewport: laptop })
  await page.getByRole('link', { name: /^Calendar/ }).waitFor()
  await page.getByRole('link', { name: 'Players' }).focus()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  // The listener is added shortly after the first paint.
  await expect
    .poll(async () => {
      await page.keyboard.press('?')
      return keys.isVisible()
    })
    .toBe(true)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Players')
  await page.keyboard.type('gc')
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.keyboard.type('gt')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Players and teams' }).waitFor()
})
