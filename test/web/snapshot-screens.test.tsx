import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { FileDrop } from '#web/kit/FileDrop.tsx'
import MyPaymentsScreen from '#web/money/MyPaymentsScreen.tsx'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import TeamScreen from '#web/teams/TeamScreen.tsx'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { otherAnswers, detail, item, itemId, listing } from './academy/items.ts'
import { showScreen, standInServer } from './fakeServer.tsx'
import { snapshotAfterLeaving } from './snapshots.ts'
import { answersTo, card, coachOf, event, invite, organizationId, person, teamId, today } from './people.ts'
import { filledDetails, firstStep, head, mia, registrationId, summary } from './register/family.ts'
import { showInShell } from './settings/inShell.tsx'

const server = standInServer()
afterEach(() => {
  delete document.documentElement.dataset['drawn']
  for (const mark of document.querySelectorAll('body > noscript')) mark.remove()
})

describe('the snapshot of a coach’s Today', () => {
  const EVENT = 'GET /rest-api/calendar/event/{eventId}'
  /** Markup without what differs in a snapshot: React's generated ids and the styles. */
  const markup = (html = '') => html.replaceAll(/_r_\w+_/g, '').replaceAll(/ (data-)?style="[^"]*"/g, '')
  const open = () => showScreen(<TodayScreen />, { path: '/today' })
  test('omits team members and their notes, and equals the markup rendered before the answers are read', async () => {
    const comes = [invite('danley', 'Accepted'), invite('julian', 'Declined', 'has a fever')]
    server.answers({
      'GET /api/v1/playersAndTeams': coachOf(),
      'GET /api/v1/today': today(card(null, { description: 'Bring both shirts.' })),
      [EVENT]: answersTo(comes, { sees: 'answers' }),
    })
    const shown = open()
    await screen.findByText('has a fever')
    const kept = snapshotAfterLeaving(shown, '/today')
    expect(screen.getByText('has a fever')).toBeVisible()
    expect(kept).not.toMatch(/Danley|Julian|fever/)
    expect(kept).toContain('Bring both shirts.')
    cleanup()
    server.answers({ [EVENT]: () => new Promise(() => undefined) })
    const { container } = open()
    await screen.findByText('Bring both shirts.')
    const article = container.querySelector('article')?.outerHTML
    expect(article).toContain('role="status"')
    expect(markup(kept)).toContain(markup(article))
  })
})

test('the snapshot of a coach’s Today omits birthdays of the team and who has not answered', async () => {
  const coming = { ...event(), id: `${teamId}.e0000000000z`, name: 'Cup final' }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/today': today(card(null, { description: 'Bring both shirts.' })),
    'GET /rest-api/calendar/event/{eventId}': answersTo([], { sees: 'answers' }),
    'GET /rest-api/teams/week': {
      teams: 1,
      events: [{ event: coming, turnout: { going: 0, notGoing: 0, waiting: 1 }, waiting: [person('danley')] }],
      more: 0,
      birthdays: [{ ...person('julian'), day: '11-28' }],
    },
  })
  const shown = showScreen(<TodayScreen />, { path: '/today' })
  await screen.findByRole('link', { name: /^Cup final/ })
  expect(screen.getByText(/^Julián/)).toBeVisible()
  expect(shown.container.innerHTML).toMatch(/Danley/)
  const kept = snapshotAfterLeaving(shown, '/today')
  expect(kept).toContain('Bring both shirts.')
  expect(kept).not.toMatch(/Danley|Julián|Cup final/)
})

describe('the snapshot of a roster', () => {
  const team: AnswerOf<'GET /api/v1/team/{teamId}'> = {
    id: teamId,
    name: 'U12 Falcons',
    archived: false,
    dateArchived: null,
    isOrganization: false,
    isRosterVisible: true,
    season: '',
    color: '',
    sport: { name: 'Soccer', fieldLabel: 'Field' },
    organization: { id: organizationId, name: 'Riverside FC' },
    orgAdmins: [],
    players: [
      { ...person('danley'), number: '1', position: '', tags: ['Keeper'] },
      { ...person('julian'), number: '2', position: '' },
    ],
    myPlayers: [],
    permissions: ['canEditTeam'],
  }
  test.each([
    ['has no match', 'zachary', 'No player'],
    ['has a tag', 'keeper', 'tagged'],
  ])('omits a search that %s', async (_, typed) => {
    server.answers({ 'GET /api/v1/team/{teamId}': team, 'GET /api/v1/playersAndTeams': coachOf() })
    const at = `/${organizationId}/${teamId}/teams`
    const shown = showScreen(<TeamScreen />, { path: '/:orgId/:teamId/teams', at })
    await shown.user.type(await screen.findByRole('searchbox'), typed)
    await waitFor(() => expect(shown.container.textContent?.toLowerCase()).toContain(typed))
    const kept = snapshotAfterLeaving(shown, at)
    expect(kept).toContain('U12 Falcons')
    expect(kept?.toLowerCase()).not.toContain(typed)
  })
})

test('the snapshot of a library omits photos and names of owners and recipients', async () => {
  const drill = item('a')
  const photo = item('b', { name: 'Team.jpg', thumbnailPresignedUrl: '/files/b.thumb?X-Amz-Signature=s' })
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    'GET /rest-api/academy/storage/organization/{orgId}': listing([drill, photo]),
    'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': detail(drill),
    'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}': {},
  })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  const at = `/academy/storage/${organizationId}/organization?item=${itemId('a')}`
  const shown = showInShell(<StorageScreen />, { path, at })
  await screen.findByText('Tom Treasurer', { selector: 'b' })
  await screen.findByRole('option', { name: 'Cora Coach' })
  const kept = snapshotAfterLeaving(shown, at)
  expect(kept).toContain('Drill.pdf')
  expect(kept).not.toMatch(/Treasurer|Cora/)
  expect(shown.container.querySelector('img[src^="/files/b.thumb"]')).not.toBeNull()
  expect(kept).toContain('Team.jpg')
  expect(kept).not.toContain('.thumb')
})

describe('the snapshot of a registration', () => {
  const at = `/register/${registrationId}`
  const family = (drafts: AnswerOf<'GET /rest-api/register/{registrationId}/my-players'>['drafts'] = []) => ({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': firstStep,
    'GET /rest-api/register/{registrationId}/my-players': { players: [mia], drafts, registered: [], signed: [] },
    'GET /rest-api/register/{registrationId}/summary': summary,
  })
  const open = async (drafts?: Parameters<typeof family>[0]) => {
    server.answers(family(drafts))
    const shown = showScreen(<RegisterScreen />, { path: '/register/:registrationId', at })
    await screen.findByText(drafts ? 'Total' : 'Any allergy?')
    return shown
  }
  test('is taken of the club’s questions, and not once one has been answered', async () => {
    const shown = await open()
    expect(snapshotAfterLeaving(shown, at)).toContain('Any allergy?')
    localStorage.removeItem('touchline.of.user-1.picture' + at)
    await shown.user.click(screen.getByRole('radio', { name: 'Yes' }))
    await screen.findByLabelText(/^Which one/)
    expect(snapshotAfterLeaving(shown, at)).toBeUndefined()
  })
  test('is not taken of answers and costs', async () => {
    expect(snapshotAfterLeaving(await open([filledDetails]), at)).toBeUndefined()
  })
})

test('the snapshot of fees omits cards on file', async () => {
  const card = {
    organization: { id: organizationId, name: 'Riverside FC' },
    label: 'Visa •••• 4242',
    state: 'on' as const,
  }
  server.answers({
    'GET /rest-api/fee/my-fees': { fees: [] },
    'GET /rest-api/fee/cards': { cards: [{ ...card, nextTryOn: null }], canKeep: [] },
  })
  const shown = showScreen(<MyPaymentsScreen />, { path: '/payments' })
  await screen.findByText('Visa •••• 4242')
  const kept = snapshotAfterLeaving(shown, '/payments')
  expect(kept).toContain('Nothing to pay')
  expect(kept).not.toContain('4242')
})

test('snapshots omit names of chosen and rejected files', async () => {
  function Files() {
    const [files, setFiles] = useState<readonly File[]>([])
    return (
      <main>
        <h1>Library</h1>
        <FileDrop label="Certificate" value={files} onChange={setFiles} accept=".pdf" multiple />
      </main>
    )
  }
  const shown = showScreen(<Files />)
  const input = screen.getByLabelText('Certificate', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['a'], 'mias-allergies.pdf'), new File(['a'], 'mia.exe')] } })
  await screen.findByText('mias-allergies.pdf')
  expect(shown.container.textContent).toContain('mia.exe')
  const kept = snapshotAfterLeaving(shown, '/chat')
  expect(kept).toContain('Certificate')
  expect(kept).not.toMatch(/mia/)
})
