// own: mail goes to a service of its own
import { beforeAll, describe, expect, it } from 'vitest'
import { handler as tellNews } from '#functions/calendar/newsHandler.ts'
import { handler as mailsHandler } from '#functions/feeds/mailsHandler.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { type Event, events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { families } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import type { Recurrence } from '#shared/rules/recurrence.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { openPost } from '../mail/post.ts'
import { deliverTo } from '../workers.ts'
import { dates, editOf, weeklyRule, start } from './aSeries.ts'
import { deliverEvent } from './planning.ts'

const consistent = { consistent: true }
/** For a series with many writes, the short run tests every second one. */
const everyOther = process.env['RUNS'] ? 1 : 2

describe('an operation on a series, interrupted at any write, is completed by a retry', () => {
  const until = '2026-12-01'
  const three = ['11-24', '11-26', '12-01']
  const other: Recurrence = { ...weeklyRule, weekdays: [2, 5], until }
  const rows = async (club: Club, name: string) => {
    const list = (await dates(club)).filter((each) => each.name === name)
    const found = await events.getMany(
      list.map(({ id }) => ({ eventId: id })),
      consistent,
    )
    return found.filter((row): row is NonNullable<typeof row> => row !== undefined)
  }
  const days = async (club: Club, name: string) =>
    (await dates(club)).filter((each) => each.name === name).map(({ day }) => day.slice(5))
  const remove = (club: Club, eventId: string, now: string) =>
    call('GET /api/v1/deleteEvent/{eventId}', { as: club.user('coach'), eventId, query: { scope: 'following' }, now })
  const restore = (club: Club, eventId: string) => {
    const key = 'POST /rest-api/calendar/event/{eventId}/restore'
    return call(key, { as: club.user('coach'), eventId, query: { together: 'true' } })
  }

  it('creating it, and no date ever exists without its invites', async () => {
    const club = await aClub()
    const ended = await killedAtEvery(async (dies, nth) => {
      const [name, part] = [`Practice ${nth}`, newPart('s')]
      const making = () => start(club, { until }, { name, part, invite: 'everybody' })
      await dies(making)
      for (const { eventId } of await rows(club, name)) expect(await invites.ofEvent({ eventId })).toHaveLength(3)
      await making()
      expect(await days(club, name)).toEqual(three)
    }, everyOther)
    // The series, its dates, and the change of the month.
    expect(ended).toBeGreaterThanOrEqual(5)
  })

  it('changing its rule and time: each date moves once, and its news has the original time', async () => {
    const club = await aClub()
    const ended = await killedAtEvery(async (dies, nth) => {
      const name = `Practice ${nth}`
      await start(club, { until }, { name })
      const before = await rows(club, name)
      const wanted = { scope: 'all', repeat: other, time: '18:30', tell: true } as const
      const changing = await editOf(club, before[1]!.eventId, wanted)
      if (await dies(changing)) expect((await changing()).status).toBe(200)
      const after = await rows(club, name)
      expect(await days(club, name)).toEqual(['11-24', '11-27', '12-01'])
      expect(after.map((row) => row.news?.was?.start)).toEqual([before[0]!.start, undefined, before[2]!.start])
    }, everyOther)
    expect(ended).toBeGreaterThanOrEqual(6)
  })

  it('deleting several dates, and restoring them', async () => {
    const club = await aClub()
    let deletions = 0
    const ended = await killedAtEvery(async (dies, nth) => {
      const name = `Practice ${nth}`
      await start(club, { until }, { name })
      const second = (await dates(club)).filter((each) => each.name === name)[1]!.id
      if (await dies(() => remove(club, second, '2026-11-20T12:00:00Z'))) deletions++
      await remove(club, second, '2026-11-20T12:05:00Z')
      expect(await days(club, name)).toEqual(['11-24'])
      await dies(() => restore(club, second))
      await restore(club, second)
      expect(await days(club, name)).toEqual(three)
    }, everyOther)
    expect(Math.min(deletions * everyOther, ended)).toBeGreaterThanOrEqual(5)
  })
})

describe('notifications, after a worker interrupted at any write and messages in any order', () => {
  const post = openPost()
  beforeAll(async () => {
    process.env['MAIL_REPLIES'] = 'replies.touchline.test'
  })
  const told = async (userId: string, letter: string) =>
    (await post.outcomes(userId)).filter((each) => each.letter === letter).length
  const moved = async (club: Club, hour: number, more: Partial<Event> = {}) => {
    const [day, at] = ['2026-11-25', String(hour).padStart(2, '0')]
    const set = { start: `${day}T${at}:00:00Z`, end: `${day}T${at}:45:00Z`, ...more }
    await update(stamp, events.change(club.game, { set }))
  }

  it('of a moved event reach invites and parents once', async () => {
    const club = await aClub()
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    const hears = () => deliverTo(tellNews, { kind: 'Event', ...events.key(club.game) })
    const ended = await killedAtEvery(async (dies, nth) => {
      const was = { start: stamp.at, end: stamp.at, timezone: 'UTC', place: '' }
      const newsAt = `2026-11-21T18:00:${10 + nth}Z`
      await moved(club, nth, { news: { what: 'moved', was }, newsAt })
      // The workers for copies and for news process the same change, in either order.
      if (nth % 2) await deliverEvent(club.game.eventId)
      await dies(hears)
      await hears()
      await hears()
      await dies(() => deliverEvent(club.game.eventId))
      await deliverEvent(club.game.eventId)
      for (const { playerId } of await invites.ofEvent(club.game)) {
        const invite = await invites.get({ inviteId: `${club.game.eventId}.${playerId.split('.')[1]}` }, consistent)
        expect(invite).toMatchObject({ newsAt, start: (await events.get(club.game, consistent))?.start })
      }
      expect([await told(club.user('parent'), 'eventNews'), await told(club.user('parent2'), 'eventNews')]).toEqual([
        nth,
        nth,
      ])
    })
    expect(ended).toBeGreaterThanOrEqual(2)
  })

  it('as calendar mails are sent once per parent and state of the event', async () => {
    const club = await aClub()
    const both = [club.user('parent'), club.user('parent2')]
    const inviteId = club.invite(club.mia)
    for (const as of both) await call('PUT /rest-api/calendar/mails', { as, body: { on: true } })
    const hears = () =>
      deliverTo(mailsHandler, { kind: 'Invite', ...invites.key({ inviteId }) }, '2026-11-21T12:00:00Z')
    const sequences = async () => {
      const rowsOf = both.map((userId) => calendarMails.get({ inviteId, userId }, consistent))
      return (await Promise.all(rowsOf)).map((row) => row?.sequence)
    }
    let states = 0
    const change = async (more: Partial<Event> = {}) => {
      await moved(club, ++states, more)
      await deliverEvent(club.game.eventId)
    }
    const ended = await killedAtEvery(async (dies) => {
      await change()
      await dies(hears)
      await Promise.all([hears(), hears()])
      expect(await sequences()).toEqual([states - 1, states - 1])
    })
    expect(ended).toBe(2)
    // Two changes processed together, the older one last: one mail with the current state.
    await change()
    await change({ cancelled: true })
    await hears()
    await hears()
    expect(await sequences()).toEqual([states - 2, states - 2])
    for (const userId of both) {
      expect((await calendarMails.get({ inviteId, userId }, consistent))?.method).toBe('CANCEL')
      expect(await told(userId, 'calendarMail')).toBe(states - 1)
    }
    // A guardian who left the family is also told once; and nothing about events that are already cancelled.
    const leaver = { playerId: club.mia.playerId, userId: both[0]! }
    await write(stamp, ...families.leave({ ...leaver, relation: 'own' }))
    await deliverTo(mailsHandler, { kind: 'Family', ...families.key(leaver) }, '2026-11-21T12:00:00Z')
    expect(await told(both[0]!, 'calendarMail')).toBe(states - 1)
  })
})
