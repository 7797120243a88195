import { HttpResponse } from 'msw/http'
import { afterEach, describe, expect, test } from 'vitest'
import { cacheKey, callApi } from '#web/api.ts'
import { readAddress } from '#web/early/earlyResponse.ts'
import { todayInput } from '#web/events/todayInput.ts'
import { standInServer } from './fakeServer.tsx'
import { playersAndTeams, today } from './people.ts'

const server = standInServer()
afterEach(() => {
  delete window.touchlineEarly
})

describe('a read started early by the script in the page’s head', () => {
  const input = todayInput()
  const early = (startUtc: string, response: Promise<Response>, begun = performance.now()) => {
    const read = readAddress(`/api/v1/today?startUtc=${startUtc}&players=o1.p1`)
    const asked: [string, object] = ['GET /api/v1/today', { query: { startUtc } }]
    window.touchlineEarly = [{ read, sentAt: begun, response, ownerId: 'user-1', swrKey: asked, settled: response }]
  }
  const read = () => callApi('GET /api/v1/today', input)

  test('uses the early response once, then requests again', async () => {
    server.answers({ 'GET /api/v1/today': { ...today(), unpaidFeeCount: 2 } })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 })))
    expect((await read()).unpaidFeeCount).toBe(1)
    expect(server.calls).toEqual([])
    expect((await read()).unpaidFeeCount).toBe(2)
  })
  test('ignores an early response for another day', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early('2020-01-01T06:00:00.000Z', Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 })))
    expect((await read()).unpaidFeeCount).toBe(0)
  })
  test('ignores an early response older than 30 seconds', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    const old = Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 }))
    early(input.query.startUtc, old, performance.now() - 30_000)
    expect((await read()).unpaidFeeCount).toBe(0)
  })
  test('requests again when the early request failed', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.reject(new TypeError('Failed to fetch')))
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('requests again when the early response was 403', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ code: 'not_allowed' }, { status: 403 })))
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('requests again when the early response was 401, as there may be a newer session', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ code: 'not_signed_in' }, { status: 401 })))
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('ignores an early response requested by another user', async () => {
    server.answers({ 'GET /api/v1/today': today() })
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ ...today(), unpaidFeeCount: 1 })))
    for (const each of window.touchlineEarly ?? []) each.ownerId = 'user-2'
    expect((await read()).unpaidFeeCount).toBe(0)
    expect(server.calls).toHaveLength(1)
  })
  test('drops an early response that no read has taken after 30 seconds', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams() })
    const other = () => callApi('GET /api/v1/playersAndTeams', {})
    early(input.query.startUtc, Promise.resolve(HttpResponse.json({ code: 'not_allowed' }, { status: 403 })))
    await other()
    expect(window.touchlineEarly).toHaveLength(1)
    const [left] = window.touchlineEarly ?? []
    if (left) left.sentAt -= 30_000
    await other()
    expect(window.touchlineEarly).toEqual([])
  })
  test('has the same cache key with and without hinted players', () => {
    const { startUtc } = input.query
    const hinted = { query: { startUtc, players: 'o1.p1' } }
    expect(cacheKey('GET /api/v1/today', hinted)).toBe(cacheKey('GET /api/v1/today', { query: { startUtc } }))
  })
})
