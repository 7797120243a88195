import { HttpResponse } from 'msw/http'
import { afterEach, describe, expect, test } from 'vitest'
import { cacheKey, callApi } from '#web/api.ts'
import { readAt } from '#web/early/earlyResponse.ts'
import { todayInput } from '#web/events/todayInput.ts'
import { standInServer } from './answering.tsx'
import { playersAndTeams, today } from './people.ts'

const server = standInServer()
afterEach(() => {
  delete window.touchlineEarly
})

describe('a read that the page’s head has begun', () => {
  const input = todayInput()
  const early = (startUtc: string, response: Promise<Response>, begun = performance.now()) => {
    const read = readAt(`/api/v1/today?startUtc=${startUtc}&players=o1.p1`)
    const asked: [string, object] = ['GET /api/v1/today', { query: { startUtc } }]
    window.touchlineEarly = [{ read, begun, response, of: 'user-1', asked, known: response }]
  }
  const read = () => callApi('GET /api/v1/today', input)

  test('takes the answer that is already on its way, once', async () => {
    server.answers({ 'GET /api/v1/today': { ...today(), unpaidFeeCount: 2 } })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 })))
    expect((await read()).unpaidFeeCount).toBe(1)
    expect(server.calls).toEqual([])
    expect((await read()).unpaidFeeCount).toBe(2)
  })
  test('does not take the answer of another day', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early('2020-01-01T06:00:00.000Z', Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 })))
    expect((await read()).unpaidFeeCount).toBe(0)
  })
  test('does not take an answer that has lain there for half a minute', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    const old = Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 }))
    early(input.query.startUtc, old, performance.now() - 30_000)
    expect((await read()).unpaidFeeCount).toBe(0)
  })
  test('asks again when the early one did not get through', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.reject(new TypeError('Failed to fetch')))
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('asks again what was refused: rights that are known by now allow it', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ code: 'not_allowed' }, { status: 403 })))
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('asks again what was refused to a sign-in that was over, as there may be another one by now', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ code: 'not_signed_in' }, { status: 401 })))
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('takes nothing of what was asked by who was signed in before', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 })))
    for (const each of window.touchlineEarly ?? []) each.of = 'user-2'
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('keeps no answer that nobody takes', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams() })
    const other = () => callApi('GET /api/v1/playersAndTeams', {})
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ code: 'not_allowed' }, { status: 403 })))
    await other()
    expect(window.touchlineEarly).toHaveLength(1)
    const [left] = window.touchlineEarly ?? []
    if (left) left.begun -= 30_000
    await other()
    expect(window.touchlineEarly).toEqual([])
  })
  test('lies in the cache under the same name whichever players are hinted', () => {
    const { startUtc } = input.query
    const hinted = { query: { startUtc, players: 'o1.p1' } }
    expect(cacheKey('GET /api/v1/today', hinted)).toBe(cacheKey('GET /api/v1/today', { query: { startUtc } }))
  })
})
