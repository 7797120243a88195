import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { drawn, isShown, signedIn } from './pages.ts'
import { get, origin } from './people.ts'

type Folder = { id: string; name: string }
/** The folder of the coach’s team that their families see, and one of the players whose family does. */
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

describe('the library', () => {
  it('takes a film from a coach’s phone, which a parent then watches', async () => {
    const { orgId, folderId, playerId } = await places()
    const coach = await signedIn('coach')
    await coach.goto(`${origin}/academy/storage/${orgId}/organization/${folderId}`)
    await drawn(coach)
    await coach.getByRole('button', { name: 'Add', exact: true }).waitFor()
    const buffer = readFileSync(new URL('../../scripts/demo/practice.webm', import.meta.url))
    await coach.getByLabel('Upload').setInputFiles({ name: 'Corner kick.webm', mimeType: 'video/webm', buffer })
    await isShown(coach.getByRole('link', { name: /Corner kick/ }))
    await isSeen(coach, 'img[src*=".thumb"]')

    const parent = await signedIn('parent')
    await parent.goto(`${origin}/academy/storage/organization/${orgId}/player/${playerId}/${folderId}`)
    await parent.getByRole('link', { name: /Corner kick/ }).click()
    await parent.getByRole('button', { name: 'Open', exact: true }).click()
    await isSeen(parent, 'video[aria-label="Corner kick.webm"]')
    expect(await parent.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0)
  })
})
