import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import AgreementsScreen from '#web/agreements/AgreementsScreen.tsx'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import type { Key } from '#web/api.ts'
import AssignmentsScreen from '#web/assignments/AssignmentsScreen.tsx'
import NewEventScreen from '#web/calendar/NewEventScreen.tsx'
import CreateTeamScreen from '#web/teams/CreateTeamScreen.tsx'
import TeamScreen from '#web/teams/TeamScreen.tsx'
import { otherAnswers, listing } from './academy/items.ts'
import { type FakeAnswers, standInServer } from './fakeServer.tsx'
import { at, trainer } from './assignments/tasks.ts'
import { adminOf, clubOf, coachOf, organizationId, teamId } from './people.ts'
import { showInShell } from './settings/inShell.tsx'

/** A retry after a lost response reuses the id of the draft; discarding the draft gives the next one a new id. */

const server = standInServer()
const GIVE = 'POST /rest-api/assignment/organization/{orgUnitId}'
const WRITE = 'POST /rest-api/agreements/club/{orgId}'
const ADD = 'POST /api/v1/addPlayersToTeam'
const CREATE = 'POST /rest-api/teams/create/{orgId}'
const PUT_IN = 'POST /rest-api/academy/storage/organization'
const EVENT = 'POST /rest-api/calendar/events/{orgUnitId}'
const losesReply = () => {
  throw new Problem('busy')
}

type Body = { id?: string; part?: string; teamId?: string; eventId?: string; playersToAdd?: { playerId: string }[] }
const idIn = ({ id, part, teamId: team, eventId, playersToAdd }: Body) =>
  id ?? part ?? team ?? eventId ?? playersToAdd?.[0]?.playerId
type User = ReturnType<typeof showInShell>['user']
async function press(user: User, name: string): Promise<void> {
  const button = () => screen.getAllByRole('button', { name })[0] as HTMLElement
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
  await user.click(button())
  await screen.findByRole('dialog')
}
const assignments = {
  answers: {
    'GET /api/v1/playersAndTeams': trainer(),
    'GET /rest-api/assignment/organization/{orgUnitId}': { assignments: [], cursor: null },
    'GET /rest-api/assignment/assignees/{orgUnitId}': { teams: [{ id: teamId, name: 'U12 Falcons' }], players: [] },
    [GIVE]: losesReply,
  } satisfies FakeAnswers,
  open: () => showInShell(<AssignmentsScreen />, at.coach),
  begin: (user: User) => press(user, 'New assignment'),
  fields: [/^Name/, /^What to do/],
  route: GIVE as Key,
  sent: 'Assign',
}
const agreements = {
  answers: {
    'GET /api/v1/playersAndTeams': adminOf(['canManageRegistration']),
    'GET /rest-api/agreements/club/{orgId}': { name: 'Riverside FC', agreements: [] },
    [WRITE]: losesReply,
  } satisfies FakeAnswers,
  open: () => showInShell(<AgreementsScreen />, { path: '/agreements/:id?', at: `/agreements/${organizationId}` }),
  begin: (user: User) => press(user, 'New agreement'),
  fields: [/^Title/, /^Text/],
  route: WRITE as Key,
  sent: 'Ask families',
}
const players = {
  answers: {
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditPlayers']),
    'GET /api/v1/team/{teamId}': {
      ...{ id: teamId, name: 'Curaçao', archived: false, dateArchived: null, isOrganization: false as const },
      ...{ isRosterVisible: true, season: '', color: '', sport: { name: 'Soccer', fieldLabel: 'Field' } },
      organization: { id: organizationId, name: 'World Cup 2026' },
      ...{ orgAdmins: [], players: [], myPlayers: [], permissions: ['canEditPlayers'] },
    },
    [ADD]: losesReply,
  } satisfies FakeAnswers,
  open: () => showInShell(<TeamScreen />, { path: '/:orgId/:teamId/teams', at: `/${organizationId}/${teamId}/teams` }),
  begin: (user: User) => press(user, 'Add player'),
  fields: [/^First name/],
  route: ADD as Key,
  sent: 'Add player',
}
const teams = {
  answers: {
    'GET /api/v1/playersAndTeams': adminOf(['canAddNewTeams']),
    'GET /api/v1/orgOverview/{orgId}': clubOf([], {
      permissions: ['canAddNewTeams'],
      licenses: { given: 3, used: 0, licensesRemaining: 3 },
    }),
    [CREATE]: losesReply,
  } satisfies FakeAnswers,
  open: () => showInShell(<CreateTeamScreen />, { path: '/createteam/:orgId', at: `/createteam/${organizationId}` }),
  begin: undefined,
  fields: [/^Name/],
  route: CREATE as Key,
  sent: 'Create team',
}
const folders = {
  answers: {
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    'GET /rest-api/academy/storage/organization/{orgId}': listing([]),
    [PUT_IN]: losesReply,
  } satisfies FakeAnswers,
  open: () =>
    showInShell(<StorageScreen />, {
      path: '/academy/storage/:orgId/:teamId?/organization/:folderId?',
      at: `/academy/storage/${organizationId}/organization`,
    }),
  async begin(user: User) {
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New folder', hidden: true }))
    await screen.findByRole('dialog')
  },
  fields: [/^Name/],
  route: PUT_IN as Key,
  sent: 'Add',
}
const events = {
  answers: {
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event-types/{orgId}': {
      types: [{ id: 'practice', name: 'Practice', color: '#2b8a3e' }],
      ...{ revision: 0, timezone: 'America/Chicago' },
    },
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [EVENT]: losesReply,
  } satisfies FakeAnswers,
  open: () => {
    const at = `/${organizationId}/${teamId}/calendar/new`
    return showInShell(<NewEventScreen />, { path: '/:orgId/:teamId?/calendar/new', at })
  },
  begin: undefined,
  fields: [/^Name/],
  route: EVENT as Key,
  sent: 'Add event',
}

it.each([
  ['an assignment', assignments],
  ['an agreement', agreements],
  ['a player', players],
  ['a team', teams],
  ['a folder of the library', folders],
  ['an event', events],
])(
  '%s is sent again with the same id until its draft is discarded',
  async (_what, { answers, open, begin: opens, fields, route, sent }) => {
    server.answers(answers)
    const ids = () => server.asked(route).map(({ body }) => idIn(body as Body))
    const begin = async () => {
      const shown = open()
      await opens?.(shown.user)
      const form = within(opens ? screen.getByRole('dialog') : document.body)
      await form.findByRole('textbox', { name: fields[0] })
      return { ...shown, form }
    }
    type Shown = Awaited<ReturnType<typeof begin>>
    const type = async ({ form, user }: Shown) => {
      for (const name of fields) await user.type(form.getByRole('textbox', { name }), 'Homework')
    }
    const send = async ({ form, user }: Shown) => {
      const before = ids().length
      const send = form.getByRole('button', { name: sent })
      await user.click(send)
      await waitFor(() => expect(ids().length).toBeGreaterThan(before))
      await waitFor(() => expect(send).not.toHaveAttribute('aria-busy'))
    }
    const first = await begin()
    await type(first)
    await send(first)
    first.unmount()
    const again = await begin()
    await send(again)
    again.unmount()
    const anew = await begin()
    await anew.user.click(anew.form.getByRole('button', { name: 'Discard' }))
    await type(anew)
    await send(anew)
    const [one, same, other] = ids()
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  },
)
