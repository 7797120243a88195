import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import RecordingScreen from '#web/recordings/RecordingScreen.tsx'
import RecordingsScreen from '#web/recordings/RecordingsScreen.tsx'
import { type FakeAnswers, NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { playerId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/recordings'
const ONE = 'GET /rest-api/recordings/{recordingId}'
const TEAMS = 'GET /rest-api/recordings/teams'
const MARK = 'POST /rest-api/recordings/{recordingId}/moments'

type Line = AnswerOf<typeof LIST>['recordings'][number]
const idOf = (letter: string) => `${teamId}.z0000000000${letter}`
const line = (letter: string, given: Partial<Line> = {}): Line => ({
  id: idOf(letter),
  teamId,
  teamName: 'U12 Falcons',
  title: 'First half',
  event: { id: `${teamId}.e0000000000a`, name: 'Game', timezone: 'America/Chicago' },
  startsAt: '2026-11-20T18:00:00Z',
  contentType: 'video/mp4',
  size: 40_000_000,
  seconds: 2700,
  moments: 2,
  access: 'USER',
  shared: true,
  thumbnailPresignedUrl: null,
  goesAt: null,
  ...given,
})
const recording = (given: Partial<AnswerOf<typeof ONE>> = {}): AnswerOf<typeof ONE> => ({
  ...line('a'),
  filePresignedUrl: '/files/x',
  marked: [
    { id: 'q0000000000a', second: 75, comment: 'The far post is free.', strokes: [] },
    { id: 'q0000000000b', second: 130, comment: 'Well pressed!', strokes: [{ color: 'red', points: [0, 0, 9, 9] }] },
  ],
  sharedWith: null,
  shows: null,
  ...given,
})

function list(more: FakeAnswers = {}) {
  server.answers({
    [TEAMS]: { teams: [{ id: teamId, name: 'U12 Falcons', mayRecord: false }] },
    [LIST]: { recordings: [line('a'), line('b', { title: 'Second half' })], cursor: null },
    ...more,
  })
  return showInShell(<RecordingsScreen />, { path: '/recordings' })
}
function play(given: Parameters<typeof recording>[0] = {}, at = '') {
  server.answers({ [ONE]: recording(given), [MARK]: { id: 'q0000000000c' } })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  Element.prototype.scrollIntoView = () => undefined
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  return showScreen(<RecordingScreen />, { path: '/recordings/:recordingId', at: `/recordings/${idOf('a')}${at}` })
}
const film = async () => await screen.findByLabelText<HTMLVideoElement>('First half')

it('lists films by event with length and moments; a viewer cannot add any', async () => {
  list()
  const game = within(await screen.findByRole('region', { name: 'Game, 11/20/2026' }))
  expect(game.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['First half', 'Second half'])
  expect(game.getAllByText('45:00 · 40 MB · 2 moments')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Add a recording' })).toBeNull()
})

it('says why a film was removed, and lets its coach delete it', async () => {
  play({ filePresignedUrl: null, access: 'OWNER', sharedWith: { team: true, players: [] }, shows: [] })
  await screen.findByText('This video was removed: it contained malware.')
  expect(screen.queryByLabelText('First half')).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled()
})

it('says that a film was restored by another user meanwhile, and reloads the bin', async () => {
  const REMOVE = 'DELETE /rest-api/recordings/{recordingId}'
  const { user } = list({
    [TEAMS]: { teams: [{ id: teamId, name: 'U12 Falcons', mayRecord: true }] },
    [LIST]: { recordings: [line('a', { access: 'OWNER', goesAt: '2026-12-20T18:00:00Z' })], cursor: null },
    [REMOVE]: () => Promise.reject(new Problem('not_in_bin')),
  })
  await user.click(await screen.findByRole('radio', { name: 'Bin' }))
  await user.click(await screen.findByRole('button', { name: /First half/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete permanently', hidden: true }))
  const asked = within(await screen.findByRole('dialog', { name: 'Permanently delete First half?' }))
  server.answers({ [LIST]: { recordings: [], cursor: null } })
  await user.click(asked.getByRole('button', { name: 'Delete permanently' }))
  expect(await screen.findByText(/^This has been restored from the bin in the meantime/)).toBeVisible()
  expect(await screen.findByText('The bin is empty')).toBeVisible()
})

it('shows a coach an empty state, and requires a film and a name', async () => {
  const { user } = list({
    [TEAMS]: { teams: [{ id: teamId, name: 'U12 Falcons', mayRecord: true }] },
    [LIST]: { recordings: [], cursor: null },
    'GET /rest-api/recordings/team/{teamId}': {
      events: [],
      players: [{ id: playerId('a'), firstName: 'Danley', lastName: 'Jean Jacques', mayBeShown: false }],
    },
  })
  await screen.findByText('No recordings yet')
  await user.click(screen.getAllByRole('button', { name: 'Add a recording' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: /^The team/ }))
  expect(await dialog.findByText(/families of Danley Jean Jacques have not allowed/)).toBeVisible()
  const inIt = within(dialog.getByRole('group', { name: 'Who is in it' }))
  await user.click(inIt.getByRole('checkbox', { name: 'Danley Jean Jacques' }))
  expect(dialog.getByText(/^Other families will not see this video: the families of Danley Jean Jacques/)).toBeVisible()
  await user.click(await dialog.findByRole('radio', { name: /Some players/ }))
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(dialog.getByText('Required.')).toBeDefined()
  const players = within(dialog.getByRole('group', { name: 'Players' }))
  expect(players.getByRole('checkbox', { name: 'Danley Jean Jacques' })).not.toBeChecked()
})

it('saves which players are in a film', async () => {
  const danley = { id: playerId('a'), firstName: 'Danley', lastName: 'Jean Jacques' }
  const EDIT = 'PUT /rest-api/recordings/{recordingId}'
  const { user } = play({ access: 'OWNER', event: null, sharedWith: { team: true, players: [] }, shows: [danley] })
  const someone = { id: playerId('b'), firstName: 'Mia', lastName: 'Moreno', mayBeShown: true }
  server.answers({ 'GET /rest-api/recordings/team/{teamId}': { events: [], players: [someone] }, [EDIT]: {} })
  expect(await screen.findByText('Who is in it: Danley Jean Jacques')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit and share' }))
  const dialog = within(await screen.findByRole('dialog'))
  // A player who has left the team is still listed.
  const inIt = within(await dialog.findByRole('group', { name: 'Who is in it' }))
  expect(inIt.getByRole('checkbox', { name: 'Danley Jean Jacques' })).toBeChecked()
  await user.click(inIt.getByRole('checkbox', { name: 'Mia Moreno' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  // Sent with the players at the start, so that players added by another coach meanwhile are kept.
  expect(server.asked(EDIT)[0]?.body).toEqual({
    title: 'First half',
    shows: [playerId('a'), playerId('b')],
    began: { shows: [playerId('a')] },
  })
})

it('sends only the name when only that was changed', async () => {
  const danley = { id: playerId('a'), firstName: 'Danley', lastName: 'Jean Jacques' }
  const EDIT = 'PUT /rest-api/recordings/{recordingId}'
  const { user } = play({ access: 'OWNER', event: null, sharedWith: { team: true, players: [] }, shows: [danley] })
  server.answers({ 'GET /rest-api/recordings/team/{teamId}': { events: [], players: [] }, [EDIT]: {} })
  await user.click(await screen.findByRole('button', { name: 'Edit and share' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('group', { name: 'Who is in it' })
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), '!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  expect(server.asked(EDIT)[0]?.body).toEqual({ title: 'First half!' })
})

it('sends the sharing when it was changed', async () => {
  const EDIT = 'PUT /rest-api/recordings/{recordingId}'
  const { user } = play({ access: 'OWNER', sharedWith: { team: true, players: [] }, shows: [] })
  server.answers({ 'GET /rest-api/recordings/team/{teamId}': { events: [], players: [] }, [EDIT]: {} })
  await user.click(await screen.findByRole('button', { name: 'Edit and share' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: 'Only coaches' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  expect(server.asked(EDIT)[0]?.body).toEqual({ title: 'First half', sharedWith: { team: false, playerIds: [] } })
})

it('sends the previous sharing with the new one', async () => {
  const EDIT = 'PUT /rest-api/recordings/{recordingId}'
  const [ada, mia] = ['Ada', 'Mia'].map((firstName, i) => ({
    id: playerId('ab'[i] ?? ''),
    firstName,
    lastName: 'Moreno',
  }))
  const { user } = play({ access: 'OWNER', sharedWith: { team: false, players: [ada!] }, shows: [] })
  const players = [{ ...mia!, mayBeShown: true }]
  server.answers({ 'GET /rest-api/recordings/team/{teamId}': { events: [], players }, [EDIT]: {} })
  await user.click(await screen.findByRole('button', { name: 'Edit and share' }))
  const dialog = within(await screen.findByRole('dialog'))
  const given = within(await dialog.findByRole('group', { name: 'Players' }))
  await user.click(given.getByRole('checkbox', { name: 'Ada Moreno' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please select one.')).toBeVisible()
  await user.click(given.getByRole('checkbox', { name: 'Mia Moreno' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  expect(server.asked(EDIT)[0]?.body).toEqual({
    title: 'First half',
    sharedWith: { team: false, playerIds: [playerId('b')] },
    began: { sharedWith: { team: false, playerIds: [playerId('a')] } },
  })
})

it('plays from the second in the address, at a selected speed, and jumps to moments', async () => {
  const { user } = play({}, '?t=75')
  const video = await film()
  video.dispatchEvent(new Event('loadedmetadata'))
  expect(video.currentTime).toBe(75)
  await user.click(screen.getByRole('radio', { name: '0.5×' }))
  expect(video.playbackRate).toBe(0.5)
  await user.click(screen.getByRole('button', { name: 'Go to 2:10' }))
  expect(video.currentTime).toBe(130)
  expect(screen.getByRole('img', { name: 'Lines drawn on the frame' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark this moment' })).toBeNull()
})

it('marks the current moment of the film with a comment', async () => {
  const { user } = play({
    access: 'OWNER',
    thumbnailPresignedUrl: '/files/x.thumb',
    sharedWith: { team: true, players: [] },
  })
  const video = await film()
  video.currentTime = 12.34
  await user.click(screen.getByRole('button', { name: 'Mark this moment' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Required.')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: /What to look at/ }), 'Look up!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Marked')
  expect(server.asked(MARK)[0]).toMatchObject({
    params: { recordingId: idOf('a') },
    body: { second: 12.3, comment: 'Look up!', strokes: [] },
  })
})

it('marks the frame that is shown, also after seeking during the dialog', async () => {
  const { user } = play({ access: 'OWNER', sharedWith: { team: true, players: [] } })
  const video = await film()
  video.currentTime = 12.34
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await press('Mark this moment')
  expect(screen.getByText(/^At 0:12\./)).toBeVisible()
  await press('5 s on')
  expect([screen.getByText(/^At 0:17\./).isConnected, video.currentTime]).toEqual([true, 17.34])
  for (let time = 0; time < 4; time++) await press('5 s back')
  expect([screen.getByText(/^At 0:00\./).isConnected, video.currentTime]).toEqual([true, 0])
  await press('Go to 2:10')
  await user.type(screen.getByRole('textbox', { name: /What to look at/ }), 'Look up!')
  await press('Save')
  await screen.findByText('Marked')
  expect(server.asked(MARK)[0]?.body).toMatchObject({ second: 130, comment: 'Look up!' })
})

it('marks a moment once when the response was lost, but a changed one separately', async () => {
  const { user } = play({ access: 'OWNER', sharedWith: { team: true, players: [] } })
  const video = await film()
  video.currentTime = 30
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await press('Mark this moment')
  const comment = screen.getByRole('textbox', { name: /What to look at/ })
  await user.type(comment, 'Look up')
  server.answers({ [MARK]: () => Promise.reject(new NoResponse()) })
  async function save(time: number) {
    await press('Save')
    await waitFor(() => expect(server.asked(MARK)).toHaveLength(time))
    await waitFor(() => expect(screen.getByText(/^No connection/)).toBeVisible())
  }
  await save(1)
  await save(2)
  await press('5 s on')
  await save(3)
  await user.type(comment, '!')
  server.answers({ [MARK]: { id: 'q0000000000c' } })
  await press('Save')
  await screen.findByText('Marked')
  const sent = server.asked(MARK).map(({ body }) => body as { part: string; second: number; comment: string })
  expect(sent.map(({ second, comment }) => [second, comment])).toEqual([
    [30, 'Look up'],
    [30, 'Look up'],
    [35, 'Look up'],
    [35, 'Look up!'],
  ])
  const [first, again, moved, corrected] = sent.map(({ part }) => part)
  expect(again).toBe(first)
  expect(new Set([first, moved, corrected]).size).toBe(3)
})
