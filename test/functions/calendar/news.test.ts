// own: mail goes to a service of its own
import { describe, expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/calendar/mailWriters.ts'
import { handler } from '#functions/calendar/newsHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { outbox } from '#functions/table/outbox.ts'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import type { GuardianRight } from '#shared/permissions.ts'
import { newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { failingCall, interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { eventForm } from './planning.ts'

const consistent = { consistent: true }
const edit = (club: Club, changes: object) =>
  call('PUT /rest-api/calendar/event/{eventId}', {
    as: club.user('coach'),
    eventId: club.game.eventId,
    body: { ...eventForm, revision: 1, askAgain: false, tell: true, ...changes },
  })
const news = (club: Club) => deliverTo(handler, { kind: 'Event', ...events.key(club.game) })
const invite = (club: Club) => invites.get({ inviteId: club.invite(club.mia) }, consistent)
const answer = (club: Club) =>
  call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user('parent'),
    inviteFile: club.invite(club.mia),
    query: { status: 'Accepted' },
  })

it('mails a moved event to parents once, despite repeated messages and interruptions', async () => {
  process.env['SITE_URL'] = 'https://app.example.org'
  const club = await aClub()
  await edit(club, {})
  await failingCall('TransactWriteCommand', () => news(club), 2).catch(() => undefined)
  await news(club)
  const { version = 0 } = (await invite(club)) ?? {}
  await news(club)
  expect((await invite(club))?.version).toBe(version)
  const newsAt = (await events.get(club.game, consistent))?.newsAt ?? ''
  const about = { inviteId: club.invite(club.mia), newsAt }
  const to = { email: 'p@c.test', userId: club.user('parent') }
  const letter = await writers.eventNews(about, { to, now: '2026-11-21T18:00:00Z', say: sayIn('en') })
  expect(letter?.subject).toBe('Practice has moved: Tue 24 Nov, 5:30 PM')
  expect(letter?.link?.address).toMatch(new RegExp(`/calendar/event/${club.game.eventId}$`))
  expect(
    await writers.eventNews({ ...about, newsAt: 'before' }, { to, now: '2026-11-21T18:00:00Z', say: sayIn('en') }),
  ).toBeUndefined()
})

it('asks again once per time and place, and keeps answers given since', async () => {
  const club = await aClub()
  await edit(club, { askAgain: true })
  await news(club)
  const told = (await events.get(club.game, consistent))?.news
  await answer(club)
  await edit(club, { revision: 2, askAgain: true, description: 'Bring water.' })
  await news(club)
  expect(await events.get(club.game, consistent)).toMatchObject({ news: told, description: 'Bring water.' })
  expect((await invite(club))?.status).toBe('Accepted')
  await edit(club, { revision: 3, askAgain: true, field: 'Another pitch' })
  expect((await events.get(club.game, consistent))?.news).not.toEqual(told)
})

it('neither mails a move of a cancelled event nor asks again for it', async () => {
  const club = await aClub()
  await answer(club)
  const cancel = (cancelled: boolean) =>
    call('POST /rest-api/calendar/event/{eventId}/cancel', {
      as: club.user('coach'),
      eventId: club.game.eventId,
      body: { cancelled, tell: true },
    })
  await cancel(true)
  const { version, newsAt } = (await events.get(club.game, consistent)) ?? {}
  expect((await edit(club, { revision: version, askAgain: true })).status).toBe(200)
  await news(club)
  const moved = await events.get(club.game, consistent)
  expect([moved?.news?.what, moved?.newsAt, moved?.start]).toEqual(['cancelled', newsAt, eventForm.start])
  expect((await invite(club))?.status).toBe('Accepted')
  await cancel(false)
  expect((await events.get(club.game, consistent))?.news?.what).toBe('back')
})

describe('a cancelled event that was moved', () => {
  const cancel = (club: Club, cancelled: boolean) =>
    call('POST /rest-api/calendar/event/{eventId}/cancel', {
      as: club.user('coach'),
      eventId: club.game.eventId,
      body: { cancelled, tell: true },
      now: cancelled ? '2026-11-21T18:01:00Z' : '2026-11-21T18:02:00Z',
    })
  const move = async (club: Club, changes: object = {}) =>
    edit(club, { revision: (await events.get(club.game, consistent))?.version, ...changes })
  const letter = async (club: Club, lang: 'en' | 'es' = 'en') => {
    const newsAt = (await events.get(club.game, consistent))?.newsAt ?? ''
    const to = { email: 'p@c.test', userId: club.user('parent') }
    const about = { inviteId: club.invite(club.mia), newsAt }
    return writers.eventNews(about, { to, now: '2026-11-21T18:10:00Z', say: sayIn(lang) })
  }

  it('is announced with its new time when restored, to all parents, who are asked again', async () => {
    const club = await aClub()
    const id = { inviteId: club.invite(club.mia) }
    await write(stamp, invites.change(id, { set: { status: 'Declined', reminded: 24 } }))
    await cancel(club, true)
    await move(club)
    await cancel(club, false)
    await news(club)
    expect(await invite(club)).toMatchObject({ status: 'Pending', start: eventForm.start })
    expect((await invite(club))?.reminded).toBeUndefined()
    // One letter says both.
    expect((await invite(club))?.mail).toBeUndefined()
    expect(await letter(club)).toMatchObject({
      subject: 'Back on: Practice, Tue 24 Nov, 5:30 PM',
      paragraphs: [expect.stringContaining('It has moved to Tue 24 Nov, 5:30 PM. It was Sat 21 Nov, 6:30 PM')],
    })
    expect((await letter(club))?.paragraphs[0]).toContain('Please answer again')
    expect((await letter(club, 'es'))?.paragraphs[0]).toContain('Ha cambiado de fecha: mar 24 nov')
    expect((await events.get(club.game, consistent))?.movedFrom).toBeUndefined()
  })

  it('is mailed on restoration to a parent who had declined the original date', async () => {
    const club = await aClub()
    await write(stamp, invites.change({ inviteId: club.invite(club.mia) }, { set: { status: 'Declined' } }))
    await cancel(club, true)
    await news(club)
    const want = vi.spyOn(outbox, 'add')
    await move(club)
    await cancel(club, false)
    await news(club)
    expect(want.mock.calls.map(([, { to }]) => to)).toContainEqual({ userId: club.user('parent') })
  })

  it('keeps its answers if it was moved back before it is restored', async () => {
    const club = await aClub()
    await answer(club)
    const { start = '', end = '', timezone, field, location } = (await events.get(club.game, consistent)) ?? {}
    await cancel(club, true)
    await news(club)
    await move(club)
    await write(stamp, events.change(club.game, { set: { start, end, timezone, field, location } }))
    await cancel(club, false)
    await news(club)
    expect((await events.get(club.game, consistent))?.news?.was).toBeUndefined()
    expect((await invite(club))?.status).toBe('Accepted')
    expect((await letter(club))?.paragraphs).toEqual(['Practice is back on.'])
  })
})

it('asks everyone again if the coach wants that, in the mail of the move, and keeps later answers', async () => {
  const club = await aClub()
  await answer(club)
  await edit(club, { askAgain: true })
  await news(club)
  // The mail has the new time, even before the copies are updated.
  expect(await invite(club)).toMatchObject({ status: 'Pending', start: eventForm.start, end: eventForm.end })
  const letter = async () => {
    const newsAt = (await events.get(club.game, consistent))?.newsAt ?? ''
    const to = { email: 'p@c.test', userId: club.user('parent') }
    return writers.eventNews({ inviteId: club.invite(club.mia), newsAt }, { to, now: stamp.at, say: sayIn('en') })
  }
  // One letter says both, and no separate one asks: that might be turned off, held until the morning, or exceed the daily limit.
  expect((await invite(club))?.mail).toBeUndefined()
  expect(await letter()).toMatchObject({
    subject: 'Practice has moved: Tue 24 Nov, 5:30 PM. Please answer again',
    paragraphs: [expect.stringContaining('your earlier answer no longer counts')],
    buttons: [{ text: 'Yes', address: expect.stringContaining('/answer#') }, { text: 'No' }],
  })
  await call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user('parent'),
    inviteFile: club.invite(club.mia),
    query: { status: 'Accepted' },
    now: '2026-11-21T19:00:00Z',
  })
  await news(club)
  expect((await invite(club))?.status).toBe('Accepted')
  // Players who have answered are told, but not asked again.
  expect(await letter()).toMatchObject({ subject: 'Practice has moved: Tue 24 Nov, 5:30 PM' })
  expect((await letter())?.buttons).toBeUndefined()
})

it('keeps an invite’s newer time if the event has moved again meanwhile', async () => {
  const club = await aClub()
  await edit(club, { askAgain: true })
  const again = () =>
    edit(club, { revision: 2, start: '2026-11-25T23:30:00Z', end: '2026-11-26T01:00:00Z', tell: false })
  await interleave('TransactWriteCommand', again, () => news(club))
  expect((await invite(club))?.start).toBe('2026-11-25T23:30:00Z')
})

describe('a parent', () => {
  const post = openPost()
  const lettersTo = async (userId: string) =>
    (await post.outcomes(userId)).filter(({ letter }) => letter === 'eventNews').length

  it('of two players at one event gets one mail', async () => {
    const club = await aClub()
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    await edit(club, {})
    await news(club)
    await news(club)
    expect(await lettersTo(club.user('parent'))).toBe(1)
    expect(await lettersTo(club.user('parent2'))).toBe(1)
  })

  it('is told of a restoration only if they may have been told of the cancellation', async () => {
    const club = await aClub()
    const userId = club.user('parent')
    const cancel = (cancelled: boolean, minute: number) =>
      call('POST /rest-api/calendar/event/{eventId}/cancel', {
        as: club.user('coach'),
        eventId: club.game.eventId,
        body: { cancelled, tell: true },
        now: `2026-11-21T18:0${minute}:00Z`,
      })
    const last = async () => {
      const newsAt = (await events.get(club.game, consistent))?.newsAt ?? ''
      const to = { email: 'p@c.test', userId }
      const about = { inviteId: club.invite(club.mia), newsAt }
      return (await writers.eventNews(about, { to, now: '2026-11-21T18:10:00Z', say: sayIn('en') }))?.subject
    }
    await cancel(true, 0)
    await cancel(false, 1)
    await news(club)
    expect(await last()).toBeUndefined()
    await cancel(true, 2)
    await news(club)
    expect(await last()).toMatch(/^Cancelled: Practice/)
    await cancel(false, 3)
    expect(await last()).toMatch(/^Back on: Practice/)
    // Before that is sent, it is cancelled and restored once more.
    await cancel(true, 4)
    await cancel(false, 5)
    expect(await last()).toMatch(/^Back on: Practice/)
  })

  it('who may only see the player is told of the move without being asked; one who may not see gets nothing', async () => {
    const club = await aClub()
    const limit = (name: string, lacks: GuardianRight[]) =>
      write(stamp, ...families.limitRights({ playerId: club.mia.playerId, userId: club.user(name) }, lacks))
    await limit('parent', ['answers'])
    await limit('parent2', ['sees'])
    await edit(club, { askAgain: true })
    await news(club)
    expect([await lettersTo(club.user('parent')), await lettersTo(club.user('parent2'))]).toEqual([1, 0])
    const about = (await post.outcomes(club.user('parent')))[0]!.about as { inviteId: string; newsAt: string }
    const read = (name: string) =>
      writers.eventNews(about, {
        to: { email: 'p@c.test', userId: club.user(name) },
        now: '2026-11-21T18:00:00Z',
        say: sayIn('en'),
      })
    expect((await read('parent'))?.subject).toBe('Practice has moved: Tue 24 Nov, 5:30 PM')
    expect(await read('parent2')).toBeUndefined()
    await limit('parent', [])
    expect((await read('parent'))?.subject).toMatch(/^Practice has moved.*Please answer again$/)
  })

  it.each([false, true])('gets one mail for all dates of a moved series, asked again: %s', async (askAgain) => {
    const club = await aClub()
    const as = club.user('coach')
    const repeat = { frequency: 'weekly' as const, interval: 1, count: 5 }
    const { part, orgUnitId } = { part: newPart('s'), orgUnitId: club.falcons.teamId }
    await call('POST /rest-api/calendar/series/{orgUnitId}', {
      as,
      orgUnitId,
      body: { ...eventForm, part, repeat, invite: 'everybody' },
    }) // prettier-ignore
    const query = { start: '2026-11-24', end: '2027-01-31' }
    const { events: dates } = (await call('GET /api/v1/teamEventsByMonth/{orgUnitId}', { as, orgUnitId, query })).body
    expect(dates).toHaveLength(5)
    const body = {
      ...eventForm,
      revision: 1,
      tell: true,
      askAgain,
      scope: 'all' as const,
      end: '2026-11-25T02:00:00Z',
      start: '2026-11-25T00:30:00Z',
    } // prettier-ignore
    await call('PUT /rest-api/calendar/event/{eventId}', { as, eventId: dates[0]!.id, body })
    // The last date is processed first: the mail is about the one that the coach has changed.
    for (const { id } of dates.toReversed()) await deliverTo(handler, { kind: 'Event', ...events.key({ eventId: id }) })
    expect(await lettersTo(club.user('parent'))).toBe(1)
    const letter = (await post.outcomes(club.user('parent'))).find((each) => each.letter === 'eventNews')
    const to = { email: 'p@c.test', userId: club.user('parent') }
    const read = await writers.eventNews(letter!.about as never, {
      to,
      now: '2026-11-21T18:00:00Z',
      say: sayIn('en'),
    })
    expect(read?.subject).toBe(`Practice has moved: Tue 24 Nov, 6:30 PM${askAgain ? '. Please answer again' : ''}`)
    expect(read?.paragraphs[0]).toContain('The other dates in the series have changed too.')
    // No date asks by a separate mail.
    const asked = await Promise.all(dates.map(({ id }) => invites.ofEvent({ eventId: id })))
    expect(asked.flat().filter(({ playerId }) => playerId === club.mia.playerId)).toHaveLength(5)
    expect(
      (await invites.get({ inviteId: `${dates[0]!.id}.${club.mia.playerId.split('.')[1]}` }, consistent))?.mail,
    ).toBeUndefined()
  })
})
