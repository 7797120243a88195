import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { marksPrefix } from '#web/session/stored.ts'
import { NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, invite, person } from '../people.ts'

const server = standInServer()
afterEach(() => vi.restoreAllMocks())
const MARK = 'PUT /rest-api/attendance/event/{eventId}'
const eventId = event().id

it.each([
  ['storage full', true, /^Not sent yet, and this device has no room to save it\./],
  ['stored', false, /^Not sent yet: you are offline\. It is saved on this device\./],
])('reports whether the device stores attendance marks made offline: %s', async (_what, isFull, says) => {
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, text) {
    if (isFull && name.includes('.attendance')) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, name, text)
  })
  let hasSignal = false
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': {
      ...answersTo([invite('danley')], { sees: 'answers' }),
      editing: { revision: 3, eventTypeId: 'practice', seriesId: null },
    },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/attendance/event/{eventId}': { marks: [] },
    [MARK]: () => {
      if (!hasSignal) throw new NoResponse()
      return { marks: [{ playerId: person('danley').id, presence: 'late' }], stood: [] }
    },
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  const marks = within(await screen.findByRole('group', { name: 'Attendance of Danley Jean Jacques' }))
  await user.click(marks.getByRole('radio', { name: 'Late' }))
  await screen.findByText(says)
  expect(Object.keys(localStorage).some((name) => name.startsWith(marksPrefix('user-1')))).toBe(!isFull)
  hasSignal = true
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^Not sent yet/)).toBeNull())
})
