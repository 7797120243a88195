import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { address, standInServer } from './fakeServer.tsx'
import { coachOf, organizationId as orgId, playersAndTeams, profile, teamId, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const unauthorized = 'Unauthorized to access this team or organization'
const coach = coachOf()
const family = playersAndTeams({ players: [{ id: `${orgId}.p0000000000a`, name: 'Ana', orgUnits: [] }] })
beforeEach(() => {
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': coach,
  })
})

test.each(['the list', 'the refusal'])(
  'the selector reopens for a team that is not the user’s, when %s comes first',
  async (first) => {
    const come = { list: Promise.withResolvers<void>(), refusal: Promise.withResolvers<void>() }
    server.answers({
      'GET /api/v1/playersAndTeams': async () => {
        await come.list.promise
        return coach
      },
      'GET /api/v1/team/{teamId}': async () => {
        await come.refusal.promise
        throw new Problem('not_allowed')
      },
    })
    open(`/o0000000000z/o0000000000z.t0000000000z/teams`)
    if (first === 'the list') {
      come.list.resolve()
      await screen.findByText(unauthorized)
    }
    come.refusal.resolve()
    await waitFor(() => expect(address()).toBe('/forbidden'))
    come.list.resolve()
    await screen.findByText(unauthorized)
    await screen.findByRole('dialog', { name: 'Players and teams' })
    expect(screen.getAllByText(unauthorized)).toHaveLength(1)
  },
)

test('a team that was just taken away is not offered again in the selector', async () => {
  const gone = Promise.withResolvers<void>()
  server.answers({
    'GET /api/v1/team/{teamId}': async () => {
      await gone.promise
      throw new Problem('not_allowed')
    },
  })
  open(`/${orgId}/${teamId}/teams`)
  await screen.findByRole('button', { name: /^U12 Falcons/ })
  server.answers({ 'GET /api/v1/playersAndTeams': family })
  gone.resolve()
  const selector = await screen.findByRole('dialog', { name: 'Players and teams' })
  expect(selector).toHaveTextContent('Ana')
  expect(document.body).not.toHaveTextContent('U12 Falcons')
})

test.each([
  ['coach', coach],
  ['family', family],
])('whether a %s may see the club’s library is left to the server', async (_, people) => {
  server.answers({
    'GET /api/v1/playersAndTeams': people,
    'GET /rest-api/academy/storage/organization/{orgId}': () => new Promise<never>(() => undefined),
  })
  open(`/academy/storage/${orgId}/organization`)
  await screen.findByRole('button', { name: /^(U12 Falcons|My Players)/ })
  await waitFor(() => expect(server.asked('GET /api/v1/playersAndTeams')).not.toHaveLength(0))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByText(unauthorized)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
