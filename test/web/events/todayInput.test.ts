import { beforeEach, expect, it } from 'vitest'
import { familyMonth } from '#web/events/monthQueries.ts'
import { rememberedPlayers, rememberPlayers, startOfDay, todayInput } from '#web/events/todayInput.ts'
import { setTimeZone } from '../fakeServer.tsx'

beforeEach(() => localStorage.clear())

it.each([
  ['America/Chicago', '2026-11-01T12:00:00-06:00', '2026-11-01T05:00:00.000Z'], // daylight saving time ends on this day
  ['America/Chicago', '2026-03-08T12:00:00-05:00', '2026-03-08T06:00:00.000Z'], // and begins on this one
  ['America/Mexico_City', '2026-06-11T23:59:59-06:00', '2026-06-11T06:00:00.000Z'],
  ['Europe/Berlin', '2026-11-21T00:00:00+01:00', '2026-11-20T23:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24T12:00:00+03:00', '2026-04-23T22:00:00.000Z'], // a day that begins at 1:00
])('the user’s day in %s at %s begins at %s', (zone, now, start) => {
  setTimeZone(zone)
  expect(startOfDay(new Date(now))).toBe(start)
  setTimeZone('America/Chicago')
})

it('sends the players seen last, at most as many as the contract allows', () => {
  expect(todayInput(new Date()).query).not.toHaveProperty('players')
  const many = Array.from({ length: 25 }, (_, index) => `p${index}`)
  rememberPlayers(many)
  expect(todayInput(new Date()).query.players).toBe(many.slice(0, 20).join(','))
  expect(familyMonth('2026-11').players).toBe(many.slice(0, 20).join(','))
})

it('forgets the players when there are none', () => {
  rememberPlayers(['p1'])
  rememberPlayers([])
  expect(todayInput(new Date()).query).not.toHaveProperty('players')
})

it.each(['', 'nonsense', '{}', '[1,null,""]'])('treats %j in storage as no players', (kept) => {
  localStorage.setItem('touchline.players', kept)
  expect(rememberedPlayers()).toEqual([])
})
