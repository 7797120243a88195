import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { press, pressItem, tabTo, type, waitForFocusWithin } from './keys.ts'
import { deviceWith, isShown, laptop, waitForScreen } from './pages.ts'
import { get, origin } from './people.ts'

type Folder = { id: string; name: string }
/** Returns the team folder that families can see, and a player whose family sees it. */
async function places() {
  const { body } = await get('/rest-api/academy/organization', { as: 'coach' })
  const [club] = (body as { organizations: { id: string }[] }).organizations
  const orgId = club?.id ?? ''
  const tree = await get(`/rest-api/academy/storage/organization/${orgId}/tree`, { as: 'coach' })
  const { folders } = tree.body as { folders: Folder[] }
  const folderId = folders.find(({ name }) => name === 'Training drills')?.id ?? ''
  const family = await get('/rest-api/academy/organization-player', { as: 'parent' })
  const { players } = family.body as { players: { id: string; name: string; organizationId: string }[] }
  const player = players.find(({ name, organizationId }) => name === 'Mia Moreno' && organizationId === orgId)
  return { orgId, folderId, playerId: player?.id ?? '' }
}
const isSeen = (page: Page, selector: string) =>
  page.waitForFunction((at) => {
    const found = document.querySelector(at)
    return found instanceof HTMLVideoElement
      ? found.readyState >= 2
      : found instanceof HTMLImageElement && found.naturalWidth > 0
  }, selector)

describe('library', () => {
  it('a coach uploads a video on a phone, and a parent watches it', async () => {
    const { orgId, folderId, playerId } = await places()
    const coach = await deviceWith('coach')
    await coach.goto(`${origin}/academy/storage/${orgId}/organization/${folderId}`)
    await waitForScreen(coach)
    await coach.getByRole('button', { name: 'Add', exact: true }).waitFor()
    const buffer = readFileSync(new URL('../../scripts/demo/practice.webm', import.meta.url))
    await coach.getByLabel('Upload').setInputFiles({ name: 'Corner kick.webm', mimeType: 'video/webm', buffer })
    await isShown(coach.getByRole('link', { name: /Corner kick/ }))
    await isSeen(coach, 'img[src*=".thumb"]')

    const parent = await deviceWith('parent')
    await parent.goto(`${origin}/academy/storage/organization/${orgId}/player/${playerId}/${folderId}`)
    await parent.getByRole('link', { name: /Corner kick/ }).click()
    await parent.getByRole('button', { name: 'Open', exact: true }).click()
    await isSeen(parent, 'video[aria-label="Corner kick.webm"]')
    expect(await parent.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0)
  })

  it('a coach browses folders, shares a document and previews it by keyboard', async () => {
    const { orgId, folderId } = await places()
    const page = await deviceWith('coach', { viewport: laptop })
    await page.goto(`${origin}/academy/storage/${orgId}/organization/${folderId}`)
    await waitForScreen(page)
    await page.getByRole('tree', { name: 'Folders' }).waitFor()
    // Tab enters the tree at the current folder.
    await tabTo(page, /^Training drills/)
    await pressItem(page, 'treeitem', 'Passing')
    await page.getByRole('heading', { level: 1, name: 'Passing' }).waitFor()

    const actions = 'Actions for Passing in triangles.pdf'
    const sharing = page.getByRole('dialog', { name: 'Share Passing in triangles.pdf' })
    // The menu item that opened the dialog is gone, so the focus returns to the menu's button.
    await press(page, actions)
    await pressItem(page, 'menuitem', 'Share')
    await waitForFocusWithin(sharing)
    await page.keyboard.press('Escape')
    await sharing.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: actions }).and(page.locator(':focus')).waitFor()

    await page.keyboard.press('Enter')
    await pressItem(page, 'menuitem', 'Share')
    await waitForFocusWithin(sharing)
    await sharing.getByRole('searchbox').waitFor()
    await type(page, 'Find people, teams and players', 'Mia')
    await sharing.getByRole('button', { name: /^Share with Mia Moreno/ }).waitFor()
    await press(page, /^Share with Mia Moreno/)
    await press(page, 'Save')
    await isShown(page.getByText('Sharing updated'))
    await sharing.waitFor({ state: 'hidden' })

    await press(page, /^Passing in triangles/)
    await page
      .getByRole('complementary', { name: 'Details' })
      .getByRole('button', { name: 'Open', exact: true })
      .waitFor()
    await press(page, 'Open')
    const preview = page.getByRole('dialog', { name: 'Passing in triangles.pdf' })
    await preview.locator('iframe').waitFor()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'hidden' })
    expect(page.url()).toContain('item=')
  })
})
