import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import AnswerScreen from '#web/answer/AnswerScreen.tsx'
import type { AnswerOf } from '#web/api.ts'
import { names } from '#web/session/stored.ts'
import { address, NoResponse, setTimeZone, showScreen, standInServer } from '../fakeServer.tsx'
import { playersAndTeams } from '../people.ts'
import { open as openProduct } from '../shell-open.tsx'

const server = standInServer()
const READ = 'POST /rest-api/today/one-tap/read'
const ANSWER = 'POST /rest-api/today/one-tap/answer'
type OneTap = AnswerOf<typeof READ>

const link = (changes: Partial<OneTap> = {}): OneTap => ({
  event: {
    name: 'Practice',
    start: '2026-11-21T23:30:00Z',
    end: '2026-11-22T01:00:00Z',
    timezone: 'America/Chicago',
    team: 'U12 Falcons',
  },
  player: { firstName: 'Danley' },
  wanted: 'Accepted',
  status: 'Pending',
  state: 'open',
  ...changes,
})
const refusing = (code: ProblemCode) => () => {
  throw new Problem(code)
}
const open = (token = 'a-token') =>
  showScreen(<AnswerScreen />, { path: '/answer', at: token ? `/answer#${token}` : '/answer', width: 'phone' })
const yes = () => screen.findByRole('button', { name: 'Yes, Danley is going' })
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

afterEach(() => history.replaceState(null, '', '/'))

describe('a link from an email', () => {
  it('when opened only reads the invitation, and shows the current answer', async () => {
    server.answers({ [READ]: link() })
    open()
    expect(screen.getByText('Opening the link').getAttribute('role')).toBe('status')
    await yes()
    expect(heading()).toBe('Is Danley going?')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByText('Sat 21 Nov, 5:30 PM – 7:00 PM')).toBeTruthy()
    expect(screen.getByText('Practice · U12 Falcons')).toBeTruthy()
    expect(screen.getByText('Answer so far:').textContent).toBe('Answer so far: none yet')
    expect(screen.queryByText(/^Your time/)).toBeNull()
    expect(server.calls.map(({ key, body }) => [key, body])).toEqual([[READ, { token: 'a-token' }]])
    expect(document.title).toBe('Your answer · Touchline')
  })

  it('makes no authenticated requests, so that an expired session does not interrupt', async () => {
    server.answers({ [READ]: link(), 'GET /api/v1/playersAndTeams': playersAndTeams() })
    openProduct('/answer#a-token')
    await yes()
    expect(server.calls.map(({ key }) => key)).toEqual([READ])
  })

  it('answers once when its button is pressed, even repeatedly', async () => {
    const arrived = Promise.withResolvers<OneTap>()
    server.answers({ [READ]: link(), [ANSWER]: () => arrived.promise })
    const { user } = open()
    const button = await yes()
    await user.dblClick(button)
    await user.keyboard('{Enter}')
    expect(button.getAttribute('aria-busy')).toBe('true')
    arrived.resolve(link({ status: 'Accepted', state: 'used' }))
    await screen.findByText('Thank you. The coach can see it now.')
    expect(heading()).toBe('Danley is going')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'Open Touchline' }).getAttribute('href')).toBe('/today')
    expect(server.asked(ANSWER).map(({ body }) => body)).toEqual([{ token: 'a-token' }])
  })

  it('shows the answer after a reload, without the token in the history', async () => {
    server.answers({ [READ]: link(), [ANSWER]: link({ status: 'Accepted', state: 'used' }) })
    const { user, unmount } = open()
    await user.dblClick(await yes())
    await screen.findByText('Thank you. The coach can see it now.')
    expect(JSON.stringify(history.state)).not.toContain('a-token')
    unmount()
    open('')
    expect(heading()).toBe('This link has already been used')
    expect(screen.getByText('Answer so far:').textContent).toBe('Answer so far: Danley is going')
  })

  it('can answer No', async () => {
    const no = { wanted: 'Declined' } as const
    server.answers({ [READ]: link(no), [ANSWER]: link({ ...no, status: 'Declined', state: 'used' }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'No, Danley is not going' }))
    await screen.findByText('Thank you. The coach can see it now.')
    expect(heading()).toBe('Danley is not going')
  })

  it('also shows the time in the user’s zone if it differs', async () => {
    setTimeZone('Asia/Tokyo')
    server.answers({ [READ]: link() })
    open()
    await yes()
    expect(screen.getByText('Sat 21 Nov, 5:30 PM – 7:00 PM CST')).toBeTruthy()
    expect(screen.getByText('Your time: Sun 22 Nov, 8:30 AM – 10:00 AM')).toBeTruthy()
  })

  it('is removed from address and history, and not stored', async () => {
    history.replaceState(null, '', '/answer#a-token')
    server.answers({ [READ]: link() })
    open()
    expect(location.href).not.toContain('a-token')
    await yes()
    expect(JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.title])).not.toContain(
      'a-token',
    )
  })

  it('sends no access token, and does not sign out on 403', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    server.answers({ [READ]: refusing('not_allowed') })
    open()
    await screen.findByText('You can no longer answer with this link')
    expect(sent.mock.calls.map(([, init]) => init?.headers)).toEqual([{ 'content-type': 'application/json' }])
    expect(address()).toBe('/answer')
    expect(localStorage.getItem(names.config)).not.toBeNull()
    sent.mockRestore()
  })
})

describe('a link that cannot answer', () => {
  it.each([
    ['used', 'Accepted', 'This link has already been used', 'Danley is going'],
    ['used', 'Declined', 'This link has already been used', 'Danley is not going'],
    ['answered', 'Declined', 'You have already answered', 'Danley is not going'],
    ['answered', 'Pending', 'This link can no longer be used to answer', 'none yet'],
  ] as const)('because it is %s with the answer %s, shows that', async (state, status, title, stands) => {
    server.answers({ [READ]: link({ state, status }) })
    open()
    await waitFor(() => expect(heading()).toBe(title))
    expect(screen.getByText(stands)).toBeTruthy()
    expect(screen.getByText('To change the answer, open Touchline.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([
    ['link_altered', 'This link is incomplete', 'Open it from the email again, or sign in to answer.'],
    [
      'link_expired',
      'This link has expired',
      'It was valid until the event started. Sign in to see the current answer.',
    ],
    ['invite_removed', 'The coach has withdrawn this invitation', 'There is nothing left to answer.'],
    [
      'event_archived',
      'The team of this event is archived',
      'There is nothing left to answer, unless the club restores the team.',
    ],
    [
      'not_allowed',
      'You can no longer answer with this link',
      'You are no longer listed as this player’s family. If this is a mistake, ask the coach.',
    ],
  ] as const)('%s: shows the reason and what to do, on opening and on answering', async (code, title, hint) => {
    server.answers({ [READ]: refusing(code) })
    const { unmount } = open()
    await waitFor(() => expect(heading()).toBe(title))
    expect(screen.getByText(hint)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    unmount()
    server.answers({ [READ]: link(), [ANSWER]: refusing(code) })
    const { user } = open()
    await user.click(await yes())
    await waitFor(() => expect(heading()).toBe(title))
  })

  it('without a token makes no request', () => {
    open('')
    expect(heading()).toBe('This address contains no answer')
    expect(server.calls).toEqual([])
  })

  it.each([
    ['answered_meanwhile', link({ state: 'answered', status: 'Declined' }), 'You have already answered'],
    ['link_used', link({ state: 'used', status: 'Declined' }), 'This link has already been used'],
  ] as const)('%s on answering: shows the current answer', async (code, after, title) => {
    server.answers({ [READ]: link(), [ANSWER]: refusing(code) })
    const { user } = open()
    const button = await yes()
    server.answers({ [READ]: after })
    await user.click(button)
    await waitFor(() => expect(heading()).toBe(title))
    expect(screen.getByText('Danley is not going')).toBeTruthy()
  })
})

describe('a failed request', () => {
  it('to read the link can be retried', async () => {
    server.answers({
      [READ]: () => {
        throw new NoResponse()
      },
    })
    const { user } = open()
    await screen.findByText('No connection. Please try again when you are back online.')
    expect(heading()).toBe('The link could not be opened')
    server.answers({ [READ]: link() })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await yes()
    expect(server.asked(READ)).toHaveLength(2)
  })

  it('to answer can be retried, and a retry after a lost response shows the answer', async () => {
    server.answers({
      [READ]: link(),
      [ANSWER]: () => {
        throw new NoResponse()
      },
    })
    const { user } = open()
    await user.click(await yes())
    expect((await screen.findByText(/^No connection/)).closest('[role=alert]')).not.toBeNull()
    server.answers({ [ANSWER]: link({ status: 'Accepted', state: 'used' }) })
    await user.click(await yes())
    await screen.findByText('Thank you. The coach can see it now.')
    expect(heading()).toBe('Danley is going')
  })

  it.each(['busy', 'internal', 'not_found', 'bad_request'] as const)('with %s can be retried', async (code) => {
    server.answers({ [READ]: refusing(code) })
    open()
    await screen.findByRole('button', { name: 'Try again' })
    expect(heading()).toBe('The link could not be opened')
  })
})

it('another link opened in the same tab replaces it, and the same one is read again', async () => {
  const { BrowserRouter } = await import('react-router-dom')
  const { render } = await import('@testing-library/react')
  server.answers({
    [READ]: ({ body }) => link({ wanted: (body as { token: string }).token === 'first' ? 'Accepted' : 'Declined' }),
  })
  history.replaceState(null, '', '/answer#first')
  render(
    <BrowserRouter>
      <AnswerScreen />
    </BrowserRouter>,
  )
  await yes()
  act(() => location.assign('#second'))
  await screen.findByRole('button', { name: 'No, Danley is not going' })
  expect(location.hash).toBe('')
  server.answers({ [READ]: link({ state: 'used', status: 'Declined' }) })
  act(() => location.assign('#second'))
  await screen.findByText('This link has already been used')
  expect(server.asked(READ).map(({ body }) => body)).toEqual(['first', 'second', 'second'].map((token) => ({ token })))
})
