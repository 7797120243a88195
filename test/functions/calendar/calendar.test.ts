import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { invites } from '#functions/table/invites.ts'
import { families } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { call } from '../call.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'
import { writeEvents } from './planning.ts'

const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const EVENT = 'GET /rest-api/calendar/event/{eventId}'

// Shared, as refused requests do not change it.
let refusing: ReturnType<typeof aClub> | undefined

describe('a team’s month', () => {
  it('contains the events whose local day is in the month, in order of time', async () => {
    const club = await aClub()
    const at = (day: string, time: string, timezone = 'America/Chicago') => ({
      start: instantOf(day, time, timezone),
      end: instantOf(day, time, timezone),
      timezone,
      name: `${day} ${time}`,
    })
    for (const event of [
      at('2026-11-01', '00:00'),
      at('2026-11-30', '23:59'),
      at('2026-10-31', '23:59'),
      at('2026-12-01', '00:00'),
      at('2026-11-30', '22:00', 'Pacific/Pago_Pago'),
    ])
      await createEvent(stamp, anEvent(club.falcons, event), [])
    const { body } = await call(MONTH, {
      as: club.user('parent'),
      orgUnitId: club.falcons.teamId,
      query: { start: '2026-11-01', end: '2026-12-01' },
    })
    expect(body.events.map(({ name }) => name)).toEqual([
      '2026-11-01 00:00',
      'Practice',
      '2026-11-30 23:59',
      '2026-11-30 22:00',
    ])
    expect(body.cursor).toBeNull()
  })

  it('contains events of several days that began in the month before and last into it', async () => {
    const club = await aClub()
    const on = (day: string, time: string) => instantOf(day, time, 'America/Chicago')
    const cup = { name: 'Cup', start: on('2026-10-30', '09:00'), end: on('2026-11-01', '15:00') }
    const party = { name: 'Party', start: on('2026-10-31', '19:00'), end: on('2026-11-01', '01:00') }
    const night = { name: 'Sleepover', start: on('2026-11-30', '19:00'), end: on('2026-12-01', '09:00') }
    const ofClub = { name: 'Board', start: on('2026-10-25', '09:00'), end: on('2026-11-02', '15:00') }
    for (const event of [cup, party, night]) await createEvent(stamp, anEvent(club.falcons, event), [])
    await createEvent(
      stamp,
      { ...anEvent(club.falcons, ofClub), eventId: `${club.organizationId}.${newPart('e')}` },
      [],
    )
    const ask = async (start: string, end: string) => {
      const query = { start, end, related: 'true' as const }
      const { body } = await call(MONTH, { as: club.user('coach'), orgUnitId: club.falcons.teamId, query })
      return body.events.map(({ name }) => name)
    }
    expect(await ask('2026-10-01', '2026-11-01')).toEqual(['Board', 'Cup', 'Party'])
    expect(await ask('2026-11-01', '2026-12-01')).toEqual(['Board', 'Cup', 'Practice', 'Sleepover'])
    expect(await ask('2026-12-01', '2027-01-01')).toEqual(['Sleepover'])
  })

  it('can be queried between two instants', async () => {
    const club = await aClub()
    const millis = (instant: string) => String(Date.parse(instant))
    const ask = async (start: string, end: string) =>
      (
        await call(MONTH, {
          as: club.user('coach'),
          orgUnitId: club.falcons.teamId,
          query: { start: millis(start), end: millis(end), millis: 'true' },
        })
      ).body.events.length
    expect(await ask('2026-11-22T00:30:00Z', '2026-11-22T00:31:00Z')).toBe(1)
    expect(await ask('2026-11-22T00:00:00Z', '2026-11-22T00:30:00Z')).toBe(0)
  })

  it('is paginated when long, without losing or repeating events', async () => {
    const club = await aClub()
    const first = Date.parse('2026-11-02T00:00:00Z')
    const minutes = Array.from({ length: 230 }, (_, i) => new Date(first + i * 60_000).toISOString())
    await writeEvents(minutes.map((start) => anEvent(club.otters, { start })))
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await call(MONTH, {
        as: club.user('admin'),
        orgUnitId: club.otters.teamId,
        query: { start: '2026-11-01', end: '2026-12-01', cursor },
      })
      ids.push(...body.events.map(({ id }) => id))
      cursor = body.cursor ?? undefined
    } while (cursor)
    expect(new Set(ids).size).toBe(230)
    expect(ids).toHaveLength(230)
  })

  it('rejects altered cursors, and cursors of another team or month', async () => {
    const club = await aClub()
    await writeEvents(Array.from({ length: 101 }, () => anEvent(club.otters)))
    const query = { start: '2026-11-01', end: '2026-12-01' }
    const { body } = await call(MONTH, { as: club.user('admin'), orgUnitId: club.otters.teamId, query })
    const cursor = body.cursor ?? ''
    expect(cursor).not.toBe('')
    const other = await call(MONTH, {
      as: club.user('admin'),
      orgUnitId: club.falcons.teamId,
      query: { ...query, cursor },
    })
    const ofAnotherMonth = await call(MONTH, {
      as: club.user('admin'),
      orgUnitId: club.otters.teamId,
      query: { start: '2026-01-01', end: '2026-02-01', cursor },
    })
    const altered = await call(MONTH, {
      as: club.user('admin'),
      orgUnitId: club.otters.teamId,
      query: { ...query, cursor: `A${cursor.slice(1)}` },
    })
    expect([other.status, ofAnotherMonth.status, altered.status]).toEqual([400, 400, 400])
  })

  it.each([
    ['a day that does not exist', { start: '2026-02-30', end: '2026-03-01' }],
    ['days together with millis=true', { start: '2026-02-01', end: '2026-03-01', millis: 'true' }],
    ['a day as start and an instant as end', { start: '2026-02-01', end: '1770000000000' }],
    ['words instead of dates', { start: 'today', end: 'tomorrow' }],
    ['a year outside the supported range', { start: '0001-01-01', end: '2026-03-01' }],
    ['an end before the start', { start: '2026-12-31', end: '2026-01-01' }],
    ['an instant before the start', { start: '5', end: '4', millis: 'true' }],
    ['an instant whose year has five digits', { start: '0', end: '999999999999999', millis: 'true' }],
  ])('is rejected for %s', async (_what, query) => {
    const club = await (refusing ??= aClub())
    expect(
      (await call(MONTH, { as: club.user('admin'), orgUnitId: club.falcons.teamId, query: query as never })).status,
    ).toBe(400)
  })
})

describe('answers to an event', () => {
  const answer = (
    club: Awaited<ReturnType<typeof aClub>>,
    who: 'mia' | 'leo' | 'ada',
    status: 'Accepted' | 'Declined',
    note: string,
  ) =>
    call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('coach'),
      inviteFile: club.invite(club[who]),
      query: { status, note },
    })

  it('are visible in full to coaches, to families only acceptances and their own, and not to followers', async () => {
    const club = await aClub()
    await answer(club, 'mia', 'Declined', 'ill')
    await answer(club, 'leo', 'Accepted', 'by bus')
    const seenBy = async (name: string) => {
      const { body } = await call(EVENT, { as: club.user(name), eventId: club.game.eventId })
      return body.playerInvites.map(({ player, status, note }) => [player.firstName, status.value, note])
    }
    expect(await seenBy('coach')).toEqual([
      ['Ada', 'Pending', null],
      ['Leo', 'Accepted', 'by bus'],
      ['Mia', 'Declined', 'ill'],
    ]) // prettier-ignore
    expect(await seenBy('parent')).toEqual([
      ['Leo', 'Accepted', null],
      ['Mia', 'Declined', 'ill'],
    ]) // prettier-ignore
    expect(await seenBy('fan')).toEqual([])
    await answer(club, 'mia', 'Accepted', 'well again')
    expect(await seenBy('fan')).toEqual([])
  })

  it('are counted for everyone, with the reader’s level of detail', async () => {
    const club = await aClub()
    await answer(club, 'mia', 'Declined', 'ill')
    await answer(club, 'leo', 'Accepted', 'by bus')
    const turnout = { going: 1, notGoing: 1, waiting: 1 }
    for (const [name, sees] of [
      ['coach', 'answers'],
      ['admin', 'answers'],
      ['parent', 'going'],
      ['fan', 'numbers'],
    ] as const)
      expect((await call(EVENT, { as: club.user(name), eventId: club.game.eventId })).body).toMatchObject({
        turnout,
        sees,
      })
  })

  it('are only counted, apart from their own, for families of a team that hides its roster', async () => {
    const club = await aClub({ isRosterVisible: false })
    await answer(club, 'mia', 'Accepted', 'comes late')
    await answer(club, 'leo', 'Accepted', 'by bus')
    const { body } = await call(EVENT, { as: club.user('parent'), eventId: club.game.eventId })
    expect(body).toMatchObject({ turnout: { going: 2, notGoing: 0, waiting: 1 }, sees: 'numbers' })
    expect(body.playerInvites.map(({ player, note }) => [player.firstName, note])).toEqual([['Mia', 'comes late']])
  })

  it('are counted for family and followers of an invited player of another team, while the invite exists', async () => {
    const club = await aClub()
    const event = anEvent(club.otters)
    await createEvent(stamp, event, [club.sam, club.mia])
    const seenBy = async (name: string) => {
      const { status, body } = await call(EVENT, { as: club.user(name), eventId: event.eventId })
      return status === 200 ? [body.sees, body.playerInvites.map(({ player }) => player.firstName)] : status
    }
    expect(await seenBy('parent')).toEqual(['numbers', ['Mia']])
    expect(await seenBy('fan')).toEqual(['numbers', []])
    // Leo is on Mia's team, and not invited.
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('leos'), relation: 'own' })
    expect(await seenBy('leos')).toBe(403)
    const file = await call('GET /rest-api/calendar/event/{eventId}/file', {
      as: club.user('parent'),
      eventId: event.eventId,
    })
    expect(file.status).toBe(200)
    const invite = { inviteId: inviteOf(event.eventId, club.mia.playerId) }
    await update(stamp, invites.change(invite, { set: { deletedAt: stamp.at } }))
    expect([await seenBy('parent'), await seenBy('fan')]).toEqual([403, 403])
    await update(stamp, invites.change(invite, { set: { deletedAt: undefined } }))
    expect(await seenBy('parent')).toEqual(['numbers', ['Mia']])
    await write(stamp, invites.remove(invite))
    expect([await seenBy('parent'), await seenBy('fan')]).toEqual([403, 403])
  })
})
