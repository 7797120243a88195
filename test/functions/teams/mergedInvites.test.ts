import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { invites } from '#functions/table/invites.ts'
import { eventOf } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import { call } from '../call.ts'
import { anEvent, stamp } from '../club.ts'
import { killedAfter, killedAtEvery } from '../killed.ts'
import { mergeId, miaTwice, saidOf, send, undo, users } from './merging.ts'

const PREVIEW = 'GET /rest-api/duplicates/{orgId}/preview'

/** Mia once more, on the team of a whole season: with what is past and so many games that are coming, in no order. */
async function withSeason(coming: number) {
  const twice = await miaTwice()
  const { club, twin, scrimmage } = twice
  const on = (day: string) => anEvent(club.otters, { start: `${day}T18:00:00Z`, end: `${day}T20:00:00Z` })
  const days = Array.from({ length: coming }, (_, i) => addDays('2026-11-23', (i * 37) % coming))
  const roster = [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno' }]
  const [games, past] = [days.map(on), [on('2026-11-02'), on('2026-11-09')]]
  await Promise.all([...games, ...past].map((event) => createEvent(stamp, event, roster)))
  const inOrder = [scrimmage, ...games].toSorted((a, b) => (a.start < b.start ? -1 : 1))
  return { ...twice, past, games: inOrder.map(({ eventId }) => eventId) }
}

/** The events to which a player is invited, the earliest first. */
const eventsOf = async (playerId: string) =>
  (await invites.between(playerId, '2026', '2028', { consistent: true })).map(({ inviteId }) => eventOf(inviteId))

describe('a merge with one who has a season before them', () => {
  it('takes along every coming game, and leaves what is past that finds no place; it is undone whole', async () => {
    const { club, twin, mia, past, games } = await withSeason(80)
    const before = await saidOf(club, [mia, twin], users)
    const preview = { as: club.user('admin'), orgId: club.organizationId, query: { keepId: mia, goneId: twin } }
    expect((await call(PREVIEW, preview)).body).toMatchObject({ invites: games.length, invitesLeft: past.length })
    const id = mergeId()
    expect((await send(club, id, mia, twin)).status).toBe(200)
    expect(await eventsOf(mia)).toEqual(expect.arrayContaining(games))
    expect(await eventsOf(twin)).toEqual(past.map(({ eventId }) => eventId))
    expect((await undo(club, id)).status).toBe(200)
    expect(await saidOf(club, [mia, twin], users)).toEqual(before)
  })

  it('moves what is next in its first step', async () => {
    const { club, twin, mia, games } = await withSeason(80)
    expect(await killedAfter(1, () => send(club, mergeId(), mia, twin))).toBe(true)
    const left = await eventsOf(twin)
    const moved = games.filter((eventId) => !left.includes(eventId))
    expect(moved.length).toBeGreaterThan(10)
    expect(moved).toEqual(games.slice(0, moved.length))
  })

  it('comes to its end and is undone whole, wherever either is cut short', async () => {
    const { club, twin, mia, past, games } = await withSeason(80)
    const before = await saidOf(club, [mia, twin], users)
    const kills = await killedAtEvery(async (dies) => {
      const id = mergeId()
      if (await dies(() => send(club, id, mia, twin))) expect((await send(club, id, mia, twin)).status).toBe(200)
      expect(await eventsOf(mia)).toEqual(expect.arrayContaining(games))
      expect(await eventsOf(twin)).toEqual(past.map(({ eventId }) => eventId))
      if (await dies(() => undo(club, id))) expect((await undo(club, id)).status).toBe(200)
      expect(await saidOf(club, [mia, twin], users)).toEqual(before)
    })
    expect(kills).toBeGreaterThan(2)
  })

  it('is undone whole where it was cut short, and done anew where that was', async () => {
    const { club, twin, mia, past, games } = await withSeason(80)
    const before = await saidOf(club, [mia, twin], users)
    const id = mergeId()
    await killedAfter(1, () => send(club, id, mia, twin))
    await killedAfter(1, () => undo(club, id))
    expect((await send(club, id, mia, twin)).status).toBe(200)
    expect(await eventsOf(mia)).toEqual(expect.arrayContaining(games))
    expect(await eventsOf(twin)).toEqual(past.map(({ eventId }) => eventId))
    await killedAfter(1, () => undo(club, id))
    expect((await undo(club, id)).status).toBe(200)
    expect(await saidOf(club, [mia, twin], users)).toEqual(before)
  })
})
