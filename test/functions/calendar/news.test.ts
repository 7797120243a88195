import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { letters } from '#functions/calendar/letters.ts'
import { handler } from '#functions/calendar/newsHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { between, cutShort } from '../between.ts'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { hand } from '../workers.ts'
import { written } from './planning.ts'

const consistent = { consistent: true }
const edit = (club: Club, changes: object) =>
  call('PUT /rest-api/calendar/event/{eventId}', {
    as: club.user('coach'),
    eventId: club.game.eventId,
    body: { ...written, revision: 1, askAgain: false, tell: true, ...changes },
  })
const news = (club: Club) => hand(handler, { kind: 'Event', ...events.key(club.game) })
const invite = (club: Club) => invites.get({ inviteId: club.invite(club.mia) }, consistent)
const answer = (club: Club) =>
  call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user('parent'),
    inviteFile: club.invite(club.mia),
    query: { status: 'Accepted' },
  })

it('tells the parents of a moved event, once however often it hears and wherever it is cut short', async () => {
  process.env['SITE_URL'] = 'https://app.example.org'
  const club = await aClub()
  await edit(club, {})
  await cutShort('TransactWriteCommand', () => news(club), 2).catch(() => undefined)
  await news(club)
  const { version = 0 } = (await invite(club)) ?? {}
  await news(club)
  expect((await invite(club))?.version).toBe(version)
  const newsAt = (await events.get(club.game, consistent))?.newsAt ?? ''
  const about = { inviteId: club.invite(club.mia), newsAt }
  const to = { email: 'p@c.test', userId: club.user('parent') }
  const letter = await letters.eventNews(about, { to, now: '2026-11-21T18:00:00Z', say: sayIn('en') })
  expect(letter?.subject).toBe('Practice has moved: Tue 24 Nov, 5:30 PM')
  expect(
    await letters.eventNews({ ...about, newsAt: 'before' }, { to, now: '2026-11-21T18:00:00Z', say: sayIn('en') }),
  ).toBeUndefined()
})

it('asks everybody again when the coach wants it, and leaves an answer that came after it', async () => {
  const club = await aClub()
  await answer(club)
  await edit(club, { askAgain: true })
  await news(club)
  // Its mail carries the new time, also before the worker of copies has come by.
  expect(await invite(club)).toMatchObject({
    status: 'Pending',
    mail: 'wanted',
    start: written.start,
    end: written.end,
  })
  await call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user('parent'),
    inviteFile: club.invite(club.mia),
    query: { status: 'Accepted' },
    now: '2026-11-21T19:00:00Z',
  })
  await news(club)
  expect((await invite(club))?.status).toBe('Accepted')
})

it('leaves an invite as an event is that has moved again meanwhile', async () => {
  const club = await aClub()
  await edit(club, { askAgain: true })
  const again = () =>
    edit(club, { revision: 2, start: '2026-11-25T23:30:00Z', end: '2026-11-26T01:00:00Z', tell: false })
  await between('TransactWriteCommand', again, () => news(club))
  expect((await invite(club))?.start).toBe('2026-11-25T23:30:00Z')
})
