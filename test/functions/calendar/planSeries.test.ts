import { describe, expect, it } from 'vitest'
import { handler as tellNews } from '#functions/calendar/newsHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { inviteOf } from '#shared/ids.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { all, ANSWER, dates, days, EDIT, edit, editOf, READ, weeklyRule, SERIES, start, zone } from './aSeries.ts'
import { aNewEvent, deliverEvent, eventForm } from './planning.ts'

describe('a series', () => {
  it('creates an event for each date at the same local time, with its own invites', async () => {
    const club = await aClub()
    expect((await start(club, {}, { invite: 'everybody' })).events).toBe(8)
    expect(await days(club)).toEqual(all)
    const [first] = await dates(club)
    expect((await invites.ofEvent({ eventId: first!.id })).length).toBe(3)
  })

  it('sent again with other values is rejected, and adds no dates', async () => {
    const club = await aClub()
    const body = { ...eventForm, part: newPart('s'), invite: 'everybody' as const, repeat: weeklyRule }
    const send = (changes: object = {}) =>
      call(SERIES, { as: club.user('coach'), orgUnitId: club.falcons.teamId, body: { ...body, ...changes } })
    const made = (await send()).body
    const later = { start: '2026-11-25T00:30:00Z', end: '2026-11-25T02:00:00Z' }
    for (const changes of [
      { repeat: { ...weeklyRule, weekdays: [2, 5] } },
      later,
      { name: 'Game' },
      { invite: 'nobody' },
    ])
      expect((await send(changes)).refusal.code).toBe('saved_before')
    expect(await days(club)).toEqual(all)
    expect((await send()).body).toEqual(made)
  })

  it('skips excluded days, and rejects a rule without an end', async () => {
    const club = await aClub()
    await start(club, { except: ['2026-11-26'] })
    expect(await days(club)).toEqual(all.filter((day) => day !== '11-26'))
    const { until: _until, ...endless } = weeklyRule
    const body = { ...eventForm, part: newPart('s'), invite: 'nobody' as const, repeat: endless as never }
    const { status } = await call(SERIES, { as: club.user('coach'), orgUnitId: club.falcons.teamId, body })
    expect(status).toBe(400)
  })
})

describe('an edit of a series', () => {
  it('applies to this date, the following or all, except values changed individually', async () => {
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

  it('that adds dates invites the players of the edited date if it was created without the roster', async () => {
    const club = await aClub()
    const longer = { ...weeklyRule, until: '2027-01-05' }
    const lastOf = async () =>
      (await invites.ofEvent({ eventId: (await dates(club)).at(-1)!.id })).map((row) => row.firstName)
    await start(club, {}, { invite: 'nobody' })
    const [first] = await dates(club)
    const query = { eventId: first!.id, playerId: club.leo.playerId, inviteStatus: 'Pending' as const }
    await call('POST /event/addPlayerInvite', { as: club.user('coach'), query })
    await edit(club, first!.id, { scope: 'following', repeat: longer })
    expect(await lastOf()).toEqual(['Leo'])
    const whole = await aClub()
    await start(whole, {}, { invite: 'everybody' })
    await edit(whole, (await dates(whole))[0]!.id, { scope: 'following', repeat: longer })
    expect(await invites.ofEvent({ eventId: (await dates(whole)).at(-1)!.id })).toHaveLength(3)
  })

  it('of the rule keeps answers of remaining dates, adds new dates and hides the others', async () => {
    const club = await aClub()
    await start(club, {}, { invite: 'everybody' })
    const before = await dates(club)
    const tuesday = before[4]!
    const inviteFile = inviteOf(tuesday.id, club.mia.playerId)
    await call(ANSWER, { as: club.user('parent'), inviteFile, query: { status: 'Accepted' } })
    await edit(club, before[2]!.id, {
      scope: 'following',
      repeat: { ...weeklyRule, weekdays: [2, 5], until: '2026-12-18' },
    })
    expect(await days(club)).toEqual(['11-24', '11-26', '12-01', '12-04', '12-08', '12-11', '12-15', '12-18'])
    const after = (await dates(club)).find(({ day }) => day === tuesday.day)
    expect(after?.id).toBe(tuesday.id)
    await deliverEvent(tuesday.id)
    const { playerInvites } = (await call(READ, { as: club.user('coach'), eventId: tuesday.id })).body
    expect(playerInvites.find(({ player }) => player.firstName === 'Mia')?.status.value).toBe('Accepted')
    // Changing back restores the original events.
    await edit(club, before[2]!.id, { scope: 'following', repeat: weeklyRule })
    expect((await dates(club)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it.each(['following', 'all'] as const)(
    'with scope %s announces each date that has moved, and no other',
    async (scope) => {
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
    },
  )

  it('asks again for answers of all its dates if the coach wants that', async () => {
    const club = await aClub()
    await start(club, {}, { invite: 'everybody' })
    const before = await dates(club)
    const late = before[6]!
    const inviteFile = inviteOf(late.id, club.mia.playerId)
    await call(ANSWER, { as: club.user('parent'), inviteFile, query: { status: 'Accepted' } })
    await edit(club, before[2]!.id, { time: '18:30', scope: 'following', askAgain: true })
    await deliverTo(tellNews, { kind: 'Event', ...events.key({ eventId: late.id }) })
    expect(await invites.get({ inviteId: inviteFile }, { consistent: true })).toMatchObject({
      status: 'Pending',
      start: instantOf(late.day, '18:30', zone),
    })
    expect((await events.get({ eventId: before[1]!.id }, { consistent: true }))?.news).toBeUndefined()
  })

  it('interrupted by a conflict on its first date is completed by a retry, in a single series', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    const { id } = before[2]!
    const late = await editOf(club, id, { name: 'Late', scope: 'following' })
    // The others are already changed when a conflict is found on the first, which is changed last.
    const refused = await interleave('TransactWriteCommand', () => edit(club, id, { field: '9' }), late)
    expect(refused.status).toBe(412)
    expect((await edit(club, id, { name: 'Late', scope: 'following' })).status).toBe(200)
    expect((await edit(club, id, { name: 'Later', scope: 'following' })).status).toBe(200)
    expect((await dates(club)).map(({ name }) => name)).toEqual(all.map((_, i) => (i < 2 ? 'Practice' : 'Later')))
    // Splitting at that day again, after the first ones were rejoined, makes another series.
    await edit(club, before[1]!.id, { scope: 'following', repeat: weeklyRule })
    expect((await edit(club, id, { name: 'Last', scope: 'following' })).status).toBe(200)
    const ids = before.map((each) => ({ eventId: each.id }))
    const series = (await events.getMany(ids, { consistent: true })).map((row) => row?.seriesId)
    expect([...new Set(series)].map((each) => series.filter((other) => other === each).length)).toEqual([1, 1, 6])
  })

  it('changes no dates that have begun', async () => {
    const club = await aClub()
    await start(club)
    const [first, second] = await dates(club)
    await call(EDIT, {
      as: club.user('coach'),
      eventId: second!.id,
      now: '2026-11-25T12:00:00Z',
      body: {
        ...eventForm,
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

  /** A plain model: a date keeps its own name and time once it was changed individually. */
  type Kind = 'this' | 'following' | 'all'
  const kinds: Kind[] = ['this', 'following', 'all']
  const orders = kinds.flatMap((one) => kinds.map((other) => [one, other] as const))
  // In the short run, each kind once in each place; the property test covers any order.
  const isShort = process.env['RUNS'] === undefined
  it.each(orders.filter(([one, other]) => !isShort || kinds.indexOf(other) === (kinds.indexOf(one) + 2) % 3))(
    'with scope %s and then with %s matches a simple model',
    async (one, other) => {
      const club = await aClub()
      await start(club, { until: '2026-12-08' })
      const model = all.slice(0, 5).map((day) => ({ day, name: 'Practice', time: '17:30', part: 0 }))
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

  it('to another day is rejected, except for a single date', async () => {
    const club = await aClub()
    await start(club)
    const [first] = await dates(club)
    const moved = instantOf(addDays(first!.day, 1), '17:30', zone)
    expect((await edit(club, first!.id, { start: moved, end: moved, scope: 'all' })).status).toBe(400)
    // Individually it can be moved, and is reported as the date of its original day.
    const end = instantOf(addDays(first!.day, 1), '19:00', zone)
    expect((await edit(club, first!.id, { start: moved, end, scope: 'this' })).status).toBe(200)
    const { body } = await call(READ, { as: club.user('coach'), eventId: first!.id })
    expect([body.event.start, body.series?.day]).toEqual([moved, first!.day])
  })
})

describe('clashes of an edited series', () => {
  const CLASHES = 'GET /rest-api/calendar/clashes/{orgUnitId}'
  const place = { name: 'North Park', address: '', city: '', state: '', zip: '' }
  /** Asks as the form does: with the place and times the date is to have, and the days of the rule. */
  type Asked = { days: string[]; rule?: 'other'; place?: undefined }
  const ask = async (club: Club, of: { id: string; day: string }, asked: Asked) => {
    const at = (time: string) => instantOf(of.day, time, zone)
    const query = { start: at('18:30'), end: at('20:00'), timezone: zone, place: place.name, field: '2', of: of.id }
    const days = asked.days.map((day) => `2026-${day}`).join(',')
    const path = { as: club.user('coach'), orgUnitId: club.falcons.teamId, query: { ...query, ...asked, days } }
    const { status, body } = await call(CLASHES, path)
    return status === 200 ? body.events.map(({ start: at }) => dayIn(at, zone).slice(5)) : status
  }
  /** Another team's event there from 6:30 pm on, or one of the same team. */
  const taken = (club: Club, day: string, orgUnitId = club.otters.teamId) =>
    call('POST /rest-api/calendar/events/{orgUnitId}', {
      as: club.user('admin'),
      orgUnitId,
      body: aNewEvent(orgUnitId, {
        ...{ start: instantOf(`2026-${day}`, '18:30', zone), end: instantOf(`2026-${day}`, '19:30', zone) },
        ...{ location: place, invite: 'nobody' },
      }),
    })

  it('are reported for each date that moves along, but not with itself or dates that stay elsewhere', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    for (const day of ['12-01', '12-03', '12-08', '12-10', '12-15', '12-18']) await taken(club, day)
    // One moved elsewhere, one moved to late in the evening, one deleted, each individually.
    await edit(club, before[3]!.id, { location: { ...place, name: 'South Park' } })
    await edit(club, before[4]!.id, {
      start: instantOf('2026-12-08', '21:00', zone),
      end: instantOf('2026-12-08', '22:00', zone),
    })
    await call('GET /api/v1/deleteEvent/{eventId}', { as: club.user('coach'), eventId: before[5]!.id, query: {} })
    expect(await ask(club, before[0]!, { days: all })).toEqual(['12-01', '12-15'])
    // After saving, the series' own dates are there and do not clash with themselves.
    await edit(club, before[0]!.id, { location: place, time: '18:30', scope: 'all' })
    expect(await ask(club, before[2]!, { days: all.slice(2) })).toEqual(['12-01', '12-15'])
  })

  it('are reported without a place, too, with other events of the team', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    for (const day of ['12-01', '12-08', '12-15']) await taken(club, day, club.falcons.teamId)
    await taken(club, '12-10')
    await edit(club, before[4]!.id, {
      start: instantOf('2026-12-08', '21:00', zone),
      end: instantOf('2026-12-08', '22:00', zone),
    })
    expect(await ask(club, before[0]!, { days: all, place: undefined })).toEqual(['12-01', '12-15'])
    await edit(club, before[0]!.id, { time: '18:30', scope: 'all' })
    expect(await ask(club, before[2]!, { days: all.slice(2), place: undefined })).toEqual(['12-01', '12-15'])
  })

  it('are reported for dates a new rule adds, and not for dates it removes', async () => {
    const club = await aClub()
    await start(club)
    const [first, second] = await dates(club)
    await taken(club, '12-04')
    await taken(club, '12-10')
    // The second is moved to a day of the new rule; the rule removes it.
    await edit(club, second!.id, {
      ...{ start: instantOf('2026-11-27', '18:30', zone), end: instantOf('2026-11-27', '20:00', zone) },
      location: place,
    })
    // With its own rule, the series adds no date.
    expect(await ask(club, first!, { days: ['11-24', '11-27', '12-04'] })).toEqual([])
    expect(await ask(club, first!, { days: ['11-24', '11-27', '12-04'], rule: 'other' })).toEqual(['12-04'])
  })

  it('are rejected for an event without a series, or of another team', async () => {
    const club = await aClub()
    const game = { id: club.game.eventId, day: '2026-11-24' }
    expect(await ask(club, game, { days: all })).toBe(400)
    const other = { id: `${club.otters.teamId}.${newPart('e')}`, day: '2026-11-24' }
    expect(await ask(club, other, { days: all })).toBe(400)
  })
})
