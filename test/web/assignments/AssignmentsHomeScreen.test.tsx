import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import { address, standInServer } from '../fakeServer.tsx'
import { adminOf, coachOf, organizationId, playerId, playersAndTeams, profile, teamId, today } from '../people.ts'
import { open } from '../shell-open.tsx'
import { danley } from './tasks.ts'

type Own = AnswerOf<'GET /api/v1/playersAndTeams'>
const server = standInServer()
beforeEach(() => {
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /rest-api/assignment/organization/{orgUnitId}': { assignments: [], cursor: null },
    'GET /rest-api/assignment/player/{playerId}': { assignments: [], cursor: null, today: '2026-11-21' },
  })
})
const openFor = (own: Own) => {
  server.answers({ 'GET /api/v1/playersAndTeams': own })
  return open('/academy/assignment/organization')
}

const otters = `${organizationId}.t0000000000b`
const club = (own: Own) => own.organizations.slice(0, 1)
const plans = (id: string, name: string) => ({ id, name, permissions: ['canEditTeam' as const] })
const teams = [plans(teamId, 'U12 Falcons'), plans(otters, 'U10 Otters')]
const coach = playersAndTeams({ organizations: club(coachOf()).map((each) => ({ ...each, teams })) })
const admin = adminOf(['canEditTeam'], teams)
const elsewhere = (id: string, given: Partial<Own['organizations'][number]>) =>
  club(coachOf()).map((each) => ({ ...each, id, name: 'Lakeside', teams: [], ...given }))
const withPlayer = { players: [{ id: danley, name: 'Danley', orgUnits: [] }] }
const unseen = { id: playerId('b'), name: 'Ada', orgUnits: [], lacks: ['sees' as const] }

it.each<[who: string, own: Own, to: string]>([
  ['an administrator of one club to the whole club’s', admin, `/academy/assignment/${organizationId}/organization`],
  [
    'an administrator of one club, in another one without a team, to the whole club’s',
    { ...admin, organizations: [...elsewhere('o0000000000b', {}), ...admin.organizations] },
    `/academy/assignment/${organizationId}/organization`,
  ],
  [
    'a coach of one team to the team’s',
    coachOf(teamId, ['canEditTeam']),
    `/academy/assignment/${organizationId}/${teamId}/organization`,
  ],
  [
    'a guardian who may not see the data of their first player, to the next player',
    playersAndTeams({ players: [unseen, ...withPlayer.players] }),
    `/academy/assignment/organization/${organizationId}/player/${danley}`,
  ],
  [
    'a parent, even as an administrator of the club, to their first player’s',
    { ...admin, ...withPlayer },
    `/academy/assignment/organization/${organizationId}/player/${danley}`,
  ],
])('redirects %s assignments, on a device without a selection', async (_, own, expected) => {
  openFor(own)
  await waitFor(() => expect(address()).toBe(expected))
  await screen.findByRole('heading', { name: 'Assignments' })
})

it.each<[several: string, own: Own]>([
  ['several teams', coach],
  [
    'several clubs',
    { ...admin, organizations: [...admin.organizations, ...elsewhere('o0000000000b', { orgAdmin: true })] },
  ],
])('lets a coach or administrator of %s choose, and then redirects', async (_, own) => {
  const { user } = openFor(own)
  await user.click(await screen.findByRole('button', { name: 'Choose' }))
  expect(screen.queryByText('Nothing to do here')).toBeNull()
  const selector = within(await screen.findByRole('dialog', { name: 'Players and teams' }))
  await user.click(await selector.findByRole('button', { name: /^U10 Otters/ }))
  await waitFor(() => expect(address()).toBe(`/academy/assignment/${organizationId}/${otters}/organization`))
})

it('redirects a coach from the club’s assignments to their team’s', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditTeam']) })
  open(`/academy/assignment/${organizationId}/organization`)
  await waitFor(() => expect(address()).toBe(`/academy/assignment/${organizationId}/${teamId}/organization`))
  await screen.findByText('No open assignments')
})

it.each<[who: string, players: Own['players']]>([
  ['has no players', []],
  ['may not see the data of their player', [unseen]],
])('shows an empty state to a user who %s, and has no teams', async (_, players) => {
  openFor(playersAndTeams({ players }))
  expect(await screen.findByText('Nothing to do here')).toBeVisible()
})
