import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { toDo } from '#shared/rules/library.ts'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { clearUploads } from '#web/files/uploads.ts'
import { type FakeAnswers, NoResponse, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, playerId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { otherAnswers, detail, folder, type Item, item, itemId, listing } from './items.ts'

const server = standInServer()
afterEach(() => clearUploads(`library ${organizationId}`))
const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const SAVE = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const FIND = 'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams'
const SHARE = 'POST /rest-api/academy/storage/share/organization/{orgId}'
const ADD = 'POST /rest-api/academy/storage/organization'
const LINK = 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'

const bare = { fileMetadata: null }
const picture = (given: Partial<Item> = {}) =>
  item('a', {
    name: 'Team.jpg',
    fileMetadata: { id: `${organizationId}.f0000000000a`, contentType: 'image/jpeg', size: 1000 },
    ...given,
  })
const film = item('b', {
  name: 'Goal.mp4',
  fileMetadata: { id: `${organizationId}.f0000000000b`, contentType: 'video/mp4', size: 1000 },
})
function open(items: Item[], more: FakeAnswers = {}, query = '') {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    [LIST]: listing(items),
    [ITEM]: detail(items[0] ?? picture()),
    [FIND]: { admins: [], orgUnits: [], players: [] },
    ...more,
  })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  return showInShell(<StorageScreen />, { path, at: `/academy/storage/${organizationId}/organization${query}` })
}
type User = ReturnType<typeof open>['user']
/** Selects an action from an item's menu. */
async function choose(user: User, name: string, what: string) {
  const table = await screen.findByRole('table', { name: 'Contents' })
  const row = within(table).getByRole('row', { name: new RegExp(name) })
  await user.click(within(row).getByRole('button', { name: new RegExp(name) }))
  await user.click(await screen.findByRole('menuitem', { name: what, hidden: true }))
  return within(await screen.findByRole('dialog'))
}

it('has folders, files, links, forms and to-do tasks, with a dialog to add each', async () => {
  const { user } = open([
    folder('f', 'Week 1'),
    item('a'),
    item('b', { ...bare, name: 'Laws', type: 'LINK' }),
    item('c', { ...bare, name: 'Your week', type: 'FORM' }),
    item('d', { ...bare, name: 'Before the game', type: toDo }),
  ])
  const table = await screen.findByRole('table', { name: 'Contents' })
  const kinds = ['Week 1', 'Drill.pdf', 'Laws', 'Your week', 'Before the game'].map((name) => {
    const row = within(table).getByRole('row', { name: new RegExp(name) })
    return ['Folder', 'PDF', 'Link', 'Form task', 'To-do task'].find((kind) => within(row).queryByText(kind))
  })
  expect(kinds).toEqual(['Folder', 'PDF', 'Link', 'Form task', 'To-do task'])
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const offered = await screen.findAllByRole('menuitem', { hidden: true })
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Upload',
    'New folder',
    'New link',
    'New form task',
    'New to-do task',
  ])
  await user.click(offered[2]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'New link' }))
  expect(await dialog.findByRole('textbox', { name: /Web address/ })).toBeVisible()
})

it('previews images and plays films, one after the other', async () => {
  const { user } = open([picture(), film], {
    [LINK]: ({ params }) => ({
      filePresignedUrl: `/files/${params['fileMetadataId']}?X`,
      contentType: 'image/jpeg',
      name: 'x',
    }),
    'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}': {},
  })
  const dialog = await choose(user, 'Team.jpg', 'Open')
  expect((await dialog.findByRole('img', { name: 'Team.jpg' })).getAttribute('src')).toContain('/files/')
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  const shown = await waitFor(() => {
    const video = screen.getByRole('dialog').querySelector('video')
    if (!video) throw new Error('There is no video element.')
    return video
  })
  expect(shown.getAttribute('aria-label')).toBe('Goal.mp4')
  // Both are added to the recent items.
  const NOTE = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
  await waitFor(() => expect(server.asked(NOTE)).toHaveLength(2))
  expect(server.asked(NOTE).map(({ params }) => params['storageItemId'])).toEqual([itemId('a'), itemId('b')])
})

it.each([
  ['EDITOR', ['SEARCH', 'VIEWER', 'USER', 'EDITOR', 'REMOVE']],
  ['OWNER', ['SEARCH', 'VIEWER', 'USER', 'EDITOR', 'OWNER', 'REMOVE']],
] as const)('as %s shares an item with the user’s own role at most, or stops sharing it', async (access, all) => {
  const { user } = open([picture({ access })], { [SHARE]: { shared: 1 } })
  const dialog = await choose(user, 'Team.jpg', 'Share')
  const roles = await dialog.findByRole('combobox', { name: 'What Tom Treasurer can do' })
  expect(
    within(roles)
      .getAllByRole('option')
      .map((option) => (option as HTMLOptionElement).value),
  ).toEqual(all)
  await user.selectOptions(roles, 'REMOVE')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Sharing updated')
  const none = { admins: [], orgUnits: [], players: [] }
  expect(server.asked(SHARE)[0]?.body).toMatchObject({
    ...{ added: none, updated: none },
    deleted: { ...none, admins: [{ userId: 'user-9' }] },
  })
})

it('asks before a user without administration rights gives up their own access', async () => {
  const SHARES = 'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}'
  const self = { userId: 'user-1', name: 'Cora Coach', accessType: 'OWNER', from: null } as const
  const LEVEL = 'GET /rest-api/academy/org-admin/level/organization/{orgId}'
  const { user } = open([picture()], {
    [SHARES]: { admins: [self], orgUnits: [], players: [], otherPlayers: 0, owners: 2 },
    [LEVEL]: { level: 'VIEWER', mayAdd: true, academyEnabled: true, storage: { used: 1000, limit: 5_000_000_000 } },
    [SHARE]: { shared: 0 },
  })
  const dialog = await choose(user, 'Team.jpg', 'Share')
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'What Cora Coach can do' }), 'Remove')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Give up your own access to Team.jpg?' }))
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(server.asked(SHARE)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Give up access' }))
  await screen.findByText('Sharing updated')
})

it('moves an item back on Undo', async () => {
  const MOVE = 'POST /rest-api/academy/storage/organization/{orgId}/move'
  const week = folder('f', 'Week 1')
  const { user } = open([picture(), week], {
    'GET /rest-api/academy/storage/organization/{orgId}/tree': {
      folders: [{ id: week.id, name: week.name, parentId: null, access: 'OWNER' }],
    },
    [MOVE]: ({ body }) => {
      const { ids, parentId } = body as { ids: string[]; parentId: string | null }
      return { moved: 1, back: parentId === null ? [] : [{ ids, parentId: null }] }
    },
  })
  const dialog = await choose(user, 'Team.jpg', 'Move to…')
  await user.click(await dialog.findByText('Week 1'))
  await user.click(dialog.getByRole('button', { name: 'Move here' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Moved back')
  expect(server.asked(MOVE).map(({ body }) => body)).toEqual([
    { ids: [itemId('a')], parentId: week.id },
    { ids: [itemId('a')], parentId: null },
  ])
})

it('shows at its place why sharing beyond one’s own rights was rejected', async () => {
  const { user } = open([picture()], { [SHARE]: () => Promise.reject(new Problem('beyond_rights')) })
  const dialog = await choose(user, 'Team.jpg', 'Share')
  await user.click(await dialog.findByRole('button', { name: 'Stop sharing with U12 Falcons' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('You can only give and remove rights you have yourself.')).toBeVisible()
})

it('uses a timeout of ten seconds for search and sharing', async () => {
  const waited = vi.spyOn(AbortSignal, 'timeout')
  const { user } = open([picture()], { [SHARE]: { shared: 1 } })
  const dialog = await choose(user, 'Team.jpg', 'Share')
  await user.click(await dialog.findByRole('button', { name: 'Stop sharing with U12 Falcons' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Sharing updated')
  expect(waited.mock.calls.filter(([ms]) => ms === 10_000).length).toBeGreaterThanOrEqual(3)
  waited.mockRestore()
})

it('uses the same timeout for the players in an image and for the sharing of an item', async () => {
  const waited = vi.spyOn(AbortSignal, 'timeout')
  const short = () => waited.mock.calls.filter(([ms]) => ms === 10_000).length
  const { user } = open([picture()], {}, `?item=${itemId('a')}`)
  await screen.findByRole('heading', { name: 'Who can see this' })
  expect(short()).toBe(1)
  const dialog = await choose(user, 'Team.jpg', 'Edit')
  fireEvent.change(await dialog.findByRole('searchbox', { name: 'Find a player' }), { target: { value: 'Ada' } })
  await waitFor(() => expect(server.asked(FIND)).toHaveLength(1))
  expect(short()).toBe(2)
  waited.mockRestore()
})

it('warns before sharing an image which players it must not show, and saves who is in it', async () => {
  const mia = { playerId: playerId('a'), name: 'Mia Moreno', audience: 'nobody' as const }
  const leo = { playerId: playerId('b'), name: 'Leo Moreno', audience: null }
  const { user } = open([picture()], {
    [ITEM]: detail(picture(), { shown: [mia, leo], others: 1 }),
    [FIND]: { admins: [], orgUnits: [], players: [{ playerId: playerId('c'), name: 'Ada Moreno', teams: [] }] },
    [SAVE]: { id: itemId('a') },
  })
  const sharing = await choose(user, 'Team.jpg', 'Share')
  expect(await sharing.findByText(/families of Mia Moreno do not allow pictures to be shown/)).toBeVisible()
  expect(sharing.getByText(/families of Leo Moreno have not yet said/)).toBeVisible()
  expect(sharing.getByText(/also shows players from other teams/)).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const editing = await choose(user, 'Team.jpg', 'Edit')
  await user.click(await editing.findByRole('button', { name: 'Leo Moreno is not in it' }))
  fireEvent.change(editing.getByRole('searchbox', { name: 'Find a player' }), { target: { value: 'Ada' } })
  await user.click(await editing.findByRole('button', { name: 'Ada Moreno is in it' }))
  await user.click(editing.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1))
  expect(server.asked(SAVE)[0]?.body).toMatchObject({
    shows: [playerId('a'), playerId('c')],
    began: { shows: [playerId('a'), playerId('b')] },
  })
})

it('saves only changes of the players in an image, so that concurrent changes are kept', async () => {
  const named = (letter: string, name: string) => ({ playerId: playerId(letter), name, audience: null })
  const [mia, leo, xaver] = [named('a', 'Mia Moreno'), named('b', 'Leo Moreno'), named('d', 'Xaver Moreno')]
  const { user } = open([picture()], { [ITEM]: detail(picture(), { shown: [mia, leo] }), [SAVE]: { id: itemId('a') } })
  const before = await choose(user, 'Team.jpg', 'Edit')
  await user.click(await before.findByRole('button', { name: 'Leo Moreno is not in it' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  cleanup()
  const again = open([picture()], { [ITEM]: detail(picture(), { shown: [leo, xaver] }), [SAVE]: { id: itemId('a') } })
  const editing = await choose(again.user, 'Team.jpg', 'Edit')
  expect(await editing.findByRole('button', { name: 'Xaver Moreno is not in it' })).toBeVisible()
  expect(editing.queryByRole('button', { name: /^(Mia|Leo) Moreno is not/ })).toBeNull()
  await again.user.click(editing.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1))
  expect(server.asked(SAVE)[0]?.body).toMatchObject({
    shows: [playerId('d')],
    began: { shows: [playerId('b'), playerId('d')] },
  })
})

it('shows the progress of each upload, without a time limit', async () => {
  const target = new EventTarget()
  const sent = Object.assign(target, {
    status: 0,
    timeout: 0,
    upload: new EventTarget(),
    open: vi.fn(),
    setRequestHeader: vi.fn(),
    send: vi.fn(),
    abort: () => target.dispatchEvent(new Event('abort')),
  })
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    return sent
  })
  const { user } = open([folder('f', 'Week 1')], {
    'POST /rest-api/academy/file/presigned-url/organization/{orgId}': {
      files: [{ fileMetadataId: `${organizationId}.f0000000000c`, endpoint: '/incoming/x', headers: {} }],
    },
  })
  await screen.findByRole('table', { name: 'Contents' })
  await user.upload(screen.getByLabelText('Upload'), new File(['12345678'], 'Plan.pdf', { type: 'application/pdf' }))
  await waitFor(() => expect(sent.send).toHaveBeenCalled())
  sent.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 2 }))
  const line = within(await screen.findByRole('list', { name: 'Uploads' }))
  expect(await line.findByText(/^25%/)).toBeVisible()
  expect(line.getByRole('progressbar', { name: 'Sending Plan.pdf' })).toHaveAttribute('value', '0.25')
  expect(sent.timeout).toBe(0)
  await user.click(line.getByRole('button', { name: 'Cancel Plan.pdf' }))
  expect(await screen.findByText('Cancelled')).toBeVisible()
})

it('a retry after an upload only adds the item, without uploading it again', async () => {
  const PLACE = 'POST /rest-api/academy/file/presigned-url/organization/{orgId}'
  const KEEP = 'POST /rest-api/files/{fileId}/keep'
  const fileId = `${organizationId}.f0000000000c`
  const target = new EventTarget()
  const send = vi.fn(() => queueMicrotask(() => target.dispatchEvent(new Event('load'))))
  const request = {
    status: 200,
    upload: new EventTarget(),
    open: vi.fn(),
    setRequestHeader: vi.fn(),
    send,
    abort: vi.fn(),
  }
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    return Object.assign(target, request)
  })
  const { user } = open([folder('f', 'Week 1')], {
    [PLACE]: { files: [{ fileMetadataId: fileId, endpoint: '/incoming/x', headers: {} }] },
    [KEEP]: { fileId, name: 'Board.pdf', type: 'application/pdf', size: 8 },
    [ADD]: () => {
      throw new NoResponse()
    },
  })
  await screen.findByRole('table', { name: 'Contents' })
  await user.upload(screen.getByLabelText('Upload'), new File(['12345678'], 'Board.pdf', { type: 'application/pdf' }))
  const again = await screen.findByRole('button', { name: 'Send Board.pdf again' })
  server.answers({ [ADD]: { id: fileId.replace('.f', '.s') } })
  await user.click(again)
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(2))
  expect([server.asked(PLACE).length, send.mock.calls.length, server.asked(KEEP).length]).toEqual([1, 1, 2])
  expect(server.asked(ADD)[1]?.body).toEqual(server.asked(ADD)[0]?.body)
})
