import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type AnswerOf, useApi } from '#web/api.ts'
import { MovePlayers } from '#web/teams/TeamDialogs.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, person, teamId } from '../people.ts'

const server = standInServer()
const ADD = 'POST /api/v1/addPlayersToTeam'
const LEAVE = 'POST /api/v1/removePlayer'
const next = `${organizationId}.t0000000000b`

const team: AnswerOf<'GET /api/v1/team/{teamId}'> = {
  ...{ id: teamId, name: 'U12 Falcons', archived: false, dateArchived: null, isOrganization: false },
  ...{ isRosterVisible: true, season: '', color: '', sport: { name: 'Soccer', fieldLabel: 'Field' } },
  ...{ organization: { id: organizationId, name: 'Riverside FC' }, orgAdmins: [], myPlayers: [], permissions: [] },
  players: (['danley', 'julian', 'roshon'] as const).map((name, i) => ({
    ...person(name),
    number: String(i + 1),
    position: null,
  })),
}
/** Reads the team as the screen beneath the dialog does. */
function Roster() {
  const { data } = useApi('GET /api/v1/team/{teamId}', { teamId })
  return <p>Players left: {data?.players.length}</p>
}
const close = vi.fn<() => void>()
let broken = false
function open(beneath: ReactNode = null) {
  close.mockReset()
  const { organizations, ...rest } = coachOf(teamId, ['canEditPlayers'])
  const teams = [teamId, next].map((id, i) => ({
    ...{ id, name: ['U12 Falcons', 'U13 Falcons'][i] ?? '' },
    permissions: ['canEditPlayers' as const],
  }))
  server.answers({
    'GET /api/v1/playersAndTeams': { ...rest, organizations: organizations.map((club) => ({ ...club, teams })) },
    'GET /api/v1/team/{teamId}': team,
    [ADD]: { success: true, message: '', added: 2, invited: 0 },
    [LEAVE]: ({ body }) => {
      if (broken && (body as { playerId: string }).playerId === person('roshon').id) throw new Problem('busy')
      return { success: true, message: '' }
    },
  })
  return showScreen(
    <>
      {beneath}
      <MovePlayers team={team} opened close={close} />
    </>,
  )
}

it('adds the selected players to another team, and keeps them on theirs', async () => {
  const { user } = open()
  const put = () => screen.getByRole('button', { name: 'Add to the team' })
  await waitFor(() => expect(put()).toHaveAccessibleDescription('Choose a team.'))
  await user.click(await screen.findByRole('button', { name: 'Choose none' }))
  expect(put()).toHaveAccessibleDescription('Choose a player.')
  await user.click(screen.getByRole('button', { name: 'Choose all' }))
  await user.click(screen.getByRole('checkbox', { name: /^Julián/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'U13 Falcons')
  expect(
    within(screen.getByRole('combobox', { name: 'Team' })).queryByRole('option', { name: 'U12 Falcons' }),
  ).toBeNull()
  await user.click(put())
  await screen.findByText('2 players are now on U13 Falcons.')
  expect(server.asked(ADD).map(({ body }) => body)).toEqual([
    {
      orgUnitId: next,
      playersToAdd: [{ playerId: person('danley').id }, { playerId: person('roshon').id }],
      addToUpcomingEvents: 'on',
    },
  ])
  expect(server.asked(LEAVE)).toEqual([])
})

it('updates the team’s screen after players have left it', async () => {
  let players = team.players
  const { user } = open(<Roster />)
  server.answers({
    'GET /api/v1/team/{teamId}': () => ({ ...team, players }),
    [LEAVE]: async ({ body }) => {
      // Reading the team after the players were added to the other one.
      await waitFor(() => expect(server.asked('GET /api/v1/team/{teamId}').length).toBeGreaterThan(1))
      players = players.filter(({ id }) => id !== (body as { playerId: string }).playerId)
      return { success: true, message: '' }
    },
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Team' }), 'U13 Falcons')
  await user.click(screen.getByRole('checkbox', { name: 'Remove them from U12 Falcons and its upcoming events' }))
  await user.click(screen.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('3 players are now on U13 Falcons.')
  expect(await screen.findByText('Players left: 0')).toBeDefined()
})

it('moves all players back on Undo, by the ids of their removals', async () => {
  const { user } = open()
  server.answers({ [ADD]: { success: true, message: '', added: 3, invited: 0 } })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Team' }), 'U13 Falcons')
  await user.click(screen.getByRole('checkbox', { name: 'Remove them from U12 Falcons and its upcoming events' }))
  await user.click(screen.getByRole('checkbox', { name: 'Invite to upcoming events' }))
  await user.click(screen.getByRole('button', { name: 'Add to the team' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('3 players are now on U12 Falcons.')
  const removals = new Set(server.asked(LEAVE).map(({ body }) => (body as { removal?: string }).removal))
  const [removal] = removals
  expect([...removals]).toEqual([expect.any(String), undefined])
  const playersToAdd = team.players.map(({ id }) => ({ playerId: id }))
  expect(server.asked(ADD)[1]?.body).toEqual({ orgUnitId: teamId, playersToAdd, removal })
  expect(server.asked(LEAVE).slice(3)).toHaveLength(3)
  expect(server.asked(LEAVE)[3]?.body).toMatchObject({ teamId: next, removeFromEvents: 'off' })
})

it('removes players from their team if chosen, and continues after an interruption', async () => {
  broken = true
  const { user } = open()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Team' }), 'U13 Falcons')
  await user.click(screen.getByRole('checkbox', { name: 'Remove them from U12 Falcons and its upcoming events' }))
  await user.click(screen.getByRole('button', { name: 'Add to the team' }))
  await waitFor(() => expect(server.asked(LEAVE)).toHaveLength(3))
  expect(server.asked(ADD)[0]?.body).toMatchObject({
    playersToAdd: [1, 2, 3].map((number) => expect.objectContaining({ number: String(number) })),
  })
  broken = false
  await waitFor(() => expect(screen.queryByText(/ of 3 players done$/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('3 players are now on U13 Falcons.')
  expect(server.asked(LEAVE)).toHaveLength(6)
})

it('asks before discarding a selection, but not without one', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('checkbox', { name: /^Julián/ }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(close).toHaveBeenCalledOnce()
  expect(screen.getByRole('checkbox', { name: /^Julián/ })).not.toBeChecked()
})

it('selects players by year of birth, which is shown for each', async () => {
  const [danley = '', julian = '', roshon = ''] = team.players.map(({ id }) => id)
  const born = { [danley]: 2014, [julian]: 2013, [roshon]: 2014 }
  server.answers({
    'GET /rest-api/teams/birth-years/{teamId}': {
      players: Object.entries(born).map(([id, year]) => ({ id, year })),
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Born 2014: 2 players' }))
  expect(screen.getByRole('checkbox', { name: /^Julián/ })).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: /^Julián/ })).toHaveAccessibleDescription('Born 2013')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'U13 Falcons')
  await user.click(screen.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('2 players are now on U13 Falcons.')
  expect(server.asked(ADD)[0]?.body).toMatchObject({ playersToAdd: [{ playerId: danley }, { playerId: roshon }] })
})

it('invites the team’s coaches to the other team with rights the user can grant, and names failures', async () => {
  const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
  const INVITE = 'POST /rest-api/organization/administrators/{orgUnitId}/invite'
  const coach = (id: string, name: string, permissions: Flag[]) => ({ id, name, avatarUrl: null, permissions })
  const { organizations, ...rest } = coachOf(teamId, ['canEditPlayers'])
  const permissions: Flag[] = ['canEditPlayers', 'canEditAdministrators', 'canEditEvents']
  const teams = [teamId, next].map((id, i) => ({ id, name: ['U12 Falcons', 'U13 Falcons'][i] ?? '', permissions }))
  const { user } = open()
  const WITHDRAW = 'DELETE /rest-api/organization/invitation/{invitationId}'
  server.answers({
    'GET /api/v1/playersAndTeams': { ...rest, organizations: organizations.map((club) => ({ ...club, teams })) },
    [ADD]: { success: true, message: '', added: 3, invited: 0 },
    // This coach has accepted in the meantime.
    [WITHDRAW]: () => Promise.reject(new Problem('not_found')),
    [LIST]: ({ params }) => ({
      name: '',
      invitations: [],
      administrators:
        params['orgUnitId'] === next
          ? [coach('there', 'Theo', ['canEditEvents'])]
          : [
              coach('user-1', 'Me', permissions),
              coach('there', 'Theo', ['canEditEvents']),
              coach('carmen', 'Carmen', ['canEditEvents', 'canEditFees']),
              coach('dan', 'Dan', ['canEditEvents']),
              coach('treasurer', 'Tess', ['canEditFees']),
            ],
    }),
    [INVITE]: ({ body }) => {
      if ((body as { of: { userId: string } }).of.userId === 'dan') throw new Problem('takes_no_mail')
      const invited = { id: `${next}.i0000000000a`, email: 'carmen@x.test', permissions, invitedBy: 'Me' }
      return { ...invited, invitedAt: '2026-11-21T18:00:00Z', until: '2026-12-05T18:00:00Z' }
    },
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Team' }), 'U13 Falcons')
  await user.click(await screen.findByRole('checkbox', { name: 'Also invite the coaches: Carmen and Dan' }))
  await user.click(screen.getByRole('checkbox', { name: /^Remove them from U12 Falcons/ }))
  await user.click(screen.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText(
    /^3 players are now on U13 Falcons\. 1 coach invited by email\. 1 coach could not be invited\. ./,
  )
  expect(server.asked(INVITE).map(({ params, body }) => [params['orgUnitId'], body])).toEqual(
    ['carmen', 'dan'].map((userId) => [
      next,
      { part: expect.any(String), of: { orgUnitId: teamId, userId }, permissions: ['canEditEvents'] },
    ]),
  )
  // Undo also withdraws the coaches' invitations.
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('3 players are now on U12 Falcons.')
  const [first] = server.asked(INVITE).map(({ body }) => body as { part: string })
  expect(server.asked(WITHDRAW).map(({ params }) => params)).toEqual([{ invitationId: `${next}.${first?.part}` }])
})
