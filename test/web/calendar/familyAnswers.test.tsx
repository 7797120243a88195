import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, card, coachOf, event, invite, person, playersAndTeams } from '../people.ts'

const server = standInServer()
const OWN = 'GET /api/v1/playerEvents'
const danley = { id: person('danley').id, name: 'Danley Jean Jacques', orgUnits: [] }
const eventId = event().id
const open = () => showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
const failed = 'We could not load your players’ invitations to this event.'

it('shows an error when the family’s invitations fail to load, and can be retried', async () => {
  let isBusy = true
  server.answers({
    'GET /rest-api/calendar/event/{eventId}': answersTo([invite('danley')]),
    'GET /api/v1/playersAndTeams': playersAndTeams({ players: [danley] }),
    [OWN]: () => {
      if (isBusy) throw new Problem('busy')
      return { events: [card(invite('danley'))] }
    },
  })
  const { user } = open()
  const told = within((await screen.findByText(failed)).closest('[role="alert"]') as HTMLElement)
  isBusy = false
  await user.click(told.getByRole('button', { name: 'Try again' }))
  const rows = within(await screen.findByRole('list', { name: 'Your players' }))
  expect(rows.getByRole('button', { name: 'Yes' })).toBeVisible()
  expect(screen.queryByText(failed)).toBeNull()
})

it('shows no error to a user without players', async () => {
  server.answers({
    'GET /rest-api/calendar/event/{eventId}': answersTo([invite('danley', 'Accepted')]),
    'GET /api/v1/playersAndTeams': coachOf(),
    [OWN]: () => {
      throw new Problem('busy')
    },
  })
  open()
  await screen.findByRole('list', { name: 'Going' })
  await waitFor(() => expect(server.asked(OWN)).not.toEqual([]))
  expect(screen.queryByText(failed)).toBeNull()
})
