import { expect, it } from 'vitest'
import { writers } from '#functions/calendar/mailWriters.ts'
import { handler } from '#functions/calendar/newsHandler.ts'
import { sayIn } from '#functions/mail/say.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { eventForm } from './planning.ts'

process.env['SITE_URL'] = 'https://app.example.org'
const consistent = { consistent: true }
const at = (minute: number) => `2026-11-21T18:0${minute}:00.000Z`

/** An event moves and everybody is asked again; before all have been told, it changes again. */
async function asked() {
  const club = await aClub()
  await answer(club, 0)
  await move(club, 1, { askAgain: true })
  return club
}
const answer = (club: Club, minute: number) =>
  call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user('parent'),
    inviteFile: club.invite(club.mia),
    query: { status: 'Accepted' },
    now: at(minute),
  })
async function move(club: Club, minute: number, changes: object) {
  const { version: revision = 0 } = (await events.get(club.game, consistent)) ?? {}
  const body = { ...eventForm, revision, askAgain: false, tell: true, ...changes }
  const { eventId } = club.game
  const done = await call('PUT /rest-api/calendar/event/{eventId}', {
    as: club.user('coach'),
    eventId,
    body,
    now: at(minute),
  })
  expect(done.status).toBe(200)
}
const cancel = (club: Club, minute: number, cancelled: boolean) =>
  call('POST /rest-api/calendar/event/{eventId}/cancel', {
    as: club.user('coach'),
    eventId: club.game.eventId,
    body: { cancelled, tell: true },
    now: at(minute),
  })
async function told(club: Club) {
  await deliverTo(handler, { kind: 'Event', ...events.key(club.game) })
  const newsAt = (await events.get(club.game, consistent))?.newsAt ?? ''
  const to = { email: 'p@c.test', userId: club.user('parent') }
  const about = { inviteId: club.invite(club.mia), newsAt }
  const message = await writers.eventNews(about, { to, now: at(9), say: sayIn('en') })
  const status = (await invites.get({ inviteId: club.invite(club.mia) }, consistent))?.status
  return { status, subject: message?.subject, said: message?.paragraphs[0], buttons: message?.buttons?.length }
}

it('a family not yet told of a moved event is asked again together with the next change, once', async () => {
  const club = await asked()
  await move(club, 2, { field: '7' })
  const { status, subject, buttons } = await told(club)
  expect([status, buttons]).toEqual(['Pending', 2])
  expect(subject).toBe('Practice has moved: Tue 24 Nov, 5:30 PM. Please answer again')
  // Only once: their answer to that stays, whatever follows.
  await answer(club, 3)
  await move(club, 4, { field: '8' })
  expect(await told(club)).toMatchObject({ status: 'Accepted', subject: 'Practice has moved: Tue 24 Nov, 5:30 PM' })
})

it('a family not yet told of a moved event is asked again after a cancellation is undone, too', async () => {
  for (const isHeard of [false, true]) {
    const club = await asked()
    await cancel(club, 2, true)
    if (isHeard) expect(await told(club)).toMatchObject({ status: 'Pending', buttons: undefined })
    await cancel(club, 3, false)
    const { status, subject, said, buttons } = await told(club)
    expect([status, buttons]).toEqual(['Pending', 2])
    expect(subject).toMatch(isHeard ? /^Back on: Practice/ : /^Practice has moved: Tue 24 Nov, 5:30 PM/)
    expect(said).toContain('Please answer again')
  }
})

it('a family told neither of the move nor of the cancellation is told of the move when that is undone', async () => {
  const club = await aClub()
  await move(club, 1, {})
  await cancel(club, 2, true)
  await cancel(club, 3, false)
  expect((await told(club)).subject).toBe('Practice has moved: Tue 24 Nov, 5:30 PM')
  // A player who was told about the move is not told about a cancellation they never heard of either.
  await move(club, 4, { field: '7' })
  await told(club)
  await cancel(club, 5, true)
  await cancel(club, 6, false)
  expect((await told(club)).subject).toBeUndefined()
})

it('a family that has answered since the move is not asked again', async () => {
  for (const isTold of [false, true]) {
    const club = await asked()
    if (isTold) await told(club)
    await answer(club, 2)
    await move(club, 3, { field: '7' })
    const { status, subject, buttons } = await told(club)
    expect([status, buttons]).toEqual(['Accepted', undefined])
    expect(subject).toBe('Practice has moved: Tue 24 Nov, 5:30 PM')
  }
})
