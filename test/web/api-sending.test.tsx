import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { type ApiProblem, callApi, useApi } from '#web/api.ts'
import { requestOf, send } from '#web/api/request.ts'
import { setNavigate } from '#web/shell/navigateOutside.ts'
import { showScreen, standInServer } from './fakeServer.tsx'
import { teamId } from './people.ts'

const server = standInServer()
const left = vi.fn()
beforeEach(() => setNavigate(left))
afterEach(() => left.mockReset())

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as ApiProblem,
  )
const roster = () => callApi('GET /api/v1/team/{teamId}', { teamId })

describe('sending a request', () => {
  const fetched = () => vi.spyOn(globalThis, 'fetch')
  afterEach(() => vi.restoreAllMocks())

  test('sends a form where the contract has one, with a repeated field for each list item', async () => {
    const { body, type } = requestOf(
      'PUT /rest-api/session/profile',
      { body: { firstName: 'Ann', lastName: 'X', tags: ['a', 'b'], none: undefined } as never },
      'multipart',
    )
    expect(type).toBeUndefined()
    expect([...(body as FormData)]).toEqual([
      ['firstName', 'Ann'],
      ['lastName', 'X'],
      ['tags', 'a'],
      ['tags', 'b'],
    ])
  })
  test('sends a file as the raw body', () => {
    const body = new Blob(['x'], { type: 'image/png' })
    expect(requestOf('PUT /rest-api/session/profile', { body: body as never })).toMatchObject({
      body,
      type: 'image/png',
    })
  })
  test('returns a downloaded file with its name', async () => {
    fetched().mockResolvedValueOnce(
      new Response('a;b', {
        headers: {
          'content-type': 'text/csv',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Año 2026.csv')}`,
        },
      }),
    )
    const file = (await roster()) as unknown as File
    expect([file.name, file.type, await file.text()]).toEqual(['Año 2026.csv', 'text/csv', 'a;b'])
  })
  test('uses the timeout that the caller passes', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    server.answers({ 'GET /rest-api/users/token': { userId: 'user-1', valid: true } })
    await callApi('GET /rest-api/users/token', {}, { timeout: 10_000 })
    expect(timeout).toHaveBeenCalledWith(10_000)
  })
  test.each([
    ['a form', { body: { avatar: new Blob(['x']) } }, { as: 'multipart' }],
    ['a file', { body: new Blob(['x'], { type: 'image/png' }) }, {}],
  ])('sets no default timeout for %s, as uploads can be slow', async (_, { body }, how) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    fetched().mockImplementation(async () => Response.json({}))
    await send('PUT /rest-api/session/profile', { body: body as never }, {}, how as never)
    expect(timeout).not.toHaveBeenCalled()
    await send('PUT /rest-api/session/profile', { body: body as never }, {}, { ...how, timeout: 5000 } as never)
    expect(timeout).toHaveBeenCalledWith(5000)
  })
  test.each([
    ['anything else', {}],
    ['a form without files', { as: 'multipart' }],
  ])('times out after 30 seconds for %s', async (_, how) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    fetched().mockImplementation(async () => Response.json({}))
    await send('PUT /rest-api/session/profile', { body: { firstName: 'Ann' } as never }, {}, how as never)
    expect(timeout).toHaveBeenCalledWith(30_000)
  })
  test('can be cancelled by the caller, without an error message', async () => {
    server.answers({ 'GET /api/v1/team/{teamId}': () => new Promise(() => undefined) })
    const cancel = new AbortController()
    const call = problemOf(callApi('GET /api/v1/team/{teamId}', { teamId }, { signal: cancel.signal }))
    await vi.waitFor(() => expect(server.calls).toHaveLength(1))
    cancel.abort()
    expect(await call).toMatchObject({ code: 'cancelled', status: 0, isReported: true })
    expect(left).not.toHaveBeenCalled()
  })
})

describe('a read shared by two parts of a screen', () => {
  const Part = ({ handles }: { handles?: ('not_allowed' | 'failures')[] }) => {
    useApi('GET /api/v1/team/{teamId}', { teamId }, handles ? { handles } : {})
    return null
  }
  test.each([
    ['first', [['not_allowed'], undefined]],
    ['last', [undefined, ['not_allowed']]],
  ] as const)('when rejected with 403 is left to the part that handles it, when that is the %s', async (_, parts) => {
    server.answers({
      'GET /api/v1/team/{teamId}': () => {
        throw new Problem('not_allowed')
      },
    })
    const [first, second] = parts
    showScreen(
      <>
        <Part {...(first && { handles: [...first] })} />
        <Part {...(second && { handles: [...second] })} />
        <p>here</p>
      </>,
    )
    await vi.waitFor(() => expect(server.calls).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(left).not.toHaveBeenCalled()
  })
  test('when rejected with 403 opens Forbidden once if no part handles it', async () => {
    server.answers({
      'GET /api/v1/team/{teamId}': () => {
        throw new Problem('not_allowed')
      },
    })
    showScreen(
      <>
        <Part />
        <Part />
      </>,
    )
    await vi.waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/forbidden'))
  })
})
