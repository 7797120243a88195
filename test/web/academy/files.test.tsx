import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { otherAnswers, detail, item, listing } from './items.ts'

const server = standInServer()
const LINK = 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'
const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const SAVE = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const TAG = 'PUT /rest-api/academy/storage/tag'

/** Selects an action from the menu of the only item. */
async function choose(what: string, type: string, more: FakeAnswers = {}) {
  const only = item('a', { name: 'Goal', fileMetadata: { id: `${organizationId}.f1`, contentType: type, size: 1000 } })
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    'GET /rest-api/academy/storage/organization/{orgId}': listing([only]),
    [ITEM]: detail(only),
    'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}': {},
    [LINK]: () => ({ filePresignedUrl: `/files/x?${server.asked(LINK).length}`, contentType: type, name: 'x' }),
    ...more,
  })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  const { user } = showInShell(<StorageScreen />, { path, at: `/academy/storage/${organizationId}/organization` })
  const table = await screen.findByRole('table', { name: 'Contents' })
  await user.click(within(table).getByRole('button', { name: /Goal/ }))
  await user.click(await screen.findByRole('menuitem', { name: what, hidden: true }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

it.each(['video/mp4', 'audio/mpeg'])(
  '%s continues at its position after its signed address has expired',
  async (type) => {
    const { user, dialog } = await choose('Open', type)
    const film = await dialog.findByLabelText<HTMLVideoElement>('Goal')
    const first = film.getAttribute('src')
    film.currentTime = 12
    fireEvent.timeUpdate(film)
    fireEvent.error(film)
    await user.click(await dialog.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(film.getAttribute('src')).not.toBe(first))
    film.currentTime = 0
    fireEvent.timeUpdate(film)
    fireEvent.loadedMetadata(film)
    expect(film.currentTime).toBe(12)
    expect(dialog.queryByText(/^This cannot be played right now/)).toBeNull()
  },
)

it('a download gets a new address after the first has expired, while playback keeps its own', async () => {
  const { user, dialog } = await choose('Open', 'video/mp4')
  const opened: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    opened.push(`${this.getAttribute('href')} ${this.download}`)
  })
  const link = await dialog.findByRole('link', { name: 'Download' })
  const first = link.getAttribute('href')
  const later = Date.now() + 15 * 60_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await user.click(link)
  await waitFor(() => expect(opened).toEqual([`/files/x?${server.asked(LINK).length} Goal`]))
  expect(dialog.getByLabelText('Goal').getAttribute('src')).toBe(first)
})

it.each(['{Enter}', ''])('a typed tag is on the item once it is saved (%s)', async (key) => {
  const tag = { id: `${organizationId}.k1`, tag: 'Corner' }
  const { user, dialog } = await choose('Edit', 'application/pdf', { [TAG]: tag, [SAVE]: {} as never })
  const field = await dialog.findByRole('textbox', { name: 'New tag' })
  await user.type(field, `Corner${key}`)
  if (key) await waitFor(() => expect(field).toHaveValue(''))
  expect(server.asked(SAVE)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1))
  expect(server.asked(SAVE)[0]?.body).toMatchObject({ tags: [tag.id] })
  expect(server.asked(TAG)).toHaveLength(1)
})

it('an item based on a stale version is rejected, and saved based on the other version', async () => {
  const only = (tags: string[]) => item('a', { name: 'Goal', tags })
  const [attack, defense] = [`${organizationId}.k1`, `${organizationId}.k2`]
  const texts = [
    { id: attack, tag: 'Attack' },
    { id: defense, tag: 'Defense' },
  ]
  const { user, dialog } = await choose('Edit', 'application/pdf', {
    'GET /rest-api/academy/storage/tag': { tags: texts },
    [ITEM]: detail(only([])),
    [SAVE]: () => {
      server.answers({ [ITEM]: detail(only([attack]), { tagTexts: texts.slice(0, 1) }), [SAVE]: { id: only([]).id } })
      throw new Problem('conflict')
    },
  })
  await user.click(await dialog.findByRole('checkbox', { name: 'Defense' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.click(await dialog.findByRole('button', { name: 'Continue with the other version' }))
  expect(dialog.getByRole('checkbox', { name: 'Attack' })).toBeChecked()
  await user.click(dialog.getByRole('checkbox', { name: 'Defense' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(SAVE)).toHaveLength(2))
  expect(server.asked(SAVE).map(({ body }) => body)).toMatchObject([
    { tags: [defense], before: { tags: [] } },
    { tags: [attack, defense], before: { name: 'Goal', description: '', hyperLink: null, tags: [attack] } },
  ])
})
