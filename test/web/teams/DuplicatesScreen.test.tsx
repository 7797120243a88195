import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { flags } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import DuplicatesScreen from '#web/teams/DuplicatesScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, person, playersAndTeams } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/duplicates/{orgId}'
const PREVIEW = 'GET /rest-api/duplicates/{orgId}/preview'
const MERGE = 'POST /rest-api/duplicates/{orgId}/merge'
const UNDO = 'POST /rest-api/duplicates/{orgId}/undo'

const TWO = 'PUT /rest-api/duplicates/{orgId}/two'

const a = { ...person('danley'), bornOn: '2015-04-01', teams: ['Falcons'], contacts: ['Rose Jean'] }
const b = { ...person('roshon'), bornOn: null, teams: [], contacts: [] }
type Answer = AnswerOf<typeof READ>
function open(given: Partial<Answer> = {}, permissions = [...flags]) {
  const club = { id: organizationId, name: 'World Cup 2026', orgAdmin: true, teams: [], permissions }
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [{ ...club, academyEnabled: false, customRegistrationEnabled: false }],
    }),
    [READ]: { pairs: [{ score: 90, reasons: ['sameName', 'sameBirthday'], a, b }], two: [], merges: [], ...given },
    [PREVIEW]: {
      player: { ...b, teams: ['Falcons'], bornOn: '2015-04-01' },
      family: 3,
      grownUps: 1,
      invites: 4,
      invitesLeft: 1,
      fees: 2,
      places: 1,
      twiceRegistered: [],
      owedInCents: 4500,
    },
    [MERGE]: ({ body }) => ({ mergeId: (body as { mergeId: string }).mergeId, keptId: b.id }),
    [UNDO]: { playerId: a.id },
    [TWO]: ({ body }) => ({ two: (body as { two: boolean }).two }),
  })
  return showScreen(<DuplicatesScreen />, { path: '/o/:unitId/duplicates', at: `/o/${organizationId}/duplicates` })
}

it('shows why two players may be duplicates, and merges them after a confirmation, with undo', async () => {
  const { user } = open()
  await screen.findByText('Very likely a duplicate')
  expect(screen.getByText('same name · same birthday')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: /Roshon van Eijma/ }))
  await user.click(screen.getByRole('button', { name: 'Merge Danley Jean Jacques' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge into Roshon van Eijma?' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Teams: Falcons.',
    'Born 04/01/2015',
    'Family and followers: 3; adults: 1; invitations moved: 4.',
    '1 answer to a past event stays with its event.',
    '1 registration is moved with its place, answers and payments.',
    '2 fees are moved with their payments.',
    '$45.00 of it is still owed.',
  ])
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await screen.findByText('Merged.')
  const [sent] = server.asked(MERGE).map(({ body }) => body as Record<string, string>)
  expect(sent).toEqual({ mergeId: sent?.['mergeId'], keepId: b.id, goneId: a.id })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('They are two players again.')
  expect(server.asked(UNDO).map(({ body }) => body)).toEqual([{ mergeId: sent?.['mergeId'] }])
})

it('marks two players as different, with undo', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Not a duplicate Danley Jean Jacques, Roshon van Eijma' }))
  await screen.findByText('Marked as two different players. They are not suggested again.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('They are suggested again.')
  const both = { oneId: a.id, otherId: b.id }
  expect(server.asked(TWO).map(({ body }) => body)).toEqual([
    { ...both, two: true },
    { ...both, two: false },
  ])
})

it('lists players marked as different with details, and can suggest them again', async () => {
  const { user } = open({ pairs: [], two: [{ a, b }] })
  const list = within(await screen.findByRole('region', { name: 'Marked as different players' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Danley Jean Jacques · 04/01/2015 · Falcons',
    'Roshon van Eijma · No Team Assigned',
  ])
  await user.click(list.getByRole('button', { name: 'Suggest again Danley Jean Jacques, Roshon van Eijma' }))
  await screen.findByText('They are suggested again.')
  expect(server.asked(TWO).map(({ body }) => body)).toEqual([{ oneId: a.id, otherId: b.id, two: false }])
})

it('says why two players cannot be merged', async () => {
  const { user } = open()
  server.answers({
    [PREVIEW]: () => {
      throw new Problem('cannot_merge')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Merge Roshon van Eijma' }))
  await screen.findByText(/This player has too much data to be moved/)
  expect(server.asked(MERGE)).toEqual([])
})

it('shows a registration of both players with their payments, and does not merge them', async () => {
  const { user } = open()
  const twice = { registrationId: `${organizationId}.r00000000001`, name: 'Fall season' }
  server.answers({
    [PREVIEW]: {
      player: b,
      family: 1,
      grownUps: 0,
      invites: 0,
      invitesLeft: 0,
      fees: 0,
      places: 1,
      twiceRegistered: [{ ...twice, keepPaidInCents: 5000, gonePaidInCents: 0 }],
      owedInCents: 0,
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Merge Roshon van Eijma' }))
  const told = await screen.findByText(/“Fall season”.*Danley Jean Jacques: \$50\.00\..*Roshon van Eijma: \$0\.00\./)
  // The message is announced to screen readers.
  expect(told.closest('[role=alert]')).not.toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.asked(MERGE)).toEqual([])
  await user.click(screen.getByRole('radio', { name: /Roshon van Eijma/ }))
  expect(screen.queryByText(/“Fall season”/)).toBeNull()
})

it('lists recent merges, which can be undone', async () => {
  const merged = {
    mergeId: 'merge00000000000',
    keptId: a.id,
    kept: 'Mia Moreno',
    gone: 'Mía Moreno',
    mergedAt: '2026-11-20T12:00:00Z',
  }
  const { user } = open({ pairs: [], merges: [merged] })
  await screen.findByText('No duplicates')
  expect(screen.getByText('Mía Moreno was merged into Mia Moreno.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo the merge Mia Moreno' }))
  await screen.findByText('They are two players again.')
})

it('requires the right to edit players', async () => {
  open({}, ['canEditTeam'])
  expect(await screen.findByText(/edit players/i)).toBeDefined()
  expect(server.asked(READ)).toEqual([])
})
