import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answersTo, card, invite, playerId, playersAndTeams, profile, today } from '../people.ts'
import { standInServer } from '../fakeServer.tsx'
import { open } from '../shell-open.tsx'
import { answerServer } from './answerServer.ts'

const server = standInServer()
const asked = invite('danley')
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
let kept: ReturnType<typeof answerServer>
beforeEach(() => {
  kept = answerServer(server, asked)
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({ players: [{ id: playerId('a'), name: 'Danley', orgUnits: [] }] }),
    'GET /rest-api/chat/unread-count': { unreadCount: 0 },
    'GET /rest-api/users/profile': profile(),
  })
})

/** Holds the responses to `key` until it is opened, then answers all requests. */
function held<T>(value: () => T) {
  const opened = Promise.withResolvers<void>()
  const answer = async () => {
    const early = value()
    await opened.promise
    return early
  }
  return { answer, open: opened.resolve }
}
const yes = () => screen.findByRole('button', { name: 'Yes' })
const going = () => screen.findByRole('button', { name: 'Yes, Going' })

describe('an answer saved while a screen is loading for the first time', () => {
  it('does not break loading the coming events', async () => {
    const read = held(() => ({ events: [card(asked)] }))
    const reply = held(() => invite('danley', 'Accepted'))
    server.answers({ 'GET /api/v1/playerEvents': read.answer, [ANSWER]: reply.answer })
    const { user } = open('/today')
    await user.click(await yes())
    await user.click(await screen.findByRole('link', { name: /^Calendar/ }))
    await screen.findByText('Loading the calendar')
    await waitFor(() => expect(server.asked('GET /api/v1/playerEvents')).toHaveLength(1))
    reply.open()
    await waitFor(() => expect(server.asked('GET /api/v1/playerEvents')).toHaveLength(2))
    read.open()
    await screen.findByRole('article')
    expect(screen.queryByText('Loading the calendar')).toBeNull()
  })

  it('does not break loading the participants', async () => {
    const read = held(() => answersTo([invite('roshon', 'Accepted')]))
    const reply = held(() => invite('danley', 'Accepted'))
    server.answers({ 'GET /rest-api/calendar/event/{eventId}': read.answer, [ANSWER]: reply.answer })
    const { user } = open('/today')
    await user.click(await yes())
    await user.click(screen.getByRole('button', { name: /^Details of/ }))
    await waitFor(() => expect(server.asked('GET /rest-api/calendar/event/{eventId}')).toHaveLength(1))
    reply.open()
    await waitFor(() => expect(server.asked('GET /rest-api/calendar/event/{eventId}')).toHaveLength(2))
    read.open()
    await screen.findByRole('list', { name: 'Going' })
  })

  it('does not break loading a new day after a night in the queue', async () => {
    const first = open('/today')
    const button = await yes()
    kept.state.line = 'down'
    await first.user.click(button)
    await screen.findByText('Queued: will be sent when you are back online')
    first.unmount()
    // No data of the new day is stored on the device.
    for (const name of ['touchline.of.user-1', 'touchline.of.user-1.picture']) localStorage.removeItem(name)
    kept.state.line = 'up'
    const read = held(() => today(card(kept.of(asked.id) ?? null)))
    server.answers({ 'GET /api/v1/today': read.answer })
    open('/today')
    await waitFor(() => expect(kept.state.arrived).toHaveLength(1))
    read.open()
    await going()
    expect(screen.queryByText('Queued: will be sent when you are back online')).toBeNull()
  })
})
