import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { startOutboxSync } from '#web/events/outbox/startOutboxSync.ts'
import { readOutbox } from '#web/events/outbox/outbox.ts'
import { Problem } from '#shared/problems.ts'
import { address, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { invite, playersAndTeams, profile, today } from '../people.ts'
import { open } from '../shell-open.tsx'
import { answerServer } from './answerServer.ts'

const server = standInServer()
const asked = invite('danley')
let kept: ReturnType<typeof answerServer>
beforeEach(() => {
  kept = answerServer(server, asked)
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams(),
    'GET /rest-api/chat/unread-count': { unreadCount: 0 },
    'GET /rest-api/users/profile': profile(),
  })
})

const queuedText = 'Queued: will be sent when you are back online'
const meanwhile = 'Someone else has answered in the meantime: Not Going “Ill”. Your answer was: Yes, Going.'
const removedText = 'Error updating availability. The coach has withdrawn this invitation.'
const patient = { timeout: 10_000 }
const button = (name: string) => screen.getByRole('button', { name })
const found = (name: string) => screen.findByRole('button', { name }, patient)
const online = () => {
  kept.state.line = 'up'
  window.dispatchEvent(new Event('online'))
}
/** Opens the product at Today and answers Yes while offline. */
async function queuedYes() {
  const opened = open('/today')
  const yes = await found('Yes')
  kept.state.line = 'down'
  await opened.user.click(yes)
  await screen.findByText(queuedText)
  return opened
}

describe('an answer given offline', () => {
  it('stays as given, marked as queued, without an error', async () => {
    await queuedYes()
    expect(button('Yes, Going').getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByText('Error updating availability.')).toBeNull()
  })

  it('can be changed, and the last one is sent when online', async () => {
    const { user } = await queuedYes()
    await user.click(button('No'))
    expect(button('Not Going')).toBeDefined()
    online()
    await waitFor(() => expect(screen.queryByText(queuedText)).toBeNull())
    expect(button('Not Going')).toBeDefined()
    expect(kept.state.arrived).toHaveLength(1)
    expect(kept.of(asked.id)?.status.value).toBe('Declined')
  })

  it('is queued with its note, which is not reported as saved', async () => {
    const { user } = await queuedYes()
    await user.click(button('Note to coach'))
    await user.type(screen.getByRole('textbox', { name: /^Note to coach about/ }), 'Comes late{Enter}')
    await screen.findByText('The note is queued and will be sent when you are back online.')
    expect(screen.queryByText('saved successfully')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('Comes late')).toBeDefined()
    online()
    await waitFor(() => expect(kept.of(asked.id)).toMatchObject({ status: { value: 'Accepted' }, note: 'Comes late' }))
    expect(kept.state.arrived).toHaveLength(1)
  })

  it('survives a reload: Today shows the last known state with the answer applied', async () => {
    const first = await queuedYes()
    window.dispatchEvent(new Event('pagehide'))
    first.unmount()
    open('/today')
    await found('Yes, Going')
    expect(screen.getByText(queuedText)).toBeDefined()
    online()
    await waitFor(() => expect(screen.queryByText(queuedText)).toBeNull())
    expect(kept.state.arrived).toHaveLength(1)
  })

  it('to an event of another day is shown with its date', async () => {
    signInAt('2026-11-21T09:00:00-06:00')
    const first = await queuedYes()
    first.unmount()
    signInAt('2026-11-22T09:00:00-06:00')
    server.answers({ 'GET /api/v1/today': today() })
    open('/today')
    const card = await screen.findByRole('article', { name: 'Training Danley Jean Jacques' }, patient)
    expect(within(card).getByText('Sat 21 Nov')).toBeDefined()
    await waitFor(() => expect(within(card).getByText(queuedText)).toBeDefined())
    online()
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull(), patient)
    expect(kept.of(asked.id)?.status.value).toBe('Accepted')
  })
})

describe('an offline answer that conflicts with another user’s', () => {
  async function conflict() {
    const opened = await queuedYes()
    kept.elsewhere(asked.id, 'Declined', 'Ill')
    online()
    await screen.findByText(meanwhile, {}, patient)
    return opened
  }

  it('shows the other answer, which can be kept', async () => {
    const { user } = await conflict()
    expect(screen.getByText(meanwhile).closest('[role=alert]')).not.toBeNull()
    expect(button('Not Going')).toBeDefined()
    expect(screen.getByText('Ill')).toBeDefined()
    await user.click(button('Keep it'))
    expect(screen.queryByText(meanwhile)).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Details of/)
    expect(button('Not Going')).toBeDefined()
    expect(kept.of(asked.id)?.status.value).toBe('Declined')
    expect(readOutbox('user-1')).toEqual([])
  })

  it('can be sent anyway, based on the other answer', async () => {
    const { user } = await conflict()
    await user.click(button('Send mine'))
    await found('Yes, Going')
    await waitFor(() => expect(kept.of(asked.id)).toMatchObject({ status: { value: 'Accepted' }, note: null }))
    expect(kept.state.arrived.at(-1)?.query['upon']).toBe('other-Declined')
    expect(screen.queryByText(meanwhile)).toBeNull()
  })

  it('does not override another answer given before it is sent', async () => {
    const { user } = await conflict()
    kept.elsewhere(asked.id, 'Pending')
    await user.click(button('Send mine'))
    await screen.findByText(/^Someone else has answered in the meantime: No answer\./)
    expect(kept.of(asked.id)?.status.value).toBe('Pending')
  })

  it('is still shown after a reload', async () => {
    const { unmount } = await conflict()
    unmount()
    open('/today')
    expect(await screen.findByText(meanwhile, {}, patient)).toBeVisible()
  })
})

describe('an offline answer to an invitation that was withdrawn', () => {
  it('keeps its card with an explanation, also after a reload, until it is closed', async () => {
    const first = await queuedYes()
    kept.remove(asked.id)
    online()
    await screen.findByText(removedText, {}, patient)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes, Going' })).toBeNull())
    first.unmount()
    const { user } = open('/today')
    await screen.findByText(removedText, {}, patient)
    const card = screen.getByRole('article', { name: 'Training Danley Jean Jacques' })
    await user.click(within(card).getByRole('button', { name: 'Close' }))
    await screen.findByText("No Notifications. You're all caught up!")
    expect(readOutbox('user-1')).toEqual([])
  })

  it('is reported on other screens with event and player', async () => {
    const first = await queuedYes()
    first.unmount()
    kept.remove(asked.id)
    kept.state.line = 'up'
    open('/players')
    expect(
      await screen.findByText('Training, Danley Jean Jacques: The coach has withdrawn this invitation.', {}, patient),
    ).toBeVisible()
  })
})

describe('signing out with unsent answers', () => {
  it('shows a warning, and the user can stay', async () => {
    const first = await queuedYes()
    first.unmount()
    const { user } = open('/logout')
    await screen.findByRole('heading', { name: '1 answer has not been sent yet' }, patient)
    await user.click(screen.getByRole('link', { name: 'Stay' }))
    await screen.findByText(queuedText, {}, patient)
    expect(readOutbox('user-1')).toHaveLength(1)
  })

  it('can be forced, which sends and keeps nothing', async () => {
    const first = await queuedYes()
    first.unmount()
    const { user } = open('/logout')
    await user.click(await found('Log out anyway'))
    await waitFor(() => expect(address()).toBe('/login'), { timeout: 30_000 })
    expect(Object.keys(localStorage)).toEqual(['touchline.config'])
    online()
    expect(kept.state.arrived).toEqual([])
  })

  it('continues by itself once the answers are sent', async () => {
    const first = await queuedYes()
    first.unmount()
    open('/logout')
    await screen.findByRole('heading', { name: '1 answer has not been sent yet' }, patient)
    online()
    await waitFor(() => expect(address()).toBe('/login'), { timeout: 30_000 })
    expect(kept.of(asked.id)?.status.value).toBe('Accepted')
  })
})

it('an answer whose request was cut off by a reload is sent at the next start', async () => {
  const other = invite('roshon')
  kept = answerServer(server, other)
  const { user, unmount } = showScreen(<TodayScreen />)
  const yes = await found('Yes')
  server.answers({ 'GET /user/updateInviteStatus/{inviteFile}': () => new Promise(() => undefined) })
  await user.click(yes)
  expect(readOutbox('user-1')).toHaveLength(1)
  unmount()
  server.answers({ 'GET /user/updateInviteStatus/{inviteFile}': { ...other, status: { value: 'Accepted' } } })
  // Simulates another page: it does not wait for requests of the previous one.
  Object.defineProperty(navigator, 'locks', {
    value: { request: (_: string, work: () => unknown) => work() },
    configurable: true,
  })
  const stop = startOutboxSync({
    userId: 'user-1',
    mutate: (async () => undefined) as never,
    cache: new Map() as never,
  })
  await waitFor(() => expect(readOutbox('user-1')).toEqual([]))
  stop()
  Reflect.deleteProperty(navigator, 'locks')
})

it('an answer rejected at once is not queued', async () => {
  server.answers({
    'GET /user/updateInviteStatus/{inviteFile}': () => {
      throw new Problem('internal')
    },
  })
  const { user } = open('/today')
  await user.click(await found('Yes'))
  await screen.findByText('Error updating availability.')
  expect(button('Yes')).toBeDefined()
  expect(screen.queryByText(queuedText)).toBeNull()
  expect(readOutbox('user-1')).toEqual([])
})
