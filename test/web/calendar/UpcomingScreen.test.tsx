import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import UpcomingScreen from '#web/calendar/UpcomingScreen.tsx'
import { itIs, readerIn, show, standInServer } from '../answering.tsx'
import { card, invite, teamId, today } from '../people.ts'

const server = standInServer()
const READ = 'GET /api/v1/playerEvents'
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const at = (letter: string, name: string, start: string) => ({
  id: `${teamId}.e0000000000${letter}`,
  name,
  start,
  end: new Date(Date.parse(start) + 5_400_000).toISOString(),
})
const training = at('a', 'Training', '2026-11-21T18:30:00-06:00')
const match = at('b', 'Match', '2026-11-24T17:00:00-06:00')
const late = at('c', 'Late game', '2026-11-24T23:30:00-06:00')

beforeEach(() => {
  itIs('2026-11-21T12:00:00-06:00')
  server.answers({ 'GET /api/v1/today': today() })
})

it('lists the coming events of own players by the day it is where they are held', async () => {
  server.answers({
    [READ]: {
      events: [
        card(invite('roshon', 'Accepted', null, late.id), late),
        card(invite('danley', 'Pending', null, training.id), training),
        card(invite('danley', 'Declined', null, match.id), match),
      ],
    },
  })
  show(<UpcomingScreen />)
  expect(screen.getByText('Loading the coming events').getAttribute('role')).toBe('status')
  const days = await screen.findAllByRole('region')
  expect(document.title).toBe('Calendar · Touchline')
  expect(
    days.map((day) => [
      within(day).getByRole('heading', { level: 2 }).textContent,
      within(day)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ]),
  ).toEqual([
    ['Sat 21 NovToday', ['Training']],
    ['Tue 24 Nov', ['Match', 'Late game']],
  ])
  expect(server.asked(READ)[0]?.query['startUtc']).toBe('2026-11-21T06:00:00.000Z')
})

it('calls today what Today shows, also to a reader whose own date is another', async () => {
  readerIn('Australia/Sydney')
  itIs('2026-11-22T08:00:00+11:00')
  const here = at('a', 'Training', '2026-11-21T18:30:00-06:00')
  const next = at('b', 'Match', '2026-11-22T18:30:00-06:00')
  server.answers({
    [READ]: { events: [here, next].map((each) => card(invite('danley', 'Pending', null, each.id), each)) },
  })
  show(<UpcomingScreen />)
  const days = await screen.findAllByRole('heading', { level: 2 })
  expect(days.map(({ textContent }) => textContent)).toEqual(['Sat 21 NovToday', 'Sun 22 Nov'])
})

it('takes an answer where the event stands, at once, and tells Today', async () => {
  let answered = invite('danley', 'Pending', null, match.id)
  server.answers({
    [READ]: () => ({ events: [card(answered, match)] }),
    [ANSWER]: () => {
      answered = { ...answered, status: { value: 'Accepted' } }
      return answered
    },
  })
  const { user } = show(<UpcomingScreen />)
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
  await screen.findByRole('button', { name: 'Yes, Going' })
  await waitFor(() => expect(server.asked('GET /api/v1/today')).toHaveLength(1))
  expect(server.asked(ANSWER)[0]?.query['status']).toBe('Accepted')
  await screen.findByRole('button', { name: 'Note to coach' })
})

it('takes it back with an alert when it did not arrive', async () => {
  server.answers({
    [READ]: { events: [card(invite('danley', 'Pending', null, match.id), match)] },
    [ANSWER]: () => {
      throw new Problem('internal')
    },
  })
  const { user } = show(<UpcomingScreen />)
  await user.click(await screen.findByRole('button', { name: 'No' }))
  const alert = await screen.findByText('Error updating availability.')
  expect(alert.closest('[role=alert]')).not.toBeNull()
  await screen.findByRole('button', { name: 'No', pressed: false })
})

it('says what will stand there when nothing is planned', async () => {
  server.answers({ [READ]: { events: [] } })
  show(<UpcomingScreen />)
  await screen.findByText('Nothing planned in the next 60 days')
})

it('says that it could not load, and tries again', async () => {
  let broken = true
  server.answers({
    [READ]: () => {
      if (broken) throw new Problem('internal')
      return { events: [card(invite('danley', 'Pending', null, match.id), match)] }
    },
  })
  const { user } = show(<UpcomingScreen />)
  await screen.findByText('We could not load the coming events.')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Match')
})

it('shows fifty events of three players, each by its name', async () => {
  const names = ['danley', 'roshon', 'julian'] as const
  const events = Array.from({ length: 50 }, (_, day) => {
    const start = new Date(Date.parse('2026-11-21T18:30:00-06:00') + day * 86_400_000).toISOString()
    const given = { ...at('a', `Training ${day}`, start), id: `${teamId}.e00000000${String(day).padStart(3, '0')}` }
    return card(invite(names[day % 3] ?? 'danley', 'Pending', null, given.id), given)
  })
  server.answers({ [READ]: { events } })
  show(<UpcomingScreen />)
  expect(await screen.findAllByRole('article')).toHaveLength(50)
  expect(screen.getByRole('group', { name: 'Is Roshon van Eijma going to Training 49?' })).not.toBeNull()
})
