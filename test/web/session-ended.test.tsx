import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { startTexts } from '#web/i18n.ts'
import { revoke } from '#web/session/revoke.ts'
import { marksStart, names, sayingsOf } from '#web/session/stored.ts'
import { forgetOthers, forgetPerson } from '#web/session/tokens.ts'
import { nextEntry, requeue } from '#web/events/outbox/entry.ts'
import { putEntry, readOutbox } from '#web/events/outbox/outbox.ts'
import { address, NoAnswer, standInServer } from './answering.tsx'
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

/** Answers that found no signal, each to an invite of its own. */
function answeredOffline(count = 1): void {
  for (let i = 0; i < count; i++) {
    const own = { ...asked, id: i ? `${asked.id}${i}` : asked.id }
    putEntry('user-1', requeue(nextEntry(undefined, { ...card(own), invite: own }, { status: 'Accepted' }, `own-${i}`)))
  }
}
/** Puts a token on the device, as signing in does. */
function signIn(sub: string): void {
  localStorage.setItem(`${client}.LastAuthUser`, sub)
  const claims = { sub, exp: Math.floor(Date.now() / 1000) + 3600 }
  localStorage.setItem(`${client}.${sub}.accessToken`, `e30.${btoa(JSON.stringify(claims))}.signature`)
  forgetOthers(sub)
}
/** The access token on the device has ended, and as the user pool refuses another one, the library clears them all. */
function tokenEnds(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(client)) localStorage.removeItem(name)
}
const answers = () => Object.keys(localStorage).filter((name) => name.includes('.answer.'))
const waitText = (count: number) =>
  `Your session has expired. ${count === 1 ? '1 answer is' : `${count} answers are`} saved on this device and ${count === 1 ? 'is' : 'are'} sent after you sign in.`

// First: from then on somebody was signed in on this page.
test('a stranger whom a screen cannot tell anything is led to sign in, and reads of no session that ended', async () => {
  localStorage.clear()
  open('/o0000000000a/subscriptions/licenses')
  await at('/login?redirectUri=%2Fo0000000000a%2Fsubscriptions%2Flicenses')
  expect(screen.queryByText(/^You have been signed out/)).toBeNull()
})

describe('a session that ends by itself', () => {
  test('asks nothing and keeps the answers that wait, and nothing else', async () => {
    answeredOffline(2)
    localStorage.setItem(`${names.personal}user-1`, '[]')
    open('/logout?redirectUri=%2Fplayers&ended')
    await at('/login?redirectUri=%2Fplayers')
    await screen.findByText(waitText(2))
    expect(Object.keys(localStorage).toSorted()).toEqual([names.config, ...answers()].toSorted())
    expect(answers()).toHaveLength(2)
  })

  const said = /^You have been signed out: your session expired, or it was ended in another tab or on another device\./
  test('says so at sign in, where one stays longer than a message lasts; logging out says nothing', async () => {
    const { unmount } = open('/logout?redirectUri=%2Fplayers&ended')
    expect(await screen.findByText(said, {}, patient)).toBeVisible()
    unmount()
    open('/logout')
    await at('/login')
    expect(screen.queryByText(said)).toBeNull()
  })

  test('in another tab says so in this one, and not to who comes without one', async () => {
    const { unmount } = open('/players')
    await screen.findByRole('heading', { level: 1, name: 'Players' }, patient)
    forgetPerson(true)
    window.dispatchEvent(new StorageEvent('storage', { key: `${client}.user-1.accessToken` }))
    await at('/login?redirectUri=%2Fplayers')
    expect(await screen.findByText(said, {}, patient)).toBeVisible()
    unmount()
    open('/players')
    await at('/login?redirectUri=%2Fplayers')
    expect(screen.queryByText(said)).toBeNull()
  })

  test.each([
    ['refused by the server, the tokens still on the device', () => undefined],
    ['refused a renewal, and the tokens cleared', tokenEnds],
  ])('leads there from Today: %s', async (_what, ends) => {
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

  test('while it is asked whether to log out, loses nothing', async () => {
    answeredOffline()
    kept.state.line = 'down'
    open('/logout')
    await screen.findByRole('heading', { name: '1 answer has not been sent yet' }, patient)
    tokenEnds()
    window.dispatchEvent(new StorageEvent('storage', { key: `${client}.user-1.accessToken` }))
    await screen.findByText(waitText(1), {}, patient)
    expect(answers()).toHaveLength(1)
  })

  test('a tap that meets it is kept as well', async () => {
    const { user } = open('/today')
    const yes = await screen.findByRole('button', { name: 'Yes' }, patient)
    kept.state.line = 'not_signed_in'
    await user.click(yes)
    await screen.findByText(waitText(1), {}, patient)
    expect(answers()).toHaveLength(1)
  })

  test('what waits is sent upon what stood, once the same person has signed in again', async () => {
    answeredOffline()
    forgetPerson(true)
    expect(readOutbox('user-1')).toEqual([])
    signIn('user-1')
    open('/players')
    await waitFor(() => expect(kept.of(asked.id)?.status.value).toBe('Accepted'), patient)
    expect(kept.state.arrived).toMatchObject([{ query: { upon: asked.answerId, answerId: 'own-0' } }])
    expect(answers()).toEqual([])
  })

  test('what waits is gone, unsent, once somebody else has signed in', async () => {
    answeredOffline()
    forgetPerson(true)
    signIn('user-10')
    open('/players')
    await screen.findByRole('heading', { level: 1, name: 'Players' }, patient)
    expect([answers(), kept.state.arrived]).toEqual([[], []])
  })
})

test('signing in takes away what others left, and nothing of one’s own or of the device', () => {
  signIn('user-1')
  const all = ['user-1', 'user-1.answer.x', 'user-10', 'user-10.answer.x', 'user-2.recents']
  for (const name of all) localStorage.setItem(names.personal + name, 'x')
  forgetOthers('user-1')
  const left = Object.keys(localStorage).filter((name) => name.startsWith(names.personal))
  expect(left.toSorted()).toEqual(['user-1', 'user-1.answer.x'].map((name) => names.personal + name))
  expect(localStorage.getItem(names.config)).not.toBeNull()
})

test('logging out oneself takes the answers with it', async () => {
  answeredOffline()
  kept.state.line = 'down'
  const { user } = open('/logout')
  await user.click(await screen.findByRole('button', { name: 'Log out anyway' }, patient))
  await at('/login')
  expect(Object.keys(localStorage)).toEqual([names.config])
  expect(screen.queryByText(/Your session has expired/)).toBeNull()
  expect(revoke).not.toHaveBeenCalled()
})

test('in Spanish', async () => {
  await startTexts(['es-MX'])
  answeredOffline(2)
  open('/logout?ended')
  expect(
    await screen.findByText(/^Tu sesión terminó\. 2 respuestas esperan en este dispositivo/, {}, patient),
  ).toBeVisible()
  await startTexts(['en-US'])
})

describe('a message written in chat that found no signal', () => {
  const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
  const conversationSid = 'o0000000000a.c0000000000a'
  const written = (text: string) => ({ messageSid: text, conversationSid, text, writtenAt: '2026-11-21T17:00:00Z' })
  const write = (...texts: string[]) => localStorage.setItem(sayingsOf('user-1'), JSON.stringify(texts.map(written)))

  test('is sent wherever the person is', async () => {
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
    await waitFor(() => expect(localStorage.getItem(sayingsOf('user-1'))).toBe('[]'))
  })

  test('is told of where the person is when it is not taken, with the way to it', async () => {
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
    expect(localStorage.getItem(sayingsOf('user-1'))).toContain('I drive')
  })

  test('stays when the session ends by itself, and is told of before one logs out', async () => {
    write('I drive', 'And back')
    forgetPerson(true)
    signIn('user-1')
    server.answers({
      [SEND]: () => {
        throw new NoAnswer()
      },
    })
    open('/logout')
    const told = { name: '2 messages have not been sent yet' }
    expect(await screen.findByRole('heading', told, patient)).toBeVisible()
  })
})

describe('marks of who was there that wait for the signal', () => {
  const MARK = 'PUT /rest-api/attendance/event/{eventId}'
  const [here, there] = ['o0000000000a.t0000000000a.e0000000000a', 'o0000000000a.t0000000000a.e0000000000b']
  const markedOffline = () => {
    localStorage.setItem(marksStart('user-1') + here, '{"p1":"came","p2":"late"}')
    localStorage.setItem(marksStart('user-1') + there, '{"p1":null}')
  }

  test('stay when the session ends by itself, and are told of before one logs out, until they are sent', async () => {
    markedOffline()
    forgetPerson(true)
    signIn('user-1')
    let hasSignal = false
    const sent: string[] = []
    server.answers({
      [MARK]: ({ params }) => {
        if (!hasSignal) throw new NoAnswer()
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

  test('hold nobody back whom the server refuses them', async () => {
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
