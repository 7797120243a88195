import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { chunks } from '#functions/table/chunks.ts'
import { invites } from '#functions/table/invites.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'

const WEEK = 'GET /rest-api/teams/week'
const read = async (club: Club, as: string, startUtc = '2026-11-21T06:00:00Z') =>
  (await call(WEEK, { as: club.user(as), query: { startUtc } })).body

describe('the week', () => {
  it('covers the whole club for an administrator, the team for a coach, and nothing for a family', async () => {
    const club = await aClub()
    const late = anEvent(club.otters, { name: 'Scrimmage', start: '2026-11-24T18:00:00Z', end: '2026-11-24T19:00:00Z' })
    await createEvent(stamp, late, [club.sam])
    await createEvent(stamp, anEvent(club.otters, { start: '2026-11-29T18:00:00Z', end: '2026-11-29T19:00:00Z' }), [])
    await invites.answer(stamp, { inviteId: club.invite(club.mia), status: 'Accepted' })
    const admin = await read(club, 'admin')
    expect(admin.teams).toBe(2)
    expect(
      admin.events.map(({ event, turnout, waiting }) => [event.name, turnout, waiting.map((each) => each.firstName)]),
    ).toEqual([
      ['Practice', { going: 1, notGoing: 0, waiting: 2 }, ['Ada', 'Leo']],
      ['Scrimmage', { going: 0, notGoing: 0, waiting: 1 }, ['Sam']],
    ])
    const coach = await read(club, 'coach')
    expect([coach.teams, coach.events.map(({ event }) => event.name)]).toEqual([1, ['Practice']])
    expect(await read(club, 'parent')).toEqual({ events: [], more: 0, birthdays: [], teams: 0 })
  })

  it('contains an event of several days that began before and still lasts', async () => {
    const club = await aClub()
    const cup = { name: 'Cup', start: '2026-11-19T15:00:00Z', end: '2026-11-22T22:00:00Z' }
    const over = { name: 'Over', start: '2026-11-18T15:00:00Z', end: '2026-11-20T22:00:00Z' }
    for (const event of [cup, over]) await createEvent(stamp, anEvent(club.falcons, event), [])
    for (const as of ['admin', 'coach'])
      expect((await read(club, as)).events.map(({ event }) => event.name)).toEqual(['Cup', 'Practice'])
  })

  it('omits deleted events, also from the counts', async () => {
    const club = await aClub()
    const start = '2026-11-24T18:00:00Z'
    const end = '2026-11-24T19:00:00Z'
    for (let i = 0; i < 9; i++) {
      const gone = anEvent(club.falcons, { name: 'Gone', start, end })
      await createEvent(stamp, gone, [])
      await call('GET /api/v1/deleteEvent/{eventId}', { as: club.user('coach'), eventId: gone.eventId, query: {} })
    }
    await createEvent(stamp, anEvent(club.falcons, { name: 'Late', start, end }), [])
    for (const as of ['coach', 'admin']) {
      const { events, more } = await read(club, as)
      expect([events.map(({ event }) => event.name), more]).toEqual([['Practice', 'Late'], 0])
    }
  })

  it('shows the evening’s events of a large club after more past ones than one read returns', async () => {
    const club = await aClub()
    const on = (start: string, end: string, name: string) => anEvent(club.otters, { name, start, end })
    const over = Array.from({ length: 120 }, (_, i) => {
      const minute = String(i % 60).padStart(2, '0')
      return on(`2026-11-21T1${3 + Math.floor(i / 60)}:${minute}:00Z`, '2026-11-21T16:00:00Z', 'Game')
    })
    for (const some of chunks(over, 20)) await Promise.all(some.map((event) => createEvent(stamp, event, [])))
    await createEvent(stamp, on('2026-11-21T12:00:00Z', '2026-11-21T22:00:00Z', 'Camp'), [])
    await createEvent(stamp, on('2026-11-21T17:30:00Z', '2026-11-21T18:30:00Z', 'Under way'), [])
    const { events, more } = await read(club, 'admin')
    expect([events.map(({ event }) => event.name), more]).toEqual([['Camp', 'Under way', 'Practice'], 0])
  })

  it('lists birthdays for those who may know them, also across the turn of the year', async () => {
    const club = await aClub()
    const player = (firstName: string, bornOn: string) => ({
      playerId: `${club.organizationId}.${newPart('p')}`,
      firstName,
      lastName: 'Moreno',
      bornOn,
    })
    await teamPlayers.addNew(stamp, [player('Noa', '2014-12-30')], club.falcons)
    await teamPlayers.addNew(stamp, [player('Max', '2013-01-02'), player('Uma', '2013-01-20')], club.otters)
    const names = async (as: string) =>
      (await read(club, as, '2026-12-29T06:00:00Z')).birthdays.map(({ firstName, day }) => `${firstName} ${day}`)
    expect(await names('admin')).toEqual(['Noa 12-30', 'Max 01-02'])
    expect(await names('coach')).toEqual(['Noa 12-30'])
    expect(await names('parent')).toEqual([])
  })

  it('lists no birthday of a player on no team, until they are on one again', async () => {
    const club = await aClub()
    const born = (firstName: string) => {
      const playerId = `${club.organizationId}.${newPart('p')}`
      return { playerId, firstName, lastName: 'Moreno', bornOn: '2014-12-30' }
    }
    const [noa, ...others] = [born('Noa'), ...Array.from({ length: 35 }, (_, i) => born(`Max ${i}`))]
    await teamPlayers.addNew(stamp, [noa, ...others], club.falcons)
    const { playerId } = noa
    const count = async () => {
      const { birthdays } = await read(club, 'admin', '2026-12-29T06:00:00Z')
      return [birthdays.length, birthdays.some(({ id }) => id === playerId)]
    }
    for (const other of others.slice(5)) await teamPlayers.remove(stamp, other.playerId, club.falcons)
    expect(await count()).toEqual([6, true])
    await teamPlayers.remove(stamp, playerId, club.falcons)
    expect(await count()).toEqual([5, false])
    await teamPlayers.add(stamp, playerId, club.falcons)
    expect(await count()).toEqual([6, true])
  })

  it('omits events of an archived team, and birthdays of players only on it', async () => {
    const club = await aClub()
    const start = '2026-11-24T18:00:00Z'
    await createEvent(stamp, anEvent(club.otters, { name: 'Scrimmage', start, end: '2026-11-24T19:00:00Z' }), [])
    const born = (firstName: string) => {
      const playerId = `${club.organizationId}.${newPart('p')}`
      return { playerId, firstName, lastName: 'Moreno', bornOn: '2014-11-24' }
    }
    const [noa, max] = [born('Noa'), born('Max')]
    await teamPlayers.addNew(stamp, [noa, max], club.otters)
    await teamPlayers.add(stamp, noa.playerId, club.falcons)
    const shown = async (as = 'admin') => {
      const { events, birthdays } = await read(club, as)
      return [events.map(({ event }) => event.name), birthdays.map(({ firstName }) => firstName).toSorted()]
    }
    expect(await shown()).toEqual([
      ['Practice', 'Scrimmage'],
      ['Max', 'Noa'],
    ])
    const archived = async () => {
      await teams.archive(stamp, club.otters)
      await refreshCopies('Team', teams.key(club.otters))
    }
    await archived()
    expect(await shown()).toEqual([['Practice'], ['Noa']])
    // Its former coach sees nothing either.
    const coach = { userId: club.user('coach2'), firstName: 'Kim', lastName: 'Okafor' }
    await write(stamp, ...teamAdministrators.appoint(club.otters, { ...coach, flags: ['canEditPlayers'] }))
    expect((await shown('coach2'))[1]).toEqual(['Noa'])
  })
})
