import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, invite } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/calendar/event/{eventId}'
const CANCEL = 'POST /rest-api/calendar/event/{eventId}/cancel'
const { id: eventId } = event()
const read = (more: Partial<ReturnType<typeof event>> = {}, seriesId: string | null = null) => {
  const known = answersTo([invite('danley')], { sees: 'answers' })
  return {
    ...known,
    event: { ...known.event, ...more },
    editing: { revision: 3, eventTypeId: 'practice', seriesId },
  }
}

it('asks for a reason, keeps the input on failure and shows the reason with the event', async () => {
  signInAt('2026-11-21T18:00:00Z')
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [READ]: read(),
    [CANCEL]: () => {
      throw new Problem('busy')
    },
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel event', hidden: true }))
    return within(await screen.findByRole('dialog'))
  }
  let dialog = await ask()
  await user.click(dialog.getByRole('button', { name: 'Keep event' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked(CANCEL)).toEqual([])
  dialog = await ask()
  await user.type(dialog.getByLabelText('Why?'), 'Pitch under water')
  await user.click(dialog.getByRole('button', { name: 'Cancel event' }))
  await vi.waitFor(() => expect(server.asked(CANCEL)).toHaveLength(1))
  expect(await dialog.findByLabelText('Why?')).toHaveValue('Pitch under water')
  server.answers({ [CANCEL]: { revision: 4 }, [READ]: read({ cancelled: true, cancelReason: 'Pitch under water' }) })
  await user.click(dialog.getByRole('button', { name: 'Cancel event' }))
  expect(await screen.findByText('Pitch under water')).toBeVisible()
  expect(server.asked(CANCEL).map(({ body }) => body)[1]).toEqual({
    cancelled: true,
    reason: 'Pitch under water',
    tell: true,
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['one date of a series', 's1', 1],
  ['an event by itself', null, 0],
])('shows which date is canceled for %s', async (_, seriesId, told) => {
  signInAt('2026-11-21T18:00:00Z')
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [READ]: read({}, seriesId),
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel event', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/^Sat 21 Nov, /)).toBeVisible()
  expect(dialog.queryAllByText(/Only this date of the series is cancelled\./)).toHaveLength(told)
})
