import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import UpcomingScreen from '#web/calendar/UpcomingScreen.tsx'
import { returnToTab, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
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
  signInAt('2026-11-21T12:00:00-06:00')
  server.answers({ 'GET /api/v1/today': today() })
})

it('answers Yes to all pending invitations shown after confirmation, and to no others', async () => {
  const gone = at('d', 'This morning', '2026-11-21T09:00:00-06:00')
  const off = { ...at('e', 'Off', '2026-11-25T17:00:00-06:00'), cancelled: true as const }
  const cards = [
    card(invite('danley', 'Pending', null, gone.id), gone),
    card(invite('danley', 'Pending', null, training.id), training),
    card(invite('julian', 'Pending', null, training.id), training),
    card(invite('danley', 'Declined', null, match.id), match),
    card(invite('julian', 'Pending', null, late.id), late),
    card(invite('danley', 'Pending', null, off.id), off),
  ]
  server.answers({
    [READ]: { events: cards },
    [ANSWER]: ({ params }) => {
      const found = cards.find((each) => `${each.invite?.id}.json` === params['inviteFile'])
      return { ...found?.invite, status: { value: 'Accepted' } } as ReturnType<typeof invite>
    },
  })
  const { user } = showScreen(<UpcomingScreen />)
  await user.click(await screen.findByRole('button', { name: 'Yes to all 3 waiting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Say Yes to 3 invitations?' }))
  expect(server.asked(ANSWER)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Say Yes' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Yes, Going' })).toHaveLength(3))
  // The requests are concurrent.
  expect(new Set(server.asked(ANSWER).map(({ params }) => params['inviteFile']))).toEqual(
    new Set([1, 2, 4].map((i) => `${cards[i]?.invite?.id}.json`)),
  )
  expect(screen.getByRole('button', { name: 'Yes to all' })).toHaveAccessibleDescription(
    'Nothing here is waiting for an answer any more.',
  )
  await waitFor(() => expect(screen.getByRole('group', { name: 'Yes to all' })).toHaveFocus())
})

it('keeps answers that another parent gave meanwhile', async () => {
  const pending = [training, match, late].map((each) => card(invite('danley', 'Pending', null, each.id), each))
  let cards = pending
  function otherSaysNo(event: typeof match) {
    const theirs = { ...invite('danley', 'Declined', null, event.id), answerId: 'theirs' }
    cards = cards.map((each) => (each.event.id === event.id ? card(theirs, event) : each))
  }
  server.answers({
    [READ]: () => ({ events: cards }),
    [ANSWER]: ({ params, query }) => {
      const found = cards.find((each) => `${each.invite?.id}.json` === params['inviteFile'])?.invite
      if (found?.answerId !== query['upon']) throw new Problem('answered_meanwhile')
      return { ...found, status: { value: 'Accepted' } } as ReturnType<typeof invite>
    },
  })
  const { user } = showScreen(<UpcomingScreen />)
  await user.click(await screen.findByRole('button', { name: 'Yes to all 3 waiting' }))
  const dialog = within(await screen.findByRole('dialog'))
  // One of them was read before the confirmation, the other one was not.
  otherSaysNo(training)
  act(returnToTab)
  await screen.findByRole('button', { name: 'Not Going', hidden: true })
  otherSaysNo(match)
  await user.click(dialog.getByRole('button', { name: 'Say Yes' }))
  await screen.findByRole('button', { name: 'Yes, Going' })
  expect(await screen.findByText(/^Someone else has answered in the meantime: Not Going\./)).toBeVisible()
  const sent = server.asked(ANSWER).map(({ params, query }) => [params['inviteFile'], query['upon']] as const)
  expect(new Map(sent)).toEqual(new Map([1, 2].map((i) => [`${pending[i]?.invite?.id}.json`, 'unanswered'])))
  expect(sent).toHaveLength(2)
})

it('is not offered for a single invitation', async () => {
  server.answers({ [READ]: { events: [card(invite('danley', 'Pending', null, match.id), match)] } })
  showScreen(<UpcomingScreen />)
  await screen.findByRole('button', { name: 'Yes' })
  expect(screen.queryByRole('button', { name: /^Yes to / })).toBeNull()
})
