import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { noteAfter } from '#shared/rules/invites.ts'
import type { Returns } from '#shared/api/route.ts'
import type { Api } from '#shared/api/index.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { type FakeRequest, returnToTab, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { card, invite, today } from '../people.ts'

const server = standInServer()
type Invite = Returns<Api['GET /user/updateInviteStatus/{inviteFile}']>

/** Mock server that keeps one invitation by the product's rules. */
function keeps(kept: Invite) {
  const state = { invite: kept }
  const update = ({ query: { status, note } }: FakeRequest): Invite => {
    const value = status as Invite['status']['value']
    const { status: before, note: known } = state.invite
    const after = noteAfter(value, note, { status: before.value, note: known }) ?? null
    state.invite = { ...state.invite, status: { value }, note: after }
    return state.invite
  }
  server.answers({
    'GET /api/v1/today': () => today(card(state.invite)),
    'GET /user/updateInviteStatus/{inviteFile}': update,
  })
  return { state, update }
}
const button = (name: string) => screen.getByRole('button', { name })
const found = (name: string) => screen.findByRole('button', { name })

it.each([
  ['Yes', 'Yes, Going', 'Accepted'],
  ['No', 'Not Going', 'Declined'],
])('shows the answer %s optimistically', async (pressed, shown, status) => {
  const { update } = keeps(invite('danley'))
  const arrived = Promise.withResolvers<void>()
  server.answers({
    'GET /user/updateInviteStatus/{inviteFile}': async (asked) => {
      await arrived.promise
      return update(asked)
    },
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found(pressed))
  expect(button(shown).getAttribute('aria-pressed')).toBe('true')
  arrived.resolve()
  await waitFor(() => expect(server.asked('GET /user/updateInviteStatus/{inviteFile}')).toHaveLength(1))
  const [asked] = server.asked('GET /user/updateInviteStatus/{inviteFile}')
  expect(asked?.params['inviteFile']).toBe(`${invite('danley').id}.json`)
  expect(asked?.query).toEqual({ format: 'json', status, answerId: expect.stringMatching(/^\w{32}$/) })
  expect(button(shown)).toBeDefined()
  expect(screen.queryByText('Error updating availability.')).toBeNull()
})

it.each([
  ['a rejection', () => new Problem('bad_request')],
  ['a server error', () => new Problem('internal')],
  ['throttling', () => new Problem('busy')],
])('rolls the answer back after %s and shows a lasting error', async (_, failure) => {
  keeps(invite('danley', 'Declined', 'Back on Sunday'))
  server.answers({
    'GET /user/updateInviteStatus/{inviteFile}': () => {
      throw failure()
    },
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('Yes'))
  expect((await screen.findByText('Error updating availability.')).closest('[role=alert]')).not.toBeNull()
  expect(button('Not Going')).toBeDefined()
  expect(screen.getByText('Back on Sunday')).toBeDefined()
  await user.click(within(screen.getByRole('article')).getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Error updating availability.')).toBeNull()
})

it('removes the error once the answer succeeds', async () => {
  const { update } = keeps(invite('danley'))
  let broken = true
  server.answers({
    'GET /user/updateInviteStatus/{inviteFile}': (asked) => {
      if (broken) throw new Problem('busy')
      return update(asked)
    },
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('No'))
  await screen.findByText('Error updating availability.')
  broken = false
  await user.click(button('No'))
  await found('Not Going')
  expect(screen.queryByText('Error updating availability.')).toBeNull()
})

it.each([
  ['the coach has withdrawn the invite', 'invite_removed', 'The coach has withdrawn this invitation.'],
  ['its team is archived', 'event_archived', 'The team of this event is archived.'],
] as const)('says that %s, also after the card is gone', async (_, code, why) => {
  const removed = invite('danley')
  let invited = true
  server.answers({
    'GET /api/v1/today': () => (invited ? today(card(removed)) : today()),
    'GET /user/updateInviteStatus/{inviteFile}': () => {
      invited = false
      throw new Problem(code)
    },
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('Yes'))
  const sentence = `Error updating availability. ${why}`
  await screen.findByText(sentence)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull())
  expect(screen.getByText(sentence)).toBeDefined()
  expect(screen.getByText('Danley Jean Jacques')).toBeDefined()
  await user.click(button('Close'))
  await screen.findByText("No Notifications. You're all caught up!")
})

it('changes the answer in one tap, removes its note and offers to keep it', async () => {
  const { state } = keeps(invite('roshon', 'Accepted', 'Comes with the bus'))
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('No'))
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Declined' }, note: null }))
  expect(screen.getByText('Note removed: “Comes with the bus”').closest('[role=status]')).not.toBeNull()
  await user.click(button('Keep the note'))
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Declined' }, note: 'Comes with the bus' }))
  expect(screen.queryByRole('button', { name: 'Keep the note' })).toBeNull()
})

it('restores the note when the user returns to the answer that had it', async () => {
  const { state } = keeps(invite('roshon', 'Accepted', 'Comes with the bus'))
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('No'))
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Declined' }, note: null }))
  await user.click(button('Yes'))
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Accepted' }, note: 'Comes with the bus' }))
})

it('resets the answer and its note to unanswered, with undo', async () => {
  const { state } = keeps(invite('roshon', 'Declined', 'Ill'))
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('Not Going'))
  expect(button('Yes').getAttribute('aria-pressed')).toBe('false')
  expect(button('No').getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByText('Ill')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Note to coach' })).toBeNull()
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Pending' }, note: null }))
  await user.click(button('Undo'))
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Declined' }, note: 'Ill' }))
  expect(screen.getByText('Ill')).toBeDefined()
})

it('ignores a double tap; a later tap withdraws the answer', async () => {
  const { state } = keeps(invite('danley', 'Pending', null))
  const { user } = showScreen(<TodayScreen />)
  await user.dblClick(await found('Yes'))
  await waitFor(() => expect(state.invite.status.value).toBe('Accepted'))
  expect(server.asked('GET /user/updateInviteStatus/{inviteFile}')).toHaveLength(1)
  const pressed = performance.now()
  await waitFor(() => expect(performance.now() - pressed).toBeGreaterThan(700))
  await user.click(button('Yes, Going'))
  await waitFor(() => expect(state.invite.status.value).toBe('Pending'))
})

it('withdraws the answer once on a double tap, and Undo restores its note', async () => {
  const { state } = keeps(invite('danley', 'Accepted', 'Brings oranges'))
  const { user } = showScreen(<TodayScreen />)
  await user.dblClick(await found('Yes, Going'))
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Pending' }, note: null }))
  await user.click(button('Undo'))
  await waitFor(() => expect(state.invite).toMatchObject({ status: { value: 'Accepted' }, note: 'Brings oranges' }))
})

it('sends quick taps in order, so that the last one counts', async () => {
  const { state, update } = keeps(invite('danley'))
  const first = Promise.withResolvers<void>()
  let held = true
  server.answers({
    'GET /user/updateInviteStatus/{inviteFile}': async (asked) => {
      if (held) await first.promise
      return update(asked)
    },
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('Yes'))
  await waitFor(() => expect(server.asked('GET /user/updateInviteStatus/{inviteFile}')).toHaveLength(1))
  await user.click(button('No'))
  expect(button('Not Going')).toBeDefined()
  held = false
  first.resolve()
  await waitFor(() => expect(state.invite.status.value).toBe('Declined'))
  expect(server.asked('GET /user/updateInviteStatus/{inviteFile}').map(({ query }) => query['status'])).toEqual([
    'Accepted',
    'Declined',
  ])
  expect(button('Not Going')).toBeDefined()
})

it('lowers the number of pending invitations after an answer', async () => {
  const { state } = keeps(invite('danley'))
  server.answers({
    'GET /api/v1/today': () => ({ ...today(card(state.invite)), pendingPlayerInviteCount: 1 }),
  })
  const { user } = showScreen(<TodayScreen />)
  await screen.findByText('1 pending invitation in the next 7 days')
  await user.click(button('Yes'))
  await waitFor(() => expect(screen.queryByText(/pending invitation/)).toBeNull())
})

it('refreshes the answer when the tab becomes visible', async () => {
  const { state } = keeps(invite('danley'))
  showScreen(<TodayScreen />)
  await found('Yes')
  state.invite = invite('danley', 'Accepted')
  returnToTab()
  expect(await found('Yes, Going')).toBeVisible()
})

it('shows an answer given elsewhere within half a minute', async () => {
  const { state } = keeps(invite('danley'))
  signInAt('2026-11-21T12:00:00-06:00')
  showScreen(<TodayScreen />)
  await found('Yes')
  state.invite = invite('danley', 'Declined')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await found('Not Going')).toBeVisible()
})

it.each([
  ['begins tomorrow', '2026-11-22T18:30:00-06:00', 1],
  ['has begun', '2026-11-21T11:30:00-06:00', 2],
  ['is more than a week away', '2026-11-30T18:30:00-06:00', 2],
])('lowers the count only for counted events: one that %s', async (_, start, left) => {
  const given = { start, end: new Date(Date.parse(start) + 5_400_000).toISOString() }
  const asked = invite('danley')
  // The count is requested once; after the answer the screen adjusts it itself.
  let reads = 0
  server.answers({
    'GET /api/v1/today': () => {
      reads += 1
      return { ...today(card(asked, given)), pendingPlayerInviteCount: 2 }
    },
    'GET /user/updateInviteStatus/{inviteFile}': invite('danley', 'Accepted'),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await found('Yes'))
  await found('Yes, Going')
  await screen.findByText(new RegExp(`^${left} pending invitation`))
  expect(reads).toBe(1)
})
