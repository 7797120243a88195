import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { type ApiProblem, callApi, useApi } from '#web/api.ts'
import { requestOf } from '#web/api/request.ts'
import { PersistedCache } from '#web/cache.tsx'
import { setNavigate } from '#web/shell/navigateOutside.ts'
import { renew } from '#web/session/pool.ts'
import { clockFrom, NoResponse, showScreen, standInServer } from './fakeServer.tsx'
import { playersAndTeams, teamId } from './people.ts'

vi.mock('#web/session/pool.ts', () => ({ renew: vi.fn() }))

const server = standInServer()
const left = vi.fn()
beforeEach(() => setNavigate(left))
afterEach(() => {
  history.replaceState(null, '', '/')
  left.mockReset()
})

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as ApiProblem,
  )
const roster = () => callApi('GET /api/v1/team/{teamId}', { teamId })

describe('a request', () => {
  test('is built from its route key', () => {
    expect(
      requestOf('GET /user/updateInviteStatus/{inviteFile}', {
        inviteFile: 'o1.t1/../x.json',
        query: { status: 'Accepted', note: 'late & wet' },
      }),
    ).toEqual({
      method: 'GET',
      address: '/user/updateInviteStatus/o1.t1%2F..%2Fx.json?status=Accepted&note=late+%26+wet',
      body: undefined,
      type: undefined,
    })
  })
  test('omits undefined query parameters', () => {
    expect(
      requestOf('GET /api/v1/today', { query: { startUtc: '2026-11-21T06:00:00Z', players: undefined } }).address,
    ).toBe('/api/v1/today?startUtc=2026-11-21T06%3A00%3A00Z')
  })
  test('carries the access token', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    server.answers({ 'GET /rest-api/users/token': { userId: 'user-1', valid: true } })
    await callApi('GET /rest-api/users/token', {})
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ authorization: expect.stringMatching(/^Bearer e30\./) })
    fetched.mockRestore()
  })
})

describe('a rejected request', () => {
  const refuse = (code: ConstructorParameters<typeof Problem>[0]) =>
    server.answers({
      'GET /api/v1/team/{teamId}': () => {
        throw new Problem(code)
      },
    })

  test('has a code, a status and a message', async () => {
    refuse('conflict')
    expect(await problemOf(roster())).toMatchObject({
      name: 'ApiProblem',
      code: 'conflict',
      status: 412,
      message: 'Someone changed this at the same time. Please try again.',
    })
    expect(left).not.toHaveBeenCalled()
  })
  test('signs out on 401 and keeps the way back to the page', async () => {
    history.replaceState(null, '', '/players?x=1')
    refuse('not_signed_in')
    expect((await problemOf(roster()))?.status).toBe(401)
    expect(left).toHaveBeenCalledExactlyOnceWith('/logout?redirectUri=%2Fplayers%3Fx%3D1&ended')
  })
  test('on the logout page keeps that page’s own redirect after a 401', async () => {
    history.replaceState(null, '', '/logout?redirectUri=%2Fplayers')
    refuse('not_signed_in')
    await problemOf(roster())
    expect(left).toHaveBeenCalledExactlyOnceWith('/logout?redirectUri=%2Fplayers&ended')
  })
  test('opens the Forbidden screen on 403', async () => {
    refuse('not_allowed')
    await problemOf(roster())
    expect(left).toHaveBeenCalledExactlyOnceWith('/forbidden')
  })
  test('stays on the screen that handles a 403 itself', async () => {
    refuse('not_allowed')
    const problem = await problemOf(callApi('GET /api/v1/team/{teamId}', { teamId }, { handles: ['not_allowed'] }))
    expect(problem?.code).toBe('not_allowed')
    expect(left).not.toHaveBeenCalled()
  })
  test.each([
    [500, 'internal'],
    [503, 'busy'],
    [429, 'busy'],
    [404, 'not_found'],
    [418, 'internal'],
    [201, 'internal'],
  ])('without our error body, status %i, becomes %s', async (status, code) => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('<html>', { status }))
    expect(await problemOf(roster())).toMatchObject({ code, status })
  })
  test('becomes an internal error for status 200 without JSON', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('<html>', { status: 200 }))
    expect((await problemOf(roster()))?.code).toBe('internal')
  })
})

describe('a request without a response', () => {
  test('is reported as offline', async () => {
    server.answers({
      'GET /api/v1/team/{teamId}': () => {
        throw new NoResponse()
      },
    })
    expect(await problemOf(roster())).toMatchObject({ code: 'offline', status: 0 })
  })
  test('times out after 30 seconds', async () => {
    const patience = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
    expect((await problemOf(roster()))?.code).toBe('offline')
    expect(patience).toHaveBeenCalledWith(30_000)
    patience.mockRestore()
  })
  test('is not sent without a session', async () => {
    localStorage.clear()
    expect((await problemOf(roster()))?.code).toBe('not_signed_in')
    expect(server.calls).toEqual([])
  })
})

describe('an expired access token', () => {
  const until = (end: number) => {
    const token = `e30.${btoa(JSON.stringify({ sub: 'user-1', exp: Math.floor(end / 1000) }))}.x`
    localStorage.setItem('CognitoIdentityServiceProvider.client.user-1.accessToken', token)
    localStorage.setItem('CognitoIdentityServiceProvider.client.user-1.refreshToken', 'refresh')
    return token
  }
  const authorization = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  let fetched: MockInstance<typeof fetch>
  beforeEach(() => {
    server.answers({ 'GET /rest-api/users/token': { userId: 'user-1', valid: true } })
    fetched = vi.spyOn(globalThis, 'fetch')
    until(Date.now() - 1000)
  })
  afterEach(() => fetched.mockRestore())
  const check = () => callApi('GET /rest-api/users/token', {})

  test('is renewed before the request is sent', async () => {
    const fresh = until(Date.now() + 3_600_000)
    until(Date.now() - 1000)
    vi.mocked(renew).mockImplementationOnce(async () => until(Date.now() + 3_600_000))
    await check()
    expect(authorization()).toEqual([`Bearer ${fresh}`])
  })
  test('signs out before the request is sent when it cannot be renewed', async () => {
    vi.mocked(renew).mockResolvedValueOnce(undefined)
    expect((await problemOf(check()))?.code).toBe('not_signed_in')
    expect(authorization()).toEqual([])
    expect(left).toHaveBeenCalledExactlyOnceWith('/logout?redirectUri=%2F&ended')
  })
})

describe('a cached response', () => {
  const key = 'GET /api/v1/playersAndTeams'
  function Later({ read }: { read: ReturnType<typeof useApi<typeof key>> }) {
    const [looks, setLooks] = useState(false)
    if (looks) return <p>{read.data ? 'It is here' : 'Nothing yet'}</p>
    return (
      <button type="button" onClick={() => setLooks(true)}>
        Look
      </button>
    )
  }
  const Page = () => <Later read={useApi(key, {})} />
  const Beside = () => useApi(key, {}).data && <p>It has come</p>

  test('is shown by a component that starts reading data only later', async () => {
    server.answers({ [key]: playersAndTeams() })
    const { user } = showScreen(
      <>
        <Page />
        <Beside />
      </>,
    )
    await screen.findByText('It has come')
    await user.click(screen.getByRole('button', { name: 'Look' }))
    expect(screen.getByText('It is here')).toBeVisible()
  })
})

describe('retries', () => {
  const Reader = () => {
    const { data, error } = useApi('GET /api/v1/playersAndTeams', {})
    return <p>{data ? 'here' : (error?.code ?? 'asking')}</p>
  }
  const failing = (times: number, code: ConstructorParameters<typeof Problem>[0]) =>
    server.answers({
      'GET /api/v1/playersAndTeams': () => {
        if (server.calls.length <= times) throw new Problem(code)
        return playersAndTeams()
      },
    })
  const read = () =>
    showScreen(
      <PersistedCache userId="user-1">
        <Reader />
      </PersistedCache>,
    )

  test('repeats a read that failed with a server error', async () => {
    clockFrom(Date.now())
    failing(1, 'busy')
    read()
    await screen.findByText('busy')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await screen.findByText('here')
    expect(server.calls).toHaveLength(2)
  })
  test('does not repeat a read that was rejected', async () => {
    clockFrom(Date.now())
    failing(9, 'not_found')
    read()
    await screen.findByText('not_found')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toHaveLength(1)
  })
  test('does not repeat a write', async () => {
    clockFrom(Date.now())
    server.answers({
      'GET /user/updateInviteStatus/{inviteFile}': () => {
        throw new Problem('busy')
      },
    })
    const write = callApi('GET /user/updateInviteStatus/{inviteFile}', {
      inviteFile: 'x.json',
      query: { status: 'Accepted' },
    })
    expect((await problemOf(write))?.code).toBe('busy')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toHaveLength(1)
  })
})
