import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { Flag } from '#shared/permissions.ts'
import type { AnswerOf } from '#web/api.ts'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import SettingsScreen from '#web/settings/SettingsScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from '../fakeServer.tsx'
import { clubDetails } from '../clubDetails.ts'
import { adminOf, coachOf, organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const READ = 'GET /rest-api/families/person/{orgId}/{userId}'
const REMOVE = 'POST /rest-api/families/person/{orgId}/{userId}/remove'
const all: AnswerOf<typeof READ> = {
  runs: true,
  teams: [{ id: teamId, name: 'U12 Falcons' }],
  players: [
    { ...person('danley'), plays: [] },
    { ...person('julian'), plays: [] },
  ],
  following: [person('roshon')],
  invitations: 1,
  tokens: 2,
  why: null,
}
const permissions: Flag[] = ['canEditAdministrators', 'canEditPlayers']
const listed = (id: string, name: string) => ({ id, name, avatarUrl: null, permissions })

type Who = ReturnType<typeof adminOf>
function administrators(unit: string, mine: Who, more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': mine,
    'GET /rest-api/organization/details/{orgId}': { ...clubDetails, permissions },
    'GET /rest-api/organization/administrators/{orgUnitId}': {
      name: 'Riverside FC',
      administrators: [listed('user-1', 'Ann Jean Jacques'), listed('kim', 'Kim Lee')],
      invitations: [],
    },
    [READ]: all,
    [REMOVE]: {},
    ...more,
  })
  return showInShell(<SettingsScreen />, { path: '/settings/:id/:page', at: `/settings/${unit}/administrators` })
}
type User = ReturnType<typeof administrators>['user']
const choice = async (user: User, of: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${of}` }))
  return screen.findByRole('menuitem', { name: /^Remove from the club/, hidden: true })
}

describe('a club administrator', () => {
  it('sees everything that removing a person affects before confirming it', async () => {
    const { user } = administrators(organizationId, adminOf(permissions))
    await user.click(await choice(user, 'Kim Lee'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Kim Lee from the club?' }))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Their club rights end.',
      'They no longer coach: U12 Falcons.',
      'Their family access ends: Danley Jean Jacques and Julián Quiñones.',
      'They no longer follow: Roshon van Eijma.',
      '1 open invitation to their address is withdrawn.',
      '2 of their programs can no longer read data here.',
      'They leave all of the club’s conversations, and their calendar links no longer show it.',
    ])
    expect(dialog.getByText(/^Anything owed is still owed\./)).toBeVisible()
    expect(server.asked(REMOVE)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Remove from the club' }))
    await screen.findByText('Kim Lee has been removed from the club.')
    expect(server.asked(REMOVE).map(({ params }) => params)).toEqual([{ orgId: organizationId, userId: 'kim' }])
  })

  describe('is asked whether players without other family also leave their teams', () => {
    const otters = { id: `${organizationId}.t0000000000b`, name: 'U14 Otters' }
    const falcons = { id: teamId, name: 'U12 Falcons' }
    const OFF = 'POST /api/v1/removePlayer'
    const BACK = 'POST /api/v1/addPlayersToTeam'
    const [danley, julian] = [person('danley'), person('julian')]
    async function asked() {
      const players = [
        { ...danley, plays: [falcons, otters] },
        { ...julian, plays: [] },
      ]
      const done = { success: true, message: '' }
      const { user } = administrators(organizationId, adminOf(permissions), {
        [READ]: { ...all, players },
        [OFF]: done,
        [BACK]: { ...done, added: 1, invited: 0 },
      })
      await user.click(await choice(user, 'Kim Lee'))
      const first = within(await screen.findByRole('dialog', { name: 'Remove Kim Lee from the club?' }))
      expect(
        first.getByText(
          /You are asked next whether players who have no other family here should leave their teams too/,
        ),
      ).toBeVisible()
      await user.click(first.getByRole('button', { name: 'Remove from the club' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Remove their players from the teams too?' }))
      expect(server.asked(REMOVE)).toHaveLength(1)
      return { user, dialog }
    }

    it('and removes them from each team, with undo', async () => {
      const { user, dialog } = await asked()
      expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Danley Jean Jacques: removed from U12 Falcons and U14 Otters and from upcoming events.',
      ])
      await user.click(dialog.getByRole('button', { name: 'Remove from the teams' }))
      await screen.findByText('Removed from 2 teams.')
      const off = server.asked(OFF).map(({ body }) => body as { teamId: string; removal: string })
      expect(off).toMatchObject(
        [falcons, otters].map(({ id }) => ({ teamId: id, playerId: danley.id, removeFromEvents: 'on' })),
      )
      expect(new Set(off.map(({ removal }) => removal)).size).toBe(2)
      await user.click(screen.getByRole('button', { name: 'Undo' }))
      await screen.findByText('Back on 2 teams.')
      expect(server.asked(BACK).map(({ body }) => body)).toMatchObject(
        off.map(({ teamId: orgUnitId, removal }) => ({ orgUnitId, playersToAdd: [{ playerId: danley.id }], removal })),
      )
    })

    it('and keeps them on the teams', async () => {
      const { user, dialog } = await asked()
      await user.click(dialog.getByRole('button', { name: 'Keep on the teams' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(server.asked(OFF)).toEqual([])
    })
  })

  it('cannot remove a person with more rights, and sees why', async () => {
    const { user } = administrators(organizationId, adminOf(permissions), { [READ]: { ...all, why: 'beyond_rights' } })
    await user.click(await choice(user, 'Kim Lee'))
    await screen.findByText(/^Kim Lee has rights here that you do not have/)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.asked(REMOVE)).toEqual([])
  })

  it.each([
    ['has left in the meantime', 'not_found', 'Kim Lee is no longer part of this club.'],
    ['cannot be read', 'busy', 'Touchline is busy. Please try again in a moment.'],
  ] as const)('sees the error when the person %s', async (_, code, said) => {
    const { user } = administrators(organizationId, adminOf(permissions), {
      [READ]: () => Promise.reject(new Problem(code)),
    })
    await user.click(await choice(user, 'Kim Lee'))
    expect(await screen.findByText(said)).toBeVisible()
  })

  it('can only leave themselves, role by role', async () => {
    const { user } = administrators(organizationId, adminOf(permissions))
    await user.click(await screen.findByRole('button', { name: 'Actions for Ann Jean Jacques' }))
    await screen.findByRole('menuitem', { name: /^Leave/, hidden: true })
    expect(screen.queryByRole('menuitem', { name: /^Remove from the club/, hidden: true })).toBeNull()
  })
})

it('an administrator of only a team sees why they cannot remove a person from the club', async () => {
  const { user } = administrators(teamId, coachOf(teamId, permissions))
  const item = await choice(user, 'Kim Lee')
  expect(item.textContent).toContain(
    'Only administrators and coaches with the right “Edit administrators” can do this.',
  )
  await user.click(item)
  expect(server.asked(READ)).toEqual([])
})

describe('the family page', () => {
  const READ_FAMILY = 'GET /rest-api/families/player/{playerId}'
  const player = person('danley')
  const pat: AnswerOf<typeof READ_FAMILY>['people'][number] = {
    ...{ userId: 'pat', name: 'Pat Kim', avatarUrl: null, relation: 'own', email: null, isYou: false },
    ...{ isPlayers: false, hidden: false, mayRemove: true, lacks: [] },
  }
  function open(mine: Who) {
    server.answers({
      'GET /api/v1/playersAndTeams': mine,
      [READ_FAMILY]: { player, manages: true, people: [pat], invitations: [], contacts: [] },
      [READ]: {
        ...all,
        runs: false,
        teams: [],
        players: [{ ...player, plays: [] }],
        following: [],
        invitations: 0,
        tokens: 0,
      },
      [REMOVE]: {},
    })
    return showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
  }
  const name = 'Remove from the club Pat Kim'

  it('lets a club administrator remove a family member from the club', async () => {
    const { user } = open(adminOf(permissions))
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Pat Kim from the club?' }))
    expect(dialog.getAllByRole('listitem')[0]?.textContent).toBe('Their family access ends: Danley Jean Jacques.')
    await user.click(dialog.getByRole('button', { name: 'Remove from the club' }))
    await waitFor(() => expect(server.asked(REMOVE).map(({ params }) => params['userId'])).toEqual(['pat']))
    await screen.findByText('Pat Kim has been removed from the club.')
  })

  it('does not offer it to a user who may only edit players', async () => {
    open(adminOf(['canEditPlayers']))
    await screen.findByRole('button', { name: 'Remove access Pat Kim' })
    expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
