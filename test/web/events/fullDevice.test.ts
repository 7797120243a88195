import { afterEach, expect, it, vi } from 'vitest'
import { storeMarks, readMarks, sendMarks } from '#web/events/rollCallMarks.ts'
import { listMarkItems } from '#web/session/stored.ts'
import { clearPersonalData } from '#web/session/tokens.ts'
import { standInServer } from '../fakeServer.tsx'

const server = standInServer()
const MARK = 'PUT /rest-api/attendance/event/{eventId}'
const eventId = 'o0000000000a.t0000000000a.e0000000000a'
afterEach(() => vi.restoreAllMocks())

const isFull = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

it('an attendance mark that the device has no room to store is sent all the same', async () => {
  isFull()
  storeMarks(eventId, { 'player-1': { presence: 'missed', over: [null] } })
  expect(readMarks(eventId)).toEqual({ 'player-1': { presence: 'missed', over: [null] } })
  expect(listMarkItems('user-1')).toHaveLength(1)
  server.answers({ [MARK]: { marks: [{ playerId: 'player-1', presence: 'missed' }], stood: [] } })
  await sendMarks()
  expect(server.asked(MARK).map(({ body }) => body)).toEqual([
    { marks: [{ playerId: 'player-1', presence: 'missed', over: [null] }] },
  ])
  expect([readMarks(eventId), listMarkItems('user-1')]).toEqual([{}, []])
})

it('an unstored mark is dropped on sign-out, but not when the session ends by itself', () => {
  isFull()
  storeMarks(eventId, { 'player-1': { presence: 'came' } })
  clearPersonalData(true)
  expect(listMarkItems('user-1')).toHaveLength(1)
  clearPersonalData()
  expect(listMarkItems('user-1')).toEqual([])
})
