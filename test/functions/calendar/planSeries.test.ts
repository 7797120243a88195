import { describe, expect, it } from 'vitest'
import { handler as tellNews } from '#functions/calendar/newsHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { inviteOf } from '#shared/ids.ts'
import { addDays, dayIn, instantOf } from '#shared/rules/days.ts'
import type { Recurrence } from '#shared/rules/recurrence.ts'
import { cutShort } from '../between.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart } from '../club.ts'
import { hand } from '../workers.ts'
import { invitesFollow, written } from './planning.ts'

const SERIES = 'POST /rest-api/calendar/series/{orgUnitId}'
const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const READ = 'GET /rest-api/calendar/event/{eventId}'
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const zone = 'America/Chicago'

/** Tuesdays and Thursdays from 24 November on, at half past five. */
const rule: Recurrence = { frequency: 'weekly', interval: 1, weekdays: [2, 4], until: '2026-12-17' }
const start = async (club: Club, repeat: Partial<Recurrence> = {}, part = newPart('s')) =>
  (
    await call(SERIES, {
      as: club.user('coach'),
      orgUnitId: club.falcons.teamId,
      body: { ...written, part, invite: 'everybody', repeat: { ...rule, ...repeat } },
    })
  ).body
/** Day, time, name of each date that is there, in their order. */
const dates = async (club: Club) => {
  const query = { start: '2026-11-23', end: '2027-02-01' }
  const { body } = await call(MONTH, { as: club.user('coach'), orgUnitId: club.falcons.teamId, query })
  return body.events.map(({ id, name, start: at, timezone }) => ({ id, name, day: dayIn(at, timezone), start: at }))
}
const days = async (club: Club) => (await dates(club)).map(({ day }) => day.slice(5))
type Change = Partial<typeof written> & { tell?: boolean; askAgain?: boolean } & {
  scope?: 'this' | 'following' | 'all'
  repeat?: Recurrence
  time?: string
}
async function edit(club: Club, eventId: string, { time, ...changes }: Change) {
  const { event, editing } = (await call(READ, { as: club.user('coach'), eventId })).body
  const day = dayIn(event.start, event.timezone)
  const clock = time === undefined ? {} : { start: instantOf(day, time, zone), end: instantOf(day, '20:00', zone) }
  const { name, description, field, start: at, end } = event
  const body = {
    ...{ ...written, name, description, field, start: at, end, answerBy: event.answerBy ?? null },
    ...{ revision: editing!.revision, askAgain: false, tell: false },
    ...clock,
    ...changes,
  }
  return call(EDIT, { as: club.user('coach'), eventId, body })
}
const all = ['11-24', '11-26', '12-01', '12-03', '12-08', '12-10', '12-15', '12-17']

describe('a series', () => {
  it('makes an event of each date, with invites of its own, at the same time of the clock', async () => {
    const club = await aClub()
    expect((await start(club)).events).toBe(8)
    expect(await days(club)).toEqual(all)
    const [first] = await dates(club)
    expect((await invites.to({ eventId: first!.id })).length).toBe(3)
  })

  it('sent again after it was cut short makes what is lacking, and nothing twice', async () => {
    const club = await aClub()
    const part = newPart('s')
    await cutShort(
      'TransactWriteCommand',
      async () => {
        const { events: made } = await start(club, {}, part)
        if (made === undefined) throw new Error('cut short')
      },
      5,
    ).catch(() => undefined) // prettier-ignore
    expect((await days(club)).length).toBeLessThan(8)
    await start(club, {}, part)
    await start(club, {}, part)
    expect(await days(club)).toEqual(all)
  })

  it('leaves out the days that the coach leaves out, and refuses a rule without an end', async () => {
    const club = await aClub()
    await start(club, { except: ['2026-11-26'] })
    expect(await days(club)).toEqual(all.filter((day) => day !== '11-26'))
    const { until: _until, ...endless } = rule
    const body = { ...written, part: newPart('s'), invite: 'nobody' as const, repeat: endless as never }
    const { status } = await call(SERIES, { as: club.user('coach'), orgUnitId: club.falcons.teamId, body })
    expect(status).toBe(400)
  })
})

describe('a change of a series', () => {
  it('of this date leaves the others, of the following those before, of all none', async () => {
    const club = await aClub()
    await start(club)
    const names = async () => (await dates(club)).map(({ name }) => name)
    const at = async (place: number) => (await dates(club))[place]!.id
    await edit(club, await at(2), { name: 'Guest', scope: 'this' })
    await edit(club, await at(5), { name: 'Late', scope: 'following' })
    expect(await names()).toEqual(['Practice', 'Practice', 'Guest', 'Practice', 'Practice', 'Late', 'Late', 'Late'])
    await edit(club, await at(0), { name: 'Early', scope: 'all' })
    expect(await names()).toEqual(['Early', 'Early', 'Guest', 'Early', 'Early', 'Late', 'Late', 'Late'])
  })

  it('keeps the answers of dates that stay, makes those that are new, and takes the others out of sight', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    const tuesday = before[4]!
    const inviteFile = inviteOf(tuesday.id, club.mia.playerId)
    await call(ANSWER, { as: club.user('parent'), inviteFile, query: { status: 'Accepted' } })
    await edit(club, before[2]!.id, { scope: 'following', repeat: { ...rule, weekdays: [2, 5], until: '2026-12-18' } })
    expect(await days(club)).toEqual(['11-24', '11-26', '12-01', '12-04', '12-08', '12-11', '12-15', '12-18'])
    const after = (await dates(club)).find(({ day }) => day === tuesday.day)
    expect(after?.id).toBe(tuesday.id)
    await invitesFollow(tuesday.id)
    const { playerInvites } = (await call(READ, { as: club.user('coach'), eventId: tuesday.id })).body
    expect(playerInvites.find(({ player }) => player.firstName === 'Mia')?.status.value).toBe('Accepted')
    // And back again: the events of before, not others.
    await edit(club, before[2]!.id, { scope: 'following', repeat: rule })
    expect((await dates(club)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it.each(['following', 'all'] as const)('of %s tells of each date that has moved, and of no other', async (scope) => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await edit(club, before[2]!.id, { time: '18:30', scope, tell: true })
    await edit(club, before[1]!.id, { name: 'Guest', scope, tell: true })
    const rows = await events.getMany(
      before.map(({ id }) => ({ eventId: id })),
      { consistent: true },
    )
    const isMoved = before.map((_, place) => scope === 'all' || place >= 2)
    expect(rows.map((row) => row?.news?.what === 'moved' && row.newsAt !== undefined)).toEqual(isMoved)
    expect(rows[4]?.news?.was?.start).toBe(before[4]!.start)
  })

  it('asks for the answers of all its dates again when the coach wants it', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    const late = before[6]!
    const inviteFile = inviteOf(late.id, club.mia.playerId)
    await call(ANSWER, { as: club.user('parent'), inviteFile, query: { status: 'Accepted' } })
    await edit(club, before[2]!.id, { time: '18:30', scope: 'following', askAgain: true })
    await hand(tellNews, { kind: 'Event', ...events.key({ eventId: late.id }) })
    expect(await invites.get({ inviteId: inviteFile }, { consistent: true })).toMatchObject({
      status: 'Pending',
      start: instantOf(late.day, '18:30', zone),
    })
    expect((await events.get({ eventId: before[1]!.id }, { consistent: true }))?.news).toBeUndefined()
  })

  it('changes nothing that has begun', async () => {
    const club = await aClub()
    await start(club)
    const [first, second] = await dates(club)
    await call(EDIT, {
      as: club.user('coach'),
      eventId: second!.id,
      now: '2026-11-25T12:00:00Z',
      body: {
        ...written,
        start: second!.start,
        end: second!.start,
        name: 'New',
        revision: 1,
        askAgain: false,
        tell: false,
        scope: 'all',
      },
    }) // prettier-ignore
    expect((await dates(club)).map(({ name }) => name).slice(0, 3)).toEqual(['Practice', 'New', 'New'])
    expect((await events.get({ eventId: first!.id }))?.version).toBe(1)
  })

  it('that was cut short is completed by doing it again', async () => {
    const club = await aClub()
    await start(club)
    const [, second] = await dates(club)
    await cutShort(
      'UpdateCommand',
      async () => {
        const { status } = await edit(club, second!.id, { name: 'New', scope: 'all' })
        if (status !== 200) throw new Error('cut short')
      },
      3,
    ).catch(() => undefined) // prettier-ignore
    expect((await edit(club, second!.id, { name: 'New', scope: 'all' })).status).toBe(200)
    expect(new Set((await dates(club)).map(({ name }) => name))).toEqual(new Set(['New']))
  })

  /** A plain model: each date has a name and a time of its own once it was changed by itself. */
  type Kind = 'this' | 'following' | 'all'
  const kinds: Kind[] = ['this', 'following', 'all']
  it.each(kinds.flatMap((one) => kinds.map((other) => [one, other] as const)))(
    'of %s and then of %s does what a list on paper would',
    async (one, other) => {
      const club = await aClub()
      await start(club)
      const model = all.map((day) => ({ day, name: 'Practice', time: '17:30', part: 0 }))
      const common = [{ name: 'Practice', time: '17:30' }]
      const apply = (place: number, scope: Kind, change: { name?: string; time?: string }) => {
        const chosen = model[place]!
        const was = common[chosen.part]!
        const reached =
          scope === 'this' ? [] : model.slice(scope === 'all' ? 0 : place).filter(({ part }) => part === chosen.part)
        for (const date of reached.filter((each) => each !== chosen))
          for (const key of ['name', 'time'] as const)
            if (change[key] !== undefined && date[key] === was[key]) date[key] = change[key]
        Object.assign(chosen, change)
        const starts = model.find(({ part }) => part === chosen.part) === chosen
        if (scope === 'this') return
        if (scope === 'following' && !starts) {
          common.push({ ...was, ...change })
          for (const date of reached) date.part = common.length - 1
        } else common[chosen.part] = { ...was, ...change }
      }
      for (const [place, scope, change] of [
        [3, one, { name: 'First', time: '18:00' }],
        [2, other, { name: 'Second' }],
      ] as const) {
        const { id } = (await dates(club))[place]!
        expect((await edit(club, id, { ...change, scope })).status).toBe(200)
        apply(place, scope, change)
      }
      const wanted = model.map(({ day, name, time }) => ({ day, name, start: instantOf(`2026-${day}`, time, zone) }))
      expect((await dates(club)).map(({ day, name, start: at }) => ({ day: day.slice(5), name, start: at }))).toEqual(
        wanted,
      )
    },
  )

  it('is refused for another day: dates move by themselves, or by the rule', async () => {
    const club = await aClub()
    await start(club)
    const [first] = await dates(club)
    const moved = instantOf(addDays(first!.day, 1), '17:30', zone)
    expect((await edit(club, first!.id, { start: moved, end: moved, scope: 'all' })).status).toBe(400)
  })
})

describe('dates of a series that are deleted', () => {
  const DELETE = 'GET /api/v1/deleteEvent/{eventId}'
  const RESTORE = 'POST /rest-api/calendar/event/{eventId}/restore'
  const remove = (club: Club, eventId: string, scope: 'this' | 'following' | 'all', now?: string) =>
    call(DELETE, { as: club.user('coach'), eventId, query: { scope }, ...(now !== undefined && { now }) })
  const ruleOf = async (club: Club, eventId: string) =>
    (await call(READ, { as: club.user('coach'), eventId })).body.series?.rule

  it('go alone, with those that follow, or with all to come; the rule says what is left', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[6]!.id, 'this')
    expect(await days(club)).toEqual(all.filter((day) => day !== '12-15'))
    await remove(club, before[4]!.id, 'following')
    expect(await days(club)).toEqual(['11-24', '11-26', '12-01', '12-03'])
    expect(await ruleOf(club, before[0]!.id)).toEqual({ ...rule, until: '2026-12-07' })
    await remove(club, before[2]!.id, 'all', '2026-11-25T12:00:00Z')
    expect(await days(club)).toEqual(['11-24'])
  })

  it('come back together, with their answers and the rule; what was deleted by itself stays so', async () => {
    const club = await aClub()
    await start(club, { until: undefined, count: 8 })
    const before = await dates(club)
    const inviteFile = inviteOf(before[5]!.id, club.mia.playerId)
    await call(ANSWER, { as: club.user('parent'), inviteFile, query: { status: 'Accepted' } })
    await remove(club, before[6]!.id, 'this', '2026-11-20T12:00:00Z')
    await remove(club, before[4]!.id, 'following', '2026-11-20T12:01:00Z')
    await call(RESTORE, { as: club.user('coach'), eventId: before[4]!.id, query: { together: 'true' } })
    expect(await days(club)).toEqual(all.filter((day) => day !== '12-15'))
    expect(await ruleOf(club, before[0]!.id)).toMatchObject({ count: 8 })
    await invitesFollow(before[5]!.id)
    expect(await invites.get({ inviteId: inviteFile }, { consistent: true })).toMatchObject({ status: 'Accepted' })
  })

  it('are there again with a rule that names them again, save those that were deleted by themselves', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[6]!.id, 'this')
    await call(RESTORE, { as: club.user('coach'), eventId: before[6]!.id, query: {} })
    await remove(club, before[5]!.id, 'this', '2026-11-20T12:00:00Z')
    await remove(club, before[4]!.id, 'following', '2026-11-20T12:01:00Z')
    await edit(club, before[0]!.id, { name: 'Early', scope: 'all' })
    expect(await days(club)).toEqual(['11-24', '11-26', '12-01', '12-03'])
    await edit(club, before[0]!.id, { scope: 'all', repeat: rule })
    expect(await days(club)).toEqual(all.filter((day) => day !== '12-10'))
    expect((await dates(club))[4]!.id).toBe(before[4]!.id)
  })

  it('more than once come back in either order, and the rule goes as far as what is left of that', async () => {
    for (const order of [
      [4, 2],
      [2, 4],
    ] as const) {
      const club = await aClub()
      await start(club)
      const before = await dates(club)
      const restore = (place: number) =>
        call(RESTORE, { as: club.user('coach'), eventId: before[place]!.id, query: { together: 'true' } })
      await remove(club, before[4]!.id, 'following', '2026-11-20T12:00:00Z')
      await remove(club, before[2]!.id, 'following', '2026-11-20T12:01:00Z')
      expect(await days(club)).toEqual(['11-24', '11-26'])
      await restore(order[0])
      const half = order[0] === 4 ? ['12-08', '12-10', '12-15', '12-17'] : ['12-01', '12-03']
      expect(await days(club)).toEqual(['11-24', '11-26', ...half])
      expect(await ruleOf(club, before[0]!.id)).toEqual({
        ...rule,
        until: order[0] === 4 ? '2026-11-30' : '2026-12-07',
      })
      await restore(order[1])
      expect(await days(club)).toEqual(all)
      expect(await ruleOf(club, before[0]!.id)).toEqual(rule)
    }
  })

  it('of more dates than before are deleted from then on, and what was deleted before comes back by itself', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[5]!.id, 'this', '2026-11-10T12:00:00Z')
    await remove(club, before[5]!.id, 'following', '2026-11-20T12:00:00Z')
    expect(await days(club)).toEqual(all.slice(0, 5))
    await remove(club, before[5]!.id, 'all', '2026-11-20T12:02:00Z')
    expect(await days(club)).toEqual([])
    const { body } = await call('GET /rest-api/calendar/deleted/{orgUnitId}', {
      as: club.user('coach'),
      orgUnitId: club.falcons.teamId,
    })
    const since = Object.groupBy(body.events, ({ deletedAt }) => deletedAt)
    expect(Object.entries(since).map(([at, list]) => [at.slice(11, 16), list?.length])).toEqual([
      ['12:02', 6],
      ['12:00', 2],
    ])
    await call(RESTORE, { as: club.user('coach'), eventId: before[5]!.id, query: { together: 'true' } })
    await call(RESTORE, { as: club.user('coach'), eventId: before[7]!.id, query: { together: 'true' } })
    expect(await days(club)).toEqual(all)
    expect(await ruleOf(club, before[0]!.id)).toEqual(rule)
  })

  it('that are back alone can be changed with those that follow, which stay deleted', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[4]!.id, 'following', '2026-11-20T12:00:00Z')
    await call(RESTORE, { as: club.user('coach'), eventId: before[6]!.id, query: {} })
    expect((await edit(club, before[6]!.id, { name: 'Late', scope: 'following' })).status).toBe(200)
    expect((await dates(club)).map(({ day, name }) => `${day.slice(5)} ${name}`)).toEqual([
      ...['11-24', '11-26', '12-01', '12-03'].map((day) => `${day} Practice`),
      '12-15 Late',
    ])
    await edit(club, before[0]!.id, { name: 'Early', scope: 'all' })
    await call(RESTORE, { as: club.user('coach'), eventId: before[4]!.id, query: { together: 'true' } })
    expect(await days(club)).toEqual(all)
  })

  it.each([1, 3, 5])('are all gone once it is done again, cut short at write %i', async (nth) => {
    const club = await aClub()
    await start(club)
    const [, second] = await dates(club)
    await cutShort(
      'UpdateCommand',
      async () => {
        const { status } = await remove(club, second!.id, 'following', '2026-11-20T12:00:00Z')
        if (status !== 200) throw new Error('cut short')
      },
      nth,
    ).catch(() => undefined)
    await remove(club, second!.id, 'following', '2026-11-20T12:05:00Z')
    expect(await days(club)).toEqual(['11-24'])
    await call(RESTORE, { as: club.user('coach'), eventId: second!.id, query: { together: 'true' } })
    expect(await days(club)).toEqual(all)
  })
})
