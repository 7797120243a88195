import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import AcademyScreen from '#web/academy/AcademyScreen.tsx'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, playerId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { otherAnswers, detail, folder, item, itemId, listing } from './items.ts'

const server = standInServer()
const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const SHARE = 'POST /rest-api/academy/storage/share/organization/{orgId}'
const MARK = 'POST /rest-api/academy/storage/favorite/{storageItemId}'
const UNMARK = 'DELETE /rest-api/academy/storage/favorite/{storageItemId}'
const DELETE = 'DELETE /rest-api/academy/storage/organization/{orgId}/storage-item'
const FAVORITES = 'GET /rest-api/academy/storage/favorite'
const TAGS = 'GET /rest-api/academy/storage/tag'
const TAG = 'PUT /rest-api/academy/storage/tag'
const UNTAG = 'DELETE /rest-api/academy/storage/tag/{storageTagId}'
const NOTE = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
const RECENT = 'GET /rest-api/academy/storage/recent'

const drill = item('a')
const things = [folder('f', 'Week 1'), drill, item('b', { name: 'Laws', type: 'LINK', fileMetadata: null })]
function open(more: FakeAnswers = {}, query = '') {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    [LIST]: listing(things),
    [ITEM]: detail(drill),
    ...more,
  })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  return showInShell(<StorageScreen />, { path, at: `/academy/storage/${organizationId}/organization${query}` })
}
const rowOf = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Contents' })
  return within(table).getByRole('row', { name: new RegExp(name) })
}

it('links own players and coached teams in two tabs', async () => {
  server.answers({
    'GET /rest-api/academy/organization-player': {
      players: [{ id: playerId('a'), name: 'Danley', following: false, teams: ['U12 Falcons'], organizationId }],
    },
    'GET /rest-api/academy/organization': {
      organizations: [
        {
          id: organizationId,
          name: 'Riverside FC',
          orgAdmin: false,
          academyEnabled: true,
          teams: [{ id: teamId, name: 'U12 Falcons' }],
        },
      ],
    },
  })
  const { user } = showScreen(<AcademyScreen />)
  const player = await screen.findByRole('link', { name: /Danley/ })
  expect(player.getAttribute('href')).toBe(`/academy/storage/organization/${organizationId}/player/${playerId('a')}`)
  await user.click(screen.getByRole('tab', { name: 'Teams' }))
  const team = await screen.findByRole('link', { name: 'U12 Falcons' })
  expect(team.getAttribute('href')).toBe(`/academy/storage/${organizationId}/${teamId}/organization`)
})

it('says why an upload failed, and that a file is empty', async () => {
  const full = 'There is no space left in your club’s library. Permanently delete something, or get one more license.'
  const { user } = open({
    'POST /rest-api/academy/file/presigned-url/organization/{orgId}': () => {
      throw new Problem('storage_full')
    },
  })
  await rowOf('Drill.pdf')
  const [input] = screen.getAllByLabelText('Upload')
  if (!input) throw new Error('Nowhere to choose a file')
  await user.upload(input, [new File([], 'Nothing.txt'), new File(['x'], 'Plan.txt')])
  expect(await screen.findByText('Nothing.txt is empty.')).toBeDefined()
  const sending = within(await screen.findByRole('list', { name: 'Uploads' }))
  expect((await sending.findByRole('alert')).textContent).toBe(`Not sent. ${full}`)
  expect(sending.getAllByRole('listitem')).toHaveLength(1)
})

it('shows an item’s details and sharing after selection, and toggles it as a favorite', async () => {
  const began = performance.now()
  const waits = vi.spyOn(globalThis, 'setTimeout')
  const { user } = open({ [MARK]: { favorite: true }, [UNMARK]: { favorite: false } }, `?item=${itemId('a')}`)
  await waitFor(() => expect(server.asked(ITEM)).toHaveLength(1))
  expect(performance.now() - began).toBeGreaterThan(300)
  expect(waits.mock.calls.map(([, delay]) => delay)).toContain(300)
  waits.mockRestore()
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }))
  const told = ['Added by Cora Coach on 11/20/2026', '2 club administrators see everything']
  for (const each of told) expect(await panel.findByText(each)).toBeVisible()
  server.answers({ [ITEM]: detail(drill, { favorite: true }) })
  await user.click(panel.getByRole('button', { name: 'Favorite' }))
  await user.click(await panel.findByRole('button', { name: 'Favorite', pressed: true }))
  await waitFor(() => expect(server.asked(UNMARK)).toHaveLength(1))
  expect(server.asked(MARK)).toHaveLength(1)
})

it('collects changes of the sharing and sends them on Save, removed people among the deleted', async () => {
  const { user } = open({
    'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams': {
      admins: [],
      orgUnits: [],
      players: [{ playerId: playerId('b'), name: 'Roshon', teams: ['U12 Falcons'] }],
    },
    [SHARE]: { shared: 2 },
  })
  const row = await rowOf('Drill.pdf')
  await user.click(within(row).getByRole('button', { name: /Drill.pdf/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Share', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /Share with Roshon/ }))
  await user.click(dialog.getByRole('button', { name: 'Stop sharing with U12 Falcons' }))
  const access = dialog.getByRole('combobox', { name: 'What Tom Treasurer can do' })
  await user.selectOptions(access, 'EDITOR')
  expect(server.asked(SHARE)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Sharing updated')).toBeDefined()
  expect(server.asked(SHARE)[0]?.body).toEqual({
    storageItemId: itemId('a'),
    added: { admins: [], orgUnits: [], players: [{ playerId: playerId('b') }] },
    updated: { admins: [{ userId: 'user-9', accessType: 'EDITOR' }], orgUnits: [], players: [] },
    deleted: { admins: [], orgUnits: [{ orgUnitId: teamId }], players: [] },
  })
})

it('deletes several items at once after a confirmation', async () => {
  const { user } = open({ [DELETE]: { deleted: 2 } })
  await user.click(within(await rowOf('Drill.pdf')).getByRole('checkbox'))
  await user.click(within(await rowOf('Laws')).getByRole('checkbox'))
  const chosen = within(screen.getByRole('group', { name: '2 chosen' }))
  await user.click(chosen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 items?' }))
  server.answers({ [LIST]: listing([]) })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Moved to the bin')
  expect(server.asked(DELETE)[0]?.body).toEqual({ ids: [itemId('a'), itemId('b')] })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Folders' })))
})

it('shows thumbnails, and filters by who added an item', async () => {
  const picture = item('a', { name: 'Shirts.jpg', thumbnailPresignedUrl: '/files/a.thumb?X' })
  const { user } = open({ [LIST]: listing([picture, item('b', { name: 'Laws' })]) })
  const row = await rowOf('Shirts.jpg')
  expect(row.querySelector('img')?.getAttribute('src')).toBe('/files/a.thumb?X')
  expect((await rowOf('Laws')).querySelector('img')).toBeNull()
  fireEvent.error(row.querySelector('img')!)
  await waitFor(async () => expect((await rowOf('Shirts.jpg')).querySelector('img')).toBeNull())
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Added by' }), 'Cora Coach')
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query).toEqual({ orgAdmins: 'user-8' }))
})

const tagId = (letter: string) => `${organizationId}.k0000000000${letter}`
const chip = (name: string) => within(screen.getByRole('group', { name: 'Tags' })).getByRole('button', { name })

it('filters favorites and recent items by text and tags as well', async () => {
  const game = { tags: [{ id: tagId('a'), tag: 'Game' }] }
  const items = [drill, item('b', { name: 'Laws of the game', tags: [tagId('a')] })]
  for (const [view, answer] of [
    ['favorites', { [FAVORITES]: { items } }],
    ['recent', { [RECENT]: { items } }],
  ] as const) {
    const { user, unmount } = open({ [TAGS]: game, ...answer }, `?view=${view}`)
    await rowOf('Drill.pdf')
    await user.type(screen.getByRole('searchbox', { name: 'Find here' }), 'game')
    await waitFor(() => expect(screen.queryByText('Drill.pdf')).toBeNull())
    expect(await rowOf('Laws of the game')).toBeVisible()
    await user.clear(screen.getByRole('searchbox', { name: 'Find here' }))
    await rowOf('Drill.pdf')
    await user.click(chip('Game'))
    await waitFor(() => expect(screen.queryByText('Drill.pdf')).toBeNull())
    await user.type(screen.getByRole('searchbox', { name: 'Find here' }), 'drill')
    expect(await screen.findByText('Nothing found')).toBeVisible()
    unmount()
  }
})

it('adds a link that was opened to the recent items', async () => {
  const laws = item('b', { name: 'Laws', type: 'LINK', fileMetadata: null, hyperLink: 'https://laws.example/' })
  const { user } = open({ [ITEM]: detail(laws), [NOTE]: {} }, `?item=${itemId('b')}`)
  const link = await screen.findByRole('link', { name: 'Open link' })
  expect(server.asked(NOTE)).toEqual([])
  await user.click(link)
  await waitFor(() => expect(server.asked(NOTE)).toHaveLength(1))
  expect(server.asked(NOTE)[0]?.params).toMatchObject({ orgId: organizationId, storageItemId: itemId('b') })
})

it('offers to move and delete only removable items, and says why not', async () => {
  const shared = item('a', { access: 'EDITOR', movable: false })
  const { user } = open({ [LIST]: listing([shared, item('b', { name: 'Own.pdf', access: 'EDITOR' })]) })
  await user.click(within(await rowOf('Drill.pdf')).getByRole('button', { name: /Drill.pdf/ }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  const blocked = items.filter((each) => each.getAttribute('aria-disabled') === 'true')
  const why = 'Only its owner, or someone who can change the folder it is in, can do this.'
  expect(blocked.map(({ textContent }) => textContent)).toEqual([`Move to…${why}`, `Delete${why}`])
  await user.click(within(await rowOf('Own.pdf')).getByRole('checkbox'))
  const remove = () => screen.getByRole('button', { name: 'Delete' })
  expect(remove()).not.toHaveAttribute('aria-disabled')
  await user.click(within(await rowOf('Drill.pdf')).getByRole('checkbox'))
  expect(remove()).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Move to…' })).toHaveAttribute('aria-disabled', 'true')
})

it('filters by one of many tags, and keeps a selected one visible', async () => {
  const letters = '0123456789abcdefghjkm'.split('')
  const tags = letters.map((letter, i) => ({ id: tagId(letter), tag: `Tag ${i + 1}` }))
  const { user } = open({ [TAGS]: { tags } })
  await rowOf('Drill.pdf')
  expect(screen.queryByRole('button', { name: 'Tag 21' })).toBeNull()
  await user.click(chip('Show all 21 tags'))
  await user.click(chip('Tag 21'))
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query).toEqual({ tags: tagId('m') }))
  await user.click(chip('Show fewer tags'))
  expect(chip('Tag 21')).toHaveAttribute('aria-pressed', 'true')
  expect(chip('Tag 20')).toBeVisible()
})

it('renames and deletes a tag, with undo', async () => {
  let tags = [
    { id: tagId('a'), tag: 'Defense' },
    { id: tagId('b'), tag: 'Attack' },
  ]
  const { user } = open({
    [TAGS]: () => ({ tags }),
    [TAG]: ({ body }) => {
      const { id = tagId('a'), tag } = body as { id?: string; tag: string }
      tags = [...tags.filter((each) => each.id !== id), { id, tag }]
      return { id, tag }
    },
    [UNTAG]: ({ params }) => {
      tags = tags.filter(({ id }) => id !== params['storageTagId'])
      return {}
    },
  })
  await rowOf('Drill.pdf')
  await user.click(chip('Defense'))
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query).toEqual({ tags: tagId('a') }))
  await user.click(screen.getByRole('button', { name: 'Edit tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  await user.click(await dialog.findByRole('button', { name: 'Rename tag Defense' }))
  const field = await dialog.findByRole('textbox', { name: 'Tag name' })
  expect(field).toHaveFocus()
  await user.clear(field)
  await user.type(field, 'Defence')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(server.asked(TAG).at(-1)?.body).toEqual({ organizationId, id: tagId('a'), tag: 'Defence' })
  await user.click(await dialog.findByRole('button', { name: 'Delete tag Defence' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete tag Defence?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(dialog.queryByText('Defence')).toBeNull())
  expect(dialog.getByRole('list', { name: 'Tags' })).toHaveFocus()
  // The list is no longer filtered by it.
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query).toEqual({}))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await dialog.findByText('Defence')
  expect(server.asked(TAG).at(-1)?.body).toEqual({ organizationId, tag: 'Defence', part: 'k0000000000a' })
})

it('keeps the input of a new tag while another one is renamed', async () => {
  const { user } = open({
    [TAGS]: {
      tags: [
        { id: tagId('a'), tag: 'Defense' },
        { id: tagId('b'), tag: 'Attack' },
      ],
    },
    [TAG]: { id: tagId('b'), tag: 'Offense' },
  })
  await rowOf('Drill.pdf')
  await user.click(screen.getByRole('button', { name: 'Edit tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  const typeFor = async (tag: string, text: string) => {
    await user.click(await dialog.findByRole('button', { name: `Rename tag ${tag}` }))
    const form = within(await dialog.findByRole('form', { name: `Rename tag ${tag}` }))
    const field = form.getByRole('textbox', { name: 'Tag name' })
    await user.clear(field)
    await user.type(field, text)
    return { form, field }
  }
  const { field } = await typeFor('Defense', 'Defence')
  const { form } = await typeFor('Attack', 'Offense')
  expect(field).toHaveValue('Defence')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await dialog.findByRole('button', { name: 'Rename tag Attack' })
  expect(field).toHaveValue('Defence')
  expect(field).toBeInTheDocument()
})

it('does not let a user who does not own the library edit its tags', async () => {
  const level = { level: null, mayAdd: true, academyEnabled: true, storage: null }
  open({
    [TAGS]: { tags: [{ id: tagId('a'), tag: 'Defense' }] },
    'GET /rest-api/academy/org-admin/level/organization/{orgId}': level,
  })
  await rowOf('Drill.pdf')
  expect(chip('Defense')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit tags' })).toBeNull()
})
