import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { startTexts } from '#web/i18n.ts'
import { revoke } from '#web/session/revoke.ts'
import { marksPrefix, names, toUnsentChatName } from '#web/session/stored.ts'
import { clearOtherUsers, clearPersonalData } from '#web/session/tokens.ts'
import { nextEntry, toRequeued } from '#web/events/outbox/entry.ts'
import { putEntry, readOutbox } from '#web/events/outbox/outbox.ts'
import { address, NoResponse, standInServer } from './fakeServer.tsx'
import { card, invite, playersAndTeams, profile } from './people.ts'
import { open } from './shell-open.tsx'
import { message } from './chat/talk.ts'
import { answerServer } from './events/answerServer.ts'

vi.mock('#web/session/pool.ts', () => ({ renew: vi.fn(async () => undefined) }))
vi.mock('#web/session/revoke.ts', () => ({ revoke: vi.fn(async () => undefined) }))

const server = standInServer()
const asked = invite('danley')
const client = 'CognitoIdentityServiceProvider.client'
const patient = { timeout: 30_000 }
const at = (path: string) => waitFor(() => expect(address()).toBe(path), patient)
let kept: ReturnType<typeof answerServer>
beforeEach(() => {
  kept = answerServer(server, asked)
  server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams(), 'GET /rest-api/users/profile': profile() })
})

/** Stores answers given offline, each to an invitation of its own. */
function answeredOffline(count = 1): void {
  for (let i = 0; i < count; i++) {
    const own = { ...asked, id: i ? `${asked.id}${i}` : asked.id }
    putEntry(
      'user-1',
      toRequeued(nextEntry(undefined, { ...card(own), invite: own }, { status: 'Accepted' }, `own-${i}`)),
    )
  }
}
/** Stores a token on the device, as signing in does. */
function signIn(sub: string): void {
  localStorage.setItem(`${client}.LastAuthUser`, sub)
  const claims = { sub, exp: Math.floor(Date.now() / 1000) + 3600 }
  localStorage.setItem(`${client}.${sub}.accessToken`, `e30.${btoa(JSON.stringify(claims))}.signature`)
  clearOtherUsers(sub)
}
/** The access token has expired and the user pool refuses a renewal, so the library clears all tokens. */
function tokenEnds(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(client)) localStorage.removeItem(name)
}
const answers = () => Object.keys(localStorage).filter((name) => name.includes('.answer.'))
const waitText = (count: number) =>
  `Your session has expired. ${count === 1 ? '1 answer is' : `${count} answers are`} saved on this device and ${count === 1 ? 'is' : 'are'} sent after you sign in.`

// This runs first, because the page must not have had a session yet.
test('a visitor without a session is sent to sign in, without a message about an ended session', async () => {
  localStorage.clear()
  open('/o0000000000a/subscriptions/licenses')
  await at('/login?redirectUri=%2Fo0000000000a%2Fsubscriptions%2Flicenses')
  expect(screen.queryByText(/^You have been signed out/)).toBeNull()
})

describe('a session that ended by itself', () => {
  test('keeps only unsent answers, and asks for no confirmation', async () => {
    answeredOffline(2)
    localStorage.setItem(`${names.personal}user-1`, '[]')
    open('/logout?redirectUri=%2Fplayers&ended')
    await at('/login?redirectUri=%2Fplayers')
    await screen.findByText(waitText(2))
    expect(Object.keys(localStorage).toSorted()).toEqual([names.config, ...answers()].toSorted())
    expect(answers()).toHaveLength(2)
  })

  const said = /^You have been signed out: your session expired, or it was ended in another tab or on another device\./
  test('shows a lasting message at sign-in; a deliberate logout shows none', async () => {
    const { unmount } = open('/logout?redirectUri=%2Fplayers&ended')
    expect(await screen.findByText(said, {}, patient)).toBeVisible()
    unmount()
    open('/logout')
    await at('/login')
    expect(screen.queryByText(said)).toBeNull()
  })

  test('in another tab shows the message here, and none to a visitor without a session', async () => {
    const { unmount } = open('/players')
    await screen.findByRole('heading', { level: 1, name: 'Players' }, patient)
    clearPersonalData(true)
    window.dispatchEvent(new StorageEvent('storage', { key: `${client}.user-1.accessToken` }))
    await at('/login?redirectUri=%2Fplayers')
    expect(await screen.findByText(said, {}, patient)).toBeVisible()
    unmount()
    open('/players')
    await at('/login?redirectUri=%2Fplayers')
    expect(screen.queryByText(said)).toBeNull()
  })

  test.each([
    ['rejected by the server, with tokens left on the device', () => undefined],
    ['rejected at a renewal, with tokens cleared', tokenEnds],
  ])('sends the user from Today to sign in and keeps the answers: %s', async (_what, ends) => {
    answeredOffline()
    kept.state.line = 'not_signed_in'
    server.answers({
      'GET /api/v1/today': () => {
        ends()
        kept.state.line = 'not_signed_in'
        throw new Problem('not_signed_in')
      },
    })
    open('/today')
    await screen.findByText(waitText(1), {}, patient)
    expect(answers()).toHaveLength(1)
    expect(kept.state.arrived).toEqual([])
  })

  test('keeps the answers when it ends during the logout confirmation', async () => {
    answeredOffline()
    kept.state.line = 'down'
    open('/logout')
    await screen.findByRole('heading', { name: '1 answer has not been sent yet' }, patient)
    tokenEnds()
    window.dispatchEvent(new StorageEvent('storage', { key: `${client}.user-1.accessToken` }))
    await screen.findByText(waitText(1), {}, patient)
    expect(answers()).toHaveLength(1)
  })

  test('keeps the answer that was being sent as well', async () => {
    const { user } = open('/today')
    const yes = await screen.findByRole('button', { name: 'Yes' }, patient)
    kept.state.line = 'not_signed_in'
    await user.click(yes)
    await screen.findByText(waitText(1), {}, patient)
    expect(answers()).toHaveLength(1)
  })

  test('sends the kept answers, based on what they replaced, once the same user has signed in again', async () => {
    answeredOffline()
    clearPersonalData(true)
    expect(readOutbox('user-1')).toEqual([])
    signIn('user-1')
    open('/players')
    await waitFor(() => expect(kept.of(asked.id)?.status.value).toBe('Accepted'), patient)
    expect(kept.state.arrived).toMatchObject([{ query: { upon: asked.answerId, answerId: 'own-0' } }])
    expect(answers()).toEqual([])
  })

  test('deletes the kept answers, unsent, once another user has signed in', async () => {
    answeredOffline()
    clearPersonalData(true)
    signIn('user-10')
    open('/players')
    await screen.findByRole('heading', { level: 1, name: 'Players' }, patient)
    expect([answers(), kept.state.arrived]).toEqual([[], []])
  })
})

test('signing in deletes data of other users, but none of the user’s own or of the device', () => {
  signIn('user-1')
  const all = ['user-1', 'user-1.answer.x', 'user-10', 'user-10.answer.x', 'user-2.recents']
  for (const name of all) localStorage.setItem(names.personal + name, 'x')
  clearOtherUsers('user-1')
  const left = Object.keys(localStorage).filter((name) => name.startsWith(names.personal))
  expect(left.toSorted()).toEqual(['user-1', 'user-1.answer.x'].map((name) => names.personal + name))
  expect(localStorage.getItem(names.config)).not.toBeNull()
})

test('logging out deletes the answers', async () => {
  answeredOffline()
  kept.state.line = 'down'
  const { user } = open('/logout')
  await user.click(await screen.findByRole('button', { name: 'Log out anyway' }, patient))
  await at('/login')
  expect(Object.keys(localStorage)).toEqual([names.config])
  expect(screen.queryByText(/Your session has expired/)).toBeNull()
  expect(revoke).not.toHaveBeenCalled()
})

test('the message exists in Spanish', async () => {
  await startTexts(['es-MX'])
  answeredOffline(2)
  open('/logout?ended')
  expect(
    await screen.findByText(/^Tu sesión terminó\. 2 respuestas esperan en este dispositivo/, {}, patient),
  ).toBeVisible()
  await startTexts(['en-US'])
})

describe('chat messages written offline', () => {
  const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
  const conversationSid = 'o0000000000a.c0000000000a'
  const written = (text: string) => ({ messageSid: text, conversationSid, text, writtenAt: '2026-11-21T17:00:00Z' })
  const write = (...texts: string[]) =>
    localStorage.setItem(toUnsentChatName('user-1'), JSON.stringify(texts.map(written)))

  test('are sent on whichever screen the user is', async () => {
    write('I drive')
    const sent: string[] = []
    server.answers({
      [SEND]: ({ body }) => {
        sent.push((body as { text: string }).text)
        return message(1, 'I drive')
      },
    })
    open('/players')
    await waitFor(() => expect(sent).toEqual(['I drive']), patient)
    await waitFor(() => expect(localStorage.getItem(toUnsentChatName('user-1'))).toBe('[]'))
  })

  test('show an error with a link to the conversation when they are rejected', async () => {
    write('I drive')
    server.answers({
      [SEND]: () => {
        throw new Problem('chat_stopped')
      },
    })
    const { user } = open('/players')
    expect(
      await screen.findByText(/^Your message “I drive” was not sent\. Nobody can write here/, {}, patient),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await at(`/chat/${conversationSid}`)
    expect(localStorage.getItem(toUnsentChatName('user-1'))).toContain('I drive')
  })

  test('survive a session that ends by itself, and are mentioned before logging out', async () => {
    write('I drive', 'And back')
    clearPersonalData(true)
    signIn('user-1')
    server.answers({
      [SEND]: () => {
        throw new NoResponse()
      },
    })
    open('/logout')
    const told = { name: '2 messages have not been sent yet' }
    expect(await screen.findByRole('heading', told, patient)).toBeVisible()
  })
})

describe('attendance marks made offline', () => {
  const MARK = 'PUT /rest-api/attendance/event/{eventId}'
  const [here, there] = ['o0000000000a.t0000000000a.e0000000000a', 'o0000000000a.t0000000000a.e0000000000b']
  const markedOffline = () => {
    localStorage.setItem(marksPrefix('user-1') + here, '{"p1":"came","p2":"late"}')
    localStorage.setItem(marksPrefix('user-1') + there, '{"p1":null}')
  }

  test('survive a session that ends by itself, and are mentioned before logging out until sent', async () => {
    markedOffline()
    clearPersonalData(true)
    signIn('user-1')
    let hasSignal = false
    const sent: string[] = []
    server.answers({
      [MARK]: ({ params }) => {
        if (!hasSignal) throw new NoResponse()
        sent.push(params.eventId ?? '')
        return { marks: [], stood: [] }
      },
    })
    open('/logout')
    const told = { name: 'Attendance: 3 entries have not been sent yet' }
    expect(await screen.findByRole('heading', told, patient)).toBeVisible()
    hasSignal = true
    window.dispatchEvent(new Event('online'))
    await at('/login')
    expect(new Set(sent)).toEqual(new Set([here, there]))
  })

  test('do not block logging out when the server rejects them', async () => {
    markedOffline()
    server.answers({
      [MARK]: () => {
        throw new Problem('not_allowed')
      },
    })
    open('/logout')
    await at('/login')
    expect(Object.keys(localStorage)).toEqual([names.config])
  })
})
