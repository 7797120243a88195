import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import type { Invite } from '#functions/table/inviteRows.ts'
import { invites } from '#functions/table/invites.ts'
import { write } from '#functions/table/table.ts'
import { eventOf, inviteOf } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import { call } from '../call.ts'
import { anEvent, stamp } from '../club.ts'
import { killedAfter, killedAtEvery } from '../simulatedProcess.ts'
import { mergeId, miaTwice, stateOfMerge, sendMerge, undoMerge, users } from './merging.ts'

const PREVIEW = 'GET /rest-api/duplicates/{orgId}/preview'

/**
 * Mia's duplicate, on the team for a whole season: with past games and this many upcoming ones, in random order. With `isKept`,
 * Mia is on it, too.
 */
async function withSeason(coming: number, isKept = false) {
  const twice = await miaTwice()
  const { club, twin, mia, scrimmage } = twice
  const on = (day: string) => anEvent(club.otters, { start: `${day}T18:00:00Z`, end: `${day}T20:00:00Z` })
  const days = Array.from({ length: coming }, (_, i) => addDays('2026-11-23', (i * 37) % coming))
  const hers = { playerId: twin, firstName: 'Mía', lastName: 'Moreno' }
  const roster = isKept ? [hers, { ...hers, playerId: mia, firstName: 'Mia' }] : [hers]
  const [games, past] = [days.map(on), [on('2026-11-02'), on('2026-11-09')]]
  await Promise.all([...games, ...past].map((event) => createEvent(stamp, event, roster)))
  const inOrder = [scrimmage, ...games].toSorted((a, b) => (a.start < b.start ? -1 : 1))
  return { ...twice, past, games: inOrder.map(({ eventId }) => eventId) }
}

/** The events a player is invited to, earliest first. */
const eventsOf = async (playerId: string) =>
  (await invites.between(playerId, '2026', '2028', { consistent: true })).map(({ inviteId }) => eventOf(inviteId))

describe('a merge of a player with a whole season of invites', () => {
  it('moves every upcoming invite, leaves past ones beyond the limit, and is undone completely', async () => {
    const { club, twin, mia, past, games } = await withSeason(80)
    const before = await stateOfMerge(club, [mia, twin], users)
    const preview = { as: club.user('admin'), orgId: club.organizationId, query: { keepId: mia, goneId: twin } }
    expect((await call(PREVIEW, preview)).body).toMatchObject({ invites: games.length, invitesLeft: past.length })
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect(await eventsOf(mia)).toEqual(expect.arrayContaining(games))
    expect(await eventsOf(twin)).toEqual(past.map(({ eventId }) => eventId))
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
  })

  it('moves the next events in its first transaction', async () => {
    const { club, twin, mia, games } = await withSeason(80)
    expect(await killedAfter(1, () => sendMerge(club, mergeId(), mia, twin))).toBe(true)
    const left = await eventsOf(twin)
    const moved = games.filter((eventId) => !left.includes(eventId))
    expect(moved.length).toBeGreaterThan(10)
    expect(moved).toEqual(games.slice(0, moved.length))
  })

  it('and its undo complete on retry wherever they are interrupted', async () => {
    const { club, twin, mia, past, games } = await withSeason(80)
    const before = await stateOfMerge(club, [mia, twin], users)
    const kills = await killedAtEvery(async (dies) => {
      const id = mergeId()
      if (await dies(() => sendMerge(club, id, mia, twin)))
        expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
      expect(await eventsOf(mia)).toEqual(expect.arrayContaining(games))
      expect(await eventsOf(twin)).toEqual(past.map(({ eventId }) => eventId))
      if (await dies(() => undoMerge(club, id))) expect((await undoMerge(club, id)).status).toBe(200)
      expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    })
    expect(kills).toBeGreaterThan(1)
  })

  it('can be undone when interrupted, and done again when its undo was interrupted', async () => {
    const { club, twin, mia, past, games } = await withSeason(80)
    const before = await stateOfMerge(club, [mia, twin], users)
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    expect(await killedAfter(1, () => undoMerge(club, id))).toBe(true)
    expect((await eventsOf(twin)).length).toBeGreaterThan(past.length)
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect(await eventsOf(mia)).toEqual(expect.arrayContaining(games))
    expect(await eventsOf(twin)).toEqual(past.map(({ eventId }) => eventId))
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    const other = mergeId()
    expect(await killedAfter(1, () => sendMerge(club, other, mia, twin))).toBe(true)
    expect((await undoMerge(club, other)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
  })
})

describe('a merge of two players invited to the same events', () => {
  const answers = (eventId: string, playerId: string, note: string, status: 'Accepted' | 'Declined' = 'Declined') =>
    invites.answer(stamp, { inviteId: inviteOf(eventId, playerId), status, note })
  const saidBy = async (eventId: string, playerId: string) => {
    const found = await invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true })
    return [found?.status, found?.note]
  }

  it('keeps the only answer, or the kept player’s if both have answered; an undo restores both', async () => {
    const { club, twin, mia, games } = await withSeason(4, true)
    const [hers = '', both = '', own = '', nobody = ''] = games.slice(1)
    await answers(hers, twin, 'Away')
    await answers(both, twin, 'Away')
    await answers(both, mia, 'Comes', 'Accepted')
    await answers(own, mia, 'Comes', 'Accepted')
    const before = await stateOfMerge(club, [mia, twin], users)
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect(await Promise.all([hers, both, own, nobody].map((eventId) => saidBy(eventId, mia)))).toEqual([
      ['Declined', 'Away'],
      ['Accepted', 'Comes'],
      ['Accepted', 'Comes'],
      ['Pending', undefined],
    ])
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
  })

  it('keeps later dates and reopened answers of unanswered invites; an undo restores both', async () => {
    const { club, twin, mia, games } = await withSeason(5, true)
    const [came = '', out = '', both = '', own = '', said = ''] = games.slice(1)
    const later = { registrationId: `${club.organizationId}.r1`, optionIds: ['week'] }
    const [ofTwin, ofMia] = [{ ...later, optionIds: ['other'] }, invites.newReopenedAnswerId()]
    const other = { registrationId: `${club.organizationId}.r2`, optionIds: ['month'] }
    const opened = invites.newReopenedAnswerId()
    const asked = (eventId: string, playerId: string, set: Partial<Invite>) =>
      write(stamp, invites.change({ inviteId: inviteOf(eventId, playerId) }, { set }))
    await asked(came, twin, { later })
    await asked(out, twin, { answerId: opened })
    await asked(both, twin, { later: ofTwin, answerId: opened })
    await asked(both, mia, { later: { ...later, others: [other] } })
    await asked(own, mia, { later, answerId: ofMia })
    await asked(said, twin, { later, answerId: opened })
    await answers(said, mia, 'Comes', 'Accepted')
    const before = await stateOfMerge(club, [mia, twin], users)
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    const now = await invites.getMany(
      [came, out, both, own, said].map((eventId) => ({ inviteId: inviteOf(eventId, mia) })),
      { consistent: true },
    )
    expect(now.map((each) => [each?.status, each?.later, each?.answerId])).toEqual([
      ['Pending', later, 'unanswered'],
      ['Pending', undefined, opened],
      ['Pending', { ...ofTwin, others: [other] }, opened],
      ['Pending', later, ofMia],
      ['Accepted', undefined, expect.stringMatching(/^a\./)],
    ])
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
  })

  it('leaves later answers with the kept player after an undo', async () => {
    const { club, twin, mia, games } = await withSeason(1, true)
    const [, game = ''] = games
    await answers(game, twin, 'Away')
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    await answers(game, mia, 'Comes after all', 'Accepted')
    expect((await undoMerge(club, id)).status).toBe(200)
    expect([await saidBy(game, mia), await saidBy(game, twin)]).toEqual([
      ['Accepted', 'Comes after all'],
      ['Declined', 'Away'],
    ])
  })

  it('keeps the answer among a whole season of invites', async () => {
    const { club, twin, mia, games } = await withSeason(90, true)
    const last = games.at(-1) ?? ''
    await answers(last, twin, 'Away')
    const before = await stateOfMerge(club, [mia, twin], users)
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect(await saidBy(last, mia)).toEqual(['Declined', 'Away'])
    expect((await eventsOf(twin)).filter((eventId) => games.includes(eventId))).toEqual([])
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
  })
})
