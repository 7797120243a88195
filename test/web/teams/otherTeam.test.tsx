import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import TeamScreen from '#web/teams/TeamScreen.tsx'
import { address, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, type Person, person, playerId, teamId } from '../people.ts'

const server = standInServer()
const route = 'GET /api/v1/team/{teamId}'
type Team = AnswerOf<typeof route>

const team = (given: Partial<Team> = {}): Team => ({
  id: teamId,
  name: 'Curaçao',
  archived: false,
  dateArchived: null,
  isOrganization: false,
  isRosterVisible: true,
  season: '',
  color: '',
  sport: { name: 'Soccer', fieldLabel: 'Field' },
  organization: { id: organizationId, name: 'World Cup 2026' },
  orgAdmins: [{ id: 'user-2', name: 'Dick Advocaat', avatarUrl: null, chats: false, permissions: {} }],
  players: (['kovar', 'danley', 'julian', 'roshon'] as const satisfies Person[]).map((name, index) => ({
    ...person(name),
    number: index === 3 ? null : String(index + 1),
    position: 'MF',
  })),
  myPlayers: [],
  permissions: ['canEditTeam'],
  ...given,
})
const open = (given?: Partial<Team>, width?: 'phone') => {
  server.answers({ [route]: team(given) })
  const at = `/${organizationId}/${teamId}/teams`
  return showScreen(<TeamScreen />, { path: '/:orgId/:teamId/teams', at, ...(width && { width }) })
}

const ADD = 'POST /api/v1/addPlayersToTeam'
const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
let added = 0
/** The response to the first request is lost. */
function losesFirst() {
  if (added++ === 0) throw new Problem('busy')
  return { success: true, message: 'Added', added: 1, invited: 0 } as const
}
const REMOVE = 'POST /api/v1/removePlayer'
const otherTeam = `${organizationId}.t0000000000b`
/** A user who edits the players of two teams opens the actions of Matěj Kovář. */
async function actionsForMatej() {
  const known = coachOf(teamId, ['canEditPlayers'])
  known.organizations[0]?.teams.push(
    { id: otherTeam, name: 'U14 Hawks', permissions: ['canEditPlayers'] },
    { id: `${organizationId}.t0000000000c`, name: 'U13 Hawks', permissions: ['canEditPlayers'], archived: true },
  )
  server.answers({
    'GET /api/v1/playersAndTeams': known,
    [ADD]: { success: true, message: 'Added', added: 1, invited: 0 },
    [REMOVE]: { success: true, message: 'Removed' },
  })
  const { user } = open({ permissions: ['canEditPlayers'] })
  const actions = await screen.findByRole('button', { name: 'Actions for Matěj Kovář' })
  return async (action: string) => {
    await user.click(actions)
    await user.click(await screen.findByRole('menuitem', { name: action, hidden: true }))
    return { user, dialog: within(await screen.findByRole('dialog')) }
  }
}

it('moves a player to another team with number and position, and removes them from the old team’s events', async () => {
  const open = await actionsForMatej()
  const { user, dialog } = await open('Add to another team')
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Team' }), 'U14 Hawks')
  // Only active teams that the player is not on are offered.
  expect(dialog.queryByRole('option', { name: 'U12 Falcons' })).toBeNull()
  expect(dialog.queryByRole('option', { name: 'U13 Hawks' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('Matěj Kovář is now on U14 Hawks and no longer on Curaçao.')
  const playersToAdd = [{ playerId: playerId('d'), number: '1', position: 'MF' }]
  expect(server.asked(ADD)[0]?.body).toEqual({ orgUnitId: otherTeam, playersToAdd, addToUpcomingEvents: 'on' })
  expect(server.asked(REMOVE)[0]?.body).toEqual({
    ...{ teamId, playerId: playerId('d'), removeFromEvents: 'on' },
    removal: expect.stringMatching(/^r[0-9a-z]{11}$/) as unknown,
  })
})

it('moves the player back on Undo as before, and resumes an interrupted Undo', async () => {
  const open = await actionsForMatej()
  const { user, dialog } = await open('Add to another team')
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Team' }), 'U14 Hawks')
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }))
  const undo = () => screen.findByRole('button', { name: 'Undo' })
  let isBusy = true
  server.answers({
    [REMOVE]: () => {
      if (isBusy) throw new Problem('busy')
      return { success: true, message: 'Removed' }
    },
  })
  await user.click(await undo())
  await screen.findByText(/busy/)
  isBusy = false
  await user.click(await undo())
  await screen.findByText('1 player is now on Curaçao.')
  const { removal } = (server.asked(REMOVE)[0]?.body ?? {}) as { removal?: string }
  expect(server.asked(ADD).at(-1)?.body).toEqual({
    ...{ orgUnitId: teamId, playersToAdd: [{ playerId: playerId('d') }], removal },
  })
  expect(server.asked(REMOVE).at(-1)?.body).toEqual({
    ...{ teamId: otherTeam, playerId: playerId('d'), removeFromEvents: 'on' },
  })
})

it('offers no Undo where the player was on the other team before', async () => {
  const open = await actionsForMatej()
  server.answers({ [ADD]: { success: true, message: 'Added', added: 0, invited: 0 } })
  const { user, dialog } = await open('Add to another team')
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Team' }), 'U14 Hawks')
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('Matěj Kovář is now on U14 Hawks and no longer on Curaçao.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('adds a player to a second team without removing them from the first, if chosen', async () => {
  const open = await actionsForMatej()
  const { user, dialog } = await open('Add to another team')
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Team' }), 'U14 Hawks')
  await user.click(dialog.getByRole('checkbox', { name: 'Remove from Curaçao and its upcoming events' }))
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('Matěj Kovář is now on U14 Hawks.')
  expect(server.asked(ADD)[0]?.body).toMatchObject({ playersToAdd: [{ playerId: playerId('d') }] })
  expect(server.asked(REMOVE)).toEqual([])
})

it('restores a removed player on Undo by the id of the removal', async () => {
  const open = await actionsForMatej()
  const { user, dialog } = await open('Remove from team')
  await user.click(dialog.getByRole('button', { name: 'Remove from team' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Added')
  const removed = server.asked(REMOVE)[0]?.body
  expect(removed).toMatchObject({ teamId, playerId: playerId('d'), removeFromEvents: 'on' })
  const { removal } = removed as { removal: string }
  expect(removal).toMatch(/^r[0-9a-z]{11}$/)
  // They are not invited to other events.
  expect(server.asked(ADD)[0]?.body).toEqual({
    orgUnitId: teamId,
    playersToAdd: [{ playerId: playerId('d') }],
    removal,
  })
})

it('warns about an existing player of the same name, and adds that one instead', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditPlayers']),
    [ADD]: losesFirst,
    [INVITE]: { already: true },
    'GET /rest-api/teams/search/{orgId}': {
      teams: [{ id: otherTeam, name: 'U14 Hawks', archived: false }],
      players: [{ ...person('orkun'), teams: [0], tags: [], contacts: [] }],
    },
  })
  const { user } = open({ permissions: ['canEditPlayers'] })
  const add = () => screen.getByRole('button', { name: 'Add player' })
  await waitFor(() => expect(add()).not.toHaveAttribute('aria-disabled'))
  await user.click(add())
  const form = within(await screen.findByRole('dialog', { name: 'Add a player to Curaçao' }))
  await user.type(await form.findByRole('textbox', { name: 'First name' }), 'orkun')
  expect(form.queryByText(/is already in the club:/)).toBeNull()
  await user.type(form.getByRole('textbox', { name: 'Last name' }), 'kokcu')
  await form.findByText('Orkun Kökçü is already in the club: U14 Hawks.')
  await user.type(form.getByRole('textbox', { name: 'Parent’s name' }), 'Ece')
  const put = form.getByRole('button', { name: 'Add to this team' })
  await user.click(put)
  // A parent's name needs an email.
  const email = form.getByRole('textbox', { name: /^Parent’s e-mail/ })
  await waitFor(() => expect(email).toHaveFocus())
  expect([email.getAttribute('aria-invalid'), server.asked(ADD)]).toEqual(['true', []])
  await user.type(email, 'ece@home.example')
  await user.click(put)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Added')
  const onTeam = { playersToAdd: [{ playerId: person('orkun').id }] }
  expect(server.asked(ADD).map(({ body }) => body)).toMatchObject([onTeam, onTeam])
  await waitFor(() => expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue(''))
  await screen.findByText('ece@home.example is already this player’s family, or has been invited.')
  expect(server.asked(INVITE)).toMatchObject([
    {
      params: { playerId: person('orkun').id },
      body: { name: 'Ece', email: 'ece@home.example', relation: 'own', teamId, unlessReached: true },
    },
  ])
})

it('invites the parent of an added player by email, and says when that failed', async () => {
  let times = 0
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditPlayers']),
    'GET /rest-api/teams/search/{orgId}': { teams: [], players: [] },
    [ADD]: { success: true, message: 'Added', added: 1, invited: 0 },
    [INVITE]: () => {
      times += 1
      if (times === 2) throw new Problem('busy')
      if (times === 5) throw new Problem('too_many_invitations')
      return times === 4 ? { noMail: true } : {}
    },
  })
  const { user } = open({ permissions: ['canEditPlayers'] })
  const add = () => screen.getByRole('button', { name: 'Add player' })
  await waitFor(() => expect(add()).not.toHaveAttribute('aria-disabled'))
  await user.click(add())
  const form = within(await screen.findByRole('dialog', { name: 'Add a player to Curaçao' }))
  async function fill(firstName: string, parent: string, email: string) {
    const first = await form.findByRole('textbox', { name: 'First name' })
    await waitFor(() => expect(first).toHaveValue(''))
    await user.type(first, firstName)
    if (parent) await user.type(form.getByRole('textbox', { name: 'Parent’s name' }), parent)
    if (email) await user.type(form.getByRole('textbox', { name: /^Parent’s e-mail/ }), email)
    await user.click(form.getByRole('button', { name: 'Add player' }))
  }
  await fill('Zoe', 'Ana Falk', '')
  await form.findByText('Required.')
  await user.type(form.getByRole('textbox', { name: /^Parent’s e-mail/ }), 'ana')
  await user.click(form.getByRole('button', { name: 'Add player' }))
  await form.findByText('Invalid e-mail.')
  await user.type(form.getByRole('textbox', { name: /^Parent’s e-mail/ }), '@home.example')
  await user.click(form.getByRole('button', { name: 'Add player' }))
  await screen.findByText('An invitation is on its way to ana@home.example.')
  const [invited] = server.asked(INVITE)
  const zoe = { firstName: 'Zoe', lastName: '', number: '', position: '', bornOn: '' }
  expect(server.asked(ADD)[0]?.body).toMatchObject({ playersToAdd: [{ ...invited?.params, ...zoe }] })
  expect(JSON.stringify(server.asked(ADD)[0]?.body)).not.toContain('ana@')
  expect(invited?.body).toEqual({
    ...{ name: 'Ana Falk', email: 'ana@home.example', relation: 'own', teamId },
    invitationId: expect.stringMatching(/^invitedp[0-9a-z]{11}$/) as string,
  })
  await fill('Tom', '', 'eva@home.example')
  await screen.findByText(/^The player has been added, but eva@home\.example was not invited\. /)
  expect(server.asked(INVITE)[1]?.body).toMatchObject({ name: 'eva' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('An invitation is on its way to eva@home.example.')
  expect(server.asked(INVITE)[2]?.body).toEqual(server.asked(INVITE)[1]?.body)
  await fill('Kim', '', 'kim@home.example')
  await screen.findByText(/nobody was invited: kim@home\.example does not accept email/)
  await fill('Lea', '', '')
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(4))
  expect(server.asked(INVITE)).toHaveLength(4)
  // The form is empty by then, so the message has the email, and a button leads to where to invite.
  await fill('Tim', '', 'tia@home.example')
  await screen.findByText(/^The player has been added, but tia@home\.example was not invited\. Your club has sent many/)
  await user.click(screen.getAllByRole('button', { name: 'Family' }).at(-1)!)
  const { playerId } = server.asked(INVITE)[4]!.params
  await waitFor(() => expect(address()).toBe(`/family/${playerId}?o=${teamId}`))
})
