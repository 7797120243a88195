import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { answersTo, coachOf, event, invite, person } from '../people.ts'

const server = standInServer()
const REMOVE = 'POST /orgUnit/removePlayerInvite/{inviteId}'
const ADD = 'POST /event/addPlayerInvite'

it('brings an invite back by the name of its removal, with whatever was answered', async () => {
  const eventId = event().id
  const answered = invite('danley', 'Accepted', 'Comes late')
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': { ...answersTo([answered], { sees: 'answers' }), editing },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [] },
    [REMOVE]: { success: true },
    [ADD]: { success: true, invite: answered },
  })
  const { user } = show(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  const { id, firstName, lastName } = person('danley')
  await user.click(await screen.findByRole('button', { name: `Actions for ${firstName} ${lastName}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Take the invite back', hidden: true }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(1))
  const removal = server.asked(REMOVE)[0]?.query?.['removal']
  expect(removal).toMatch(/^r[0-9a-z]{11}$/)
  expect(server.asked(ADD)[0]?.query).toEqual({ eventId, playerId: id, inviteStatus: 'Pending', removal })
})
