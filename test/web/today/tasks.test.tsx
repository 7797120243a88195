import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, playerId, playersAndTeams, today } from '../people.ts'

const server = standInServer()

it('shows the number of each player’s open tasks, with a link to them', async () => {
  const [mia, noa] = [playerId('mia'), playerId('noa')]
  server.answers({
    'GET /api/v1/today': {
      ...today(),
      dueTasks: [
        { playerId: mia, count: 2 },
        { playerId: noa, count: 1 },
      ],
    },
    'GET /api/v1/playersAndTeams': playersAndTeams({
      players: [
        { id: mia, name: 'Mia Moreno', orgUnits: [] },
        { id: noa, name: 'Noa Moreno', orgUnits: [] },
      ],
    }),
  })
  showScreen(<TodayScreen />)
  const tasksOf = (player: string) => expect.stringMatching(new RegExp(`/player/${player}$`))
  expect((await screen.findByRole('link', { name: 'Mia Moreno: 2 tasks to do' })).getAttribute('href')).toEqual(
    tasksOf(mia),
  )
  expect(screen.getByRole('link', { name: 'Noa Moreno: 1 task to do' }).getAttribute('href')).toEqual(tasksOf(noa))
})

describe('agreements', () => {
  const MINE = 'GET /rest-api/agreements/mine'
  const [mia, noa] = [playerId('mia'), playerId('noa')]
  const signed = { textVersion: 1, by: 'Ana Moreno', signedAt: '2026-11-01T12:00:00Z' }
  const minor = { firstName: 'Mia', lastName: 'Moreno', ofAge: false, mayAgree: true, signed: null }
  const agreement = (id: string, players: AnswerOf<typeof MINE>['agreements'][number]['players']) => ({
    id: `${organizationId}.${id}`,
    title: 'Waiver',
    textVersion: 1,
    since: '2026-10-01T12:00:00Z',
    club: { id: organizationId, name: 'Falcons FC' },
    players,
  })
  const answersFor = (session: { child?: true; players?: { id: string; name: string; orgUnits: [] }[] }) => ({
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': playersAndTeams({
      players: [{ id: mia, name: 'Mia Moreno', orgUnits: [] }],
      ...session,
    }),
    [MINE]: {
      agreements: [
        agreement('a', [
          { ...minor, id: mia, signed },
          { ...minor, id: noa },
        ]),
        agreement('b', [
          { ...minor, id: mia },
          { ...minor, id: noa },
        ]),
        agreement('c', [{ ...minor, id: mia, signed }]),
        // Only they themselves can sign it.
        agreement('d', [{ ...minor, id: noa, ofAge: true, mayAgree: false }]),
      ],
    },
  })

  it('that the reader can sign are counted, with a link to them', async () => {
    server.answers(answersFor({}))
    showScreen(<TodayScreen />)
    const link = await screen.findByRole('link', { name: '2 agreements to sign' })
    expect(link).toHaveAttribute('href', '/agreements')
    expect(screen.queryByText(/all caught up/)).toBeNull()
  })

  it.each<[string, Parameters<typeof answersFor>[0]]>([
    ['a child’s own account', { child: true }],
    ['somebody without players', { players: [] }],
  ])('are not requested for %s', async (_, session) => {
    server.answers(answersFor(session))
    showScreen(<TodayScreen />)
    expect(await screen.findByText(/all caught up/)).toBeVisible()
    expect(server.asked(MINE)).toEqual([])
  })
})
