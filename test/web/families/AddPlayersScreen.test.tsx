import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import AddPlayersScreen from '#web/families/AddPlayersScreen.tsx'
import { address, standInServer } from '../fakeServer.tsx'
import { clubDetails } from '../clubDetails.ts'
import { organizationId, playerId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { SameThread } from './sameThread.ts'

const CHECK = 'POST /rest-api/families/imports/{orgUnitId}/check'
const READ = 'GET /rest-api/families/imports/{orgUnitId}/{importId}'
const ROWS = 'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows'
const server = standInServer()
type Row = {
  row: number
  teamId?: string
  number?: string
  firstName: string
  lastName: string
  guardians: unknown[]
  household?: string
  is?: string
}
const sent = () => server.asked(ROWS).flatMap(({ body }) => (body as { rows: Row[] }).rows)

let under: AnswerOf<typeof READ>
beforeEach(() => {
  vi.stubGlobal('Worker', SameThread)
  under = {
    id: 'importimport0001',
    name: '',
    startedAt: '2026-11-21T18:00:00Z',
    state: 'done',
    rows: 2,
    done: 2,
    added: 2,
    changed: 0,
    same: 0,
    kept: 0,
    refused: [],
  }
})

const otherTeam = `${organizationId}.t0000000000b`
type Flags = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations'][number]['permissions']
const club = {
  id: organizationId,
  name: 'Springfield FC',
  orgAdmin: true,
  permissions: ['canEditPlayers'] satisfies Flags,
  teams: [
    { id: teamId, name: 'U12 Falcons', permissions: [] },
    { id: otherTeam, name: 'U10 Bears', permissions: [] },
    { id: `${organizationId}.t0000000000c`, name: 'U9 Cubs', permissions: [], archived: true },
  ],
  academyEnabled: false,
  customRegistrationEnabled: false,
}
type Opened = { permissions?: Flags; at?: string }
function open({ permissions = club.permissions, at = `/o/${organizationId}/addPlayers` }: Opened = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': {
      players: [],
      following: [],
      organizations: [{ ...club, permissions }],
    },
    'GET /rest-api/organization/details/{orgId}': clubDetails,
    'GET /rest-api/families/imports/{orgUnitId}': { imports: [] },
    [CHECK]: ({ body }) => ({
      rows: (body as { rows: Row[] }).rows.map(({ row, firstName, is }) => {
        const nobody = { row, player: null, changes: [], among: [] }
        if (firstName === 'Mia' && is === undefined) {
          const mia = (letter: string, bornOn: string) => ({
            id: playerId(letter),
            name: 'Mia Kim',
            bornOn,
            teams: ['U12 Falcons'],
          })
          return { ...nobody, does: 'unclear' as const, among: [mia('a', '2014-05-01'), mia('b', '2015-05-01')] }
        }
        if (firstName === 'Leo')
          return { ...nobody, does: 'change' as const, changes: [{ what: 'number' as const, from: '7', to: '8' }] }
        return { ...nobody, does: firstName === 'Old' ? ('same' as const) : ('new' as const) }
      }),
    }),
    'POST /rest-api/families/imports/{orgUnitId}': () => under,
    [ROWS]: {},
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/start': () => under,
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo': () => {
      under = { ...under, state: 'undone' }
      return under
    },
    [READ]: () => under,
  })
  return showInShell(<AddPlayersScreen />, { path: '/o/:unitId/addPlayers', at })
}

async function paste(user: UserEvent, text: string) {
  await user.click(await screen.findByRole('textbox', { name: 'Paste a table' }))
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: 'Use this table' }))
  await screen.findByRole('list', { name: 'Columns' })
}
const check = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Check' }))
const press = async (user: UserEvent, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

it('maps the columns of a pasted table, and previews each row before importing', async () => {
  const { user } = open()
  await screen.findByRole('heading', { level: 1, name: 'Add players to Springfield FC' })
  await paste(user, 'Equipo;Nombre;Apellidos;Dorsal\nU12 falcons;Łukasz;Gómez;10\n;Old;Moreno;\n;Leo;Moreno;8\n')
  expect(screen.getByRole('combobox', { name: 'Equipo' })).toHaveProperty('value', 'team')
  expect(screen.getByRole('combobox', { name: 'Apellidos' })).toHaveProperty('value', 'lastName')
  await check(user)
  await screen.findByText('1 new')
  // Keyboard focus moves to this step, not to the top of the page.
  await vi.waitFor(() => expect(screen.getByRole('group', { name: 'Add players' })).toHaveFocus())
  expect(screen.getByText('1 changed')).toBeDefined()
  expect(screen.getByText('1 already there')).toBeDefined()
  expect(screen.getByText('Number: 7 → 8')).toBeDefined()
  expect(server.asked(ROWS)).toEqual([])
  await press(user, 'Import 2 players')
  await screen.findByText('2 players imported.')
  expect(screen.getByRole('link', { name: 'Invite families' })).toHaveAttribute(
    'href',
    `/o/${organizationId}/inviteFamilies`,
  )
  expect(screen.getByText('The families have not been emailed yet.')).toBeDefined()
  expect(sent()).toEqual([
    { row: 2, firstName: 'Łukasz', lastName: 'Gómez', number: '10', teamId, guardians: [] },
    { row: 4, firstName: 'Leo', lastName: 'Moreno', number: '8', guardians: [] },
  ])
  expect(address()).toMatch(/\?import=[a-z0-9]{32}$/)
})

it('maps the club’s custom fields by name, and has invalid answers corrected', async () => {
  const { user } = open()
  await paste(user, 'Player name,Shirt size\nNia Diaz,s\nMax Roy,XXL\n')
  expect(screen.getByRole('combobox', { name: 'Shirt size' })).toHaveProperty('value', 'own_shirt')
  await check(user)
  const field = await screen.findByRole('textbox', { name: 'Shirt size' })
  await user.clear(field)
  await user.type(field, 'S')
  await press(user, 'Fix')
  await press(user, 'Import 2 players')
  await waitFor(() =>
    expect(sent()).toEqual([
      { row: 2, firstName: 'Nia', lastName: 'Diaz', guardians: [], fields: { shirt: 'S' } },
      { row: 3, firstName: 'Max', lastName: 'Roy', guardians: [], fields: { shirt: 'S' } },
    ]),
  )
})

it('lets the user assign an unknown column', async () => {
  const { user } = open()
  await paste(user, 'Player name,Shoe\nNia Diaz,7\n')
  expect(screen.getByRole('combobox', { name: 'Shoe' })).toHaveProperty('value', '')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shoe' }), 'Number')
  await check(user)
  await press(user, 'Import 1 player')
  await waitFor(() =>
    expect(sent()).toEqual([{ row: 2, firstName: 'Nia', lastName: 'Diaz', number: '7', guardians: [] }]),
  )
})

it('lists invalid rows with the reason, and lets the user correct or skip them', async () => {
  const { user } = open()
  await paste(
    user,
    'Name,Born,Team\nNia Diaz,31/31/2014,\nZoe Kim,2014-02-02,U12 Hawks\n,2014-02-02,\nMax Li,2014-03-03,\n',
  )
  await check(user)
  const bad = within(await screen.findByRole('region', { name: 'To fix' }))
  expect(bad.getByRole('heading').textContent).toBe('2 rows to fix')
  expect(bad.getByText('We cannot read this as a date. Write it as 2014-05-31.')).toBeDefined()
  await user.clear(bad.getByRole('textbox', { name: 'Date of birth' }))
  await user.type(bad.getByRole('textbox', { name: 'Date of birth' }), '31 Dec 2014{Enter}')
  await user.click(bad.getByRole('button', { name: 'Skip all of these' }))
  // A skipped row can be restored.
  await press(user, 'Use the skipped rows')
  expect(screen.queryByText('1 skipped')).toBeNull()
  const again = within(await screen.findByRole('region', { name: 'To fix' }))
  await user.click(again.getByRole('button', { name: 'Skip' }))
  await user.selectOptions(screen.getByRole('combobox', { name: '“U12 Hawks”, in 1 row' }), 'U12 Falcons')
  expect(await screen.findByText('1 skipped')).toBeDefined()
  await press(user, 'Import 3 players')
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent().map(({ row, ...rest }) => [row, rest])).toEqual([
    [2, { firstName: 'Nia', lastName: 'Diaz', bornOn: '2014-12-31', guardians: [] }],
    [3, { firstName: 'Zoe', lastName: 'Kim', bornOn: '2014-02-02', teamId, guardians: [] }],
    [5, { firstName: 'Max', lastName: 'Li', bornOn: '2014-03-03', guardians: [] }],
  ])
})

it('groups players into a household only when the user confirms it', async () => {
  const { user } = open()
  await paste(user, 'Name,Parent email\nNia Diaz,pat@kim.example\nZoe Diaz,Pat@Kim.example\nMax Li,li@kim.example\n')
  await check(user)
  const household = await screen.findByRole('switch', { name: 'Nia Diaz and Zoe Diaz: one family' })
  expect(household).toHaveProperty('checked', false)
  await user.click(household)
  await press(user, 'Import 3 players')
  await waitFor(() => expect(sent()).toHaveLength(3))
  const households = new Map(sent().map(({ firstName, household }) => [firstName, household]))
  expect(households.get('Max')).toBeUndefined()
  expect(households.get('Nia')).toMatch(/^[\w-]+$/)
  expect(households.get('Nia')).toBe(households.get('Zoe'))
})

it('asks which player is meant when names are ambiguous, and skips repeated rows', async () => {
  const { user } = open()
  await paste(user, 'Name\nMia Kim\nNia Diaz\nnia  díaz\n')
  await check(user)
  await user.click(await screen.findByRole('radio', { name: /2015/ }))
  expect(screen.getByText('nia díaz: line 4 is the same as line 3')).toBeDefined()
  await press(user, 'Another child')
  await press(user, 'Import 3 players')
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent().map(({ row, is }) => [row, is])).toEqual([
    [3, undefined],
    [4, 'new'],
    [2, playerId('b')],
  ])
})

it('adds a player of several teams to each of them, and offers no archived team', async () => {
  const { user } = open()
  await paste(user, 'Name,Team,Number\nNia Diaz,"U10 Bears, U12 Falcons","2, 77"\nLeo Kim,"U10 Bears, U11",7\n')
  await check(user)
  const which = within(await screen.findByRole('combobox', { name: /U11/ }))
  const offered = which.getAllByRole('option').map(({ textContent }) => textContent)
  expect(offered.filter((name) => name.startsWith('U'))).toEqual(['U12 Falcons', 'U10 Bears'])
  await press(user, 'Import 1 player')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(({ row, teamId: id, number }) => [row, id, number])).toEqual([
    [2, otherTeam, '2'],
    [2, teamId, '77'],
  ])
})

it('undoes an import after confirmation, and can be opened by the import’s address', async () => {
  const { user } = open({ at: `/o/${organizationId}/addPlayers?import=importimport0001` })
  await press(user, 'Undo the import')
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' })
  await user.click(within(dialog).getByRole('button', { name: 'Undo the import' }))
  expect(await screen.findByText('The import has been undone: the club is as it was before.')).toBeDefined()
})

it('lets a few players be typed, on one team', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: 'Type a few' }))
  expect(screen.getByText('Type a name first.')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'U12 Falcons')
  await user.type(screen.getAllByRole('textbox', { name: 'First name' })[0] as HTMLElement, 'Nia')
  await check(user)
  await press(user, 'Import 1 player')
  await waitFor(() => expect(sent()).toEqual([{ row: 1, firstName: 'Nia', lastName: '', teamId, guardians: [] }]))
})

it('says why a user without the right cannot add players', async () => {
  open({ permissions: ['canEditEvents'] })
  expect(await screen.findByText(/Edit players|edit players|right/)).toBeDefined()
  expect(screen.queryByRole('tab')).toBeNull()
})

it('says that a file contains no table', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('textbox', { name: 'Paste a table' }))
  await user.paste('\u0000\u0000')
  await press(user, 'Use this table')
  expect(await screen.findByText('We cannot find a table in this file. Save it as CSV and try again.')).toBeDefined()
})

it('in a team’s import lists rows of other teams, and links to the club’s import', async () => {
  const { user } = open({ at: `/o/${teamId}/addPlayers` })
  await paste(user, 'Name,Team\nNia Diaz,U12 Falcons\nMax Roy,U14 Hawks\n')
  await check(user)
  const others = within(await screen.findByRole('region', { name: 'Rows for other teams' }))
  // In a team's import every player is on the team.
  const choices = others.getAllByRole('option').map(({ textContent }) => textContent)
  expect(choices).not.toContain('No Team Assigned')
  const all = others.getByRole('link', { name: 'Import the table for all of the club’s teams' })
  expect(all.getAttribute('href')).toBe(`/o/${organizationId}/addPlayers`)
  expect(screen.queryByText('Teams that do not exist in the club')).toBeNull()
})

it('asks before leaving a checked table until its import has started', async () => {
  const { user } = open()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await paste(user, 'Name\nNia Diaz\n')
  expect(asks()).toBe(false)
  await check(user)
  await screen.findByText('1 new')
  await waitFor(() => expect(asks()).toBe(true))
  await press(user, 'Import 1 player')
  await screen.findByText('2 players imported.')
  expect(asks()).toBe(false)
})
