import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { type ApiProblem, cacheKey, callApi, type Options, useApi } from '#web/api.ts'
import { setNavigate } from '#web/shell/navigateOutside.ts'
import { nothingPending } from '#web/api/pendingRequests.ts'
import { clearReadFailure } from '#web/problems/readFailures.ts'
import { clockFrom, NoResponse, showScreen, standInServer } from './fakeServer.tsx'
import { playersAndTeams } from './people.ts'

const server = standInServer()
const left = vi.fn()
beforeEach(() => setNavigate(left))
afterEach(() => {
  left.mockReset()
  clearReadFailure(cacheKey('GET /api/v1/playersAndTeams', {}))
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

const messages = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const inError = (text: string) => screen.getByText(text).closest('[role=alert]') !== null
/** A write that a screen makes. */
const write = (options?: Options) =>
  act(() =>
    callApi('PUT /rest-api/session/profile', { body: { firstName: 'Ann', lastName: 'X' } }, options).then(
      () => undefined,
      (problem: ApiProblem) => problem,
    ),
  )
const refuse = (failure: () => Error) =>
  server.answers({
    'PUT /rest-api/session/profile': () => {
      throw failure()
    },
  })
const plain = (status: number, body: object | string = '<html>') =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const failed = 'That did not work. Please try again.'
const busy = 'Touchline is busy. Please try again in a moment.'
const offline = 'No connection. Please try again when you are back online.'

/** Both catalogs of the specification: response, message, and where it navigates. */
describe('the catalog of errors', () => {
  beforeEach(() => void showScreen(<p>A screen</p>))

  test.each<[number, ProblemCode, string, string?]>([
    [401, 'not_signed_in', 'Unauthorized access', '/logout?redirectUri=%2F&ended'],
    [403, 'not_allowed', 'Forbidden', '/forbidden'],
    [404, 'not_found', 'We could not find that.'],
    [404, 'invite_removed', 'The coach has withdrawn this invitation.'],
    [412, 'conflict', 'Someone changed this at the same time. Please try again.'],
    [412, 'answered_meanwhile', 'Someone else has answered in the meantime.'],
    [418, 'too_many_requests', 'You have sent many requests today. Please try again tomorrow, or call your coach.'],
    [500, 'internal', 'Something went wrong on our side.'],
    [503, 'busy', busy],
    [400, 'bad_request', failed],
    [400, 'not_a_picture', failed],
    [413, 'too_large', failed],
  ])('shows the message for %i %s', async (status, code, said, to) => {
    refuse(() => new Problem(code))
    expect(await write()).toMatchObject({ status, code, isReported: true })
    expect(messages()).toEqual([said])
    expect(inError(said)).toBe(true)
    expect(left.mock.calls).toEqual(to ? [[to]] : [])
  })

  test.each([
    [401, 'Unauthorized access', '/logout?redirectUri=%2F&ended'],
    [403, 'Forbidden', '/forbidden'],
    [404, 'We could not find that.'],
    [412, 'Someone changed this at the same time. Please try again.'],
    [500, 'Something went wrong on our side.'],
    [502, failed],
    [504, failed],
    [429, busy],
    [503, busy],
    [400, failed],
    [405, failed],
  ])('shows a message for %i from a proxy, without our error body', async (status, said, to?: string) => {
    for (const body of ['<html>', { message: 'Whatever a gateway says' }]) {
      plain(status, body)
      await write()
      expect(messages()).toEqual([said])
    }
    if (to) expect(left).toHaveBeenLastCalledWith(to)
    else expect(left).not.toHaveBeenCalled()
  })

  test('reports a request without a response as offline', async () => {
    refuse(() => new NoResponse())
    expect(await write()).toMatchObject({ status: 0, code: 'offline', isReported: true })
    expect([messages(), inError(offline)]).toEqual([[offline], true])
  })

  test('reports an expired token as an expired session', async () => {
    const claims = { sub: 'user-1', exp: Math.floor(Date.now() / 1000) - 1 }
    const name = Object.keys(localStorage).find((each) => each.endsWith('accessToken')) ?? ''
    refuse(() => {
      // The token expired during the request.
      localStorage.setItem(name, `e30.${btoa(JSON.stringify(claims))}.x`)
      localStorage.setItem(name.replace('accessToken', 'refreshToken'), 'refresh')
      return new Problem('not_signed_in')
    })
    await write()
    expect(messages()).toEqual(['Your session has expired'])
    expect(left).toHaveBeenCalledExactlyOnceWith('/logout?redirectUri=%2F&ended')
  })

  test('shows no message to a user who has signed out in another tab meanwhile', async () => {
    for (const answer of [new Problem('not_signed_in'), undefined]) {
      server.answers({
        'PUT /rest-api/session/profile': () => {
          localStorage.clear()
          if (answer) throw answer
          return { id: '', username: '', firstName: '', lastName: '', fullName: '', roles: [], avatarUrl: null }
        },
      })
      expect(await write()).toMatchObject({ code: 'not_signed_in', isReported: true })
    }
    expect(messages()).toEqual([])
  })

  test('leaves errors to a screen that handles them, except for 401 and 403', async () => {
    for (const code of ['conflict', 'internal', 'bad_request'] as const) {
      refuse(() => new Problem(code))
      expect(await write({ handles: ['failures'] })).toMatchObject({ code, isReported: false })
    }
    expect([messages(), left.mock.calls]).toEqual([[], []])
    refuse(() => new Problem('not_allowed'))
    expect(await write({ handles: ['not_allowed'] })).toMatchObject({ isReported: false })
    expect(await write({ handles: ['failures'] })).toMatchObject({ isReported: true })
    expect([messages(), left.mock.calls]).toEqual([['Forbidden'], [['/forbidden']]])
  })

  test('shows an error for ten seconds', async () => {
    clockFrom(Date.now())
    refuse(() => new Problem('conflict'))
    await write()
    await act(() => vi.advanceTimersByTimeAsync(9000))
    expect(messages()).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1100))
    expect(messages()).toEqual([])
  })
})

describe('a read that fails', () => {
  const Reader = ({ inPlace = false }: { inPlace?: boolean }) => {
    const { error, mutate } = useApi('GET /api/v1/playersAndTeams', {}, inPlace ? { handles: ['failures'] } : {})
    return (
      <>
        {inPlace && error && <p>shown in place</p>}
        <button type="button" onClick={() => void mutate()}>
          {inPlace ? 'Retry' : 'Again'}
        </button>
      </>
    )
  }
  const failing = (failure: () => Error) =>
    server.answers({
      'GET /api/v1/playersAndTeams': () => {
        throw failure()
      },
    })
  /** Waits until all requests are answered and their messages shown, however slow the machine is. */
  const settled = async () => {
    await waitFor(() => expect(nothingPending()).toBe(true))
    await act(() => vi.advanceTimersByTimeAsync(2000))
  }
  beforeEach(() => clockFrom(Date.now()))

  test('is reported once until it succeeds when no screen shows it', async () => {
    failing(() => new Problem('internal'))
    const { user } = showScreen(<Reader />)
    await settled()
    expect(messages()).toEqual(['Something went wrong on our side.'])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Again' }))
    await settled()
    expect([messages(), server.asked('GET /api/v1/playersAndTeams').length]).toEqual([[], 2])
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams() })
    await user.click(screen.getByRole('button', { name: 'Again' }))
    await settled()
    failing(() => new Problem('internal'))
    await user.click(screen.getByRole('button', { name: 'Again' }))
    await settled()
    expect(messages()).toEqual(['Something went wrong on our side.'])
  })

  test('is not reported where a screen shows it, whichever component requested it', async () => {
    failing(() => new NoResponse())
    showScreen(
      <>
        <Reader />
        <Reader inPlace />
      </>,
    )
    await screen.findByText('shown in place')
    await settled()
    expect(messages()).toEqual([])
  })

  test('is not reported after its component has been unmounted', async () => {
    failing(() => new Problem('internal'))
    function Leaving() {
      const [left, leave] = useState(false)
      return <div onBlur={() => leave(true)}>{left ? 'elsewhere' : <Reader inPlace />}</div>
    }
    const { user } = showScreen(<Leaving />)
    await screen.findByText('shown in place')
    await user.tab()
    await user.tab()
    await settled()
    expect(screen.getByText('elsewhere')).toBeVisible()
    expect(messages()).toEqual([])
  })
})

describe('the loading indicator', () => {
  test.each(['read', 'write'])('appears for a slow %s and stays until all are answered', async (kind) => {
    clockFrom(Date.now())
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { asked, answering } = waits(kind === 'read')
    const { open } = await import('./shell-open.tsx')
    open('/nowhere')
    await screen.findByRole('heading', { level: 1 })
    await act(() => vi.advanceTimersByTimeAsync(3000))
    const loading = () => screen.queryByText('Loading')
    expect(loading()).toBeNull()
    const both = answers.map(({ promise }) => asked(promise))
    await act(() => vi.advanceTimersByTimeAsync(900))
    expect(loading()).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(loading()?.closest('[role=status]')).not.toBeNull()
    expect(loading()?.getAttribute('aria-hidden')).toBeNull()
    answers[0]?.resolve()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(loading()).not.toBeNull()
    answers[1]?.resolve()
    await act(async () => void (await Promise.all(both)))
    await waitFor(() => expect(loading()).toBeNull())
    expect(answering).toHaveBeenCalledTimes(2)
  })

  /** A route that answers when the test resolves it. */
  function waits(reads: boolean) {
    const promises: Promise<void>[] = []
    const answering = vi.fn(() => promises.shift() ?? Promise.resolve())
    server.answers({
      'GET /api/v1/today': async () => {
        await answering()
        throw new Problem('not_found')
      },
      'PUT /rest-api/session/profile': async () => {
        await answering()
        throw new Problem('not_found')
      },
    })
    const handles: Options = { handles: ['failures'] }
    return {
      answering,
      asked(promise: Promise<void>) {
        promises.push(promise)
        const call = reads
          ? callApi('GET /api/v1/today', { query: { startUtc: '2026-11-21T06:00:00Z' } }, handles)
          : callApi('PUT /rest-api/session/profile', { body: { firstName: 'A', lastName: 'B' } }, handles)
        return call.catch(() => undefined)
      },
    }
  }

  test('is hidden from screen readers where a list announces its own loading', async () => {
    clockFrom(Date.now())
    const answer = Promise.withResolvers<void>()
    server.answers({
      'GET /api/v1/playersAndTeams': async () => {
        await answer.promise
        return playersAndTeams()
      },
    })
    const { open } = await import('./shell-open.tsx')
    open('/players')
    await waitFor(() => expect(server.asked('GET /api/v1/playersAndTeams')).not.toEqual([]), { timeout: 10_000 })
    await act(() => vi.advanceTimersByTimeAsync(1200))
    expect(screen.getByText('Loading', { selector: '[data-loading]' }).getAttribute('aria-hidden')).toBe('true')
    answer.resolve()
    await waitFor(() => expect(screen.queryByText('Loading', { selector: '[data-loading]' })).toBeNull())
  })
})
