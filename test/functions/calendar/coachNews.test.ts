import { expect, it } from 'vitest'
import { writers } from '#functions/calendar/mailWriters.ts'
import { handler } from '#functions/calendar/newsHandler.ts'
import { coachMailOf, newsMailOf } from '#functions/calendar/newsOf.ts'
import { sayIn } from '#functions/mail/say.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { events } from '#functions/table/events.ts'
import { outbox } from '#functions/table/outbox.ts'
import { write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { deliverTo } from '../workers.ts'

const post = openPost()
const news = (club: Club) => deliverTo(handler, { kind: 'Event', ...events.key(club.game) })
const cancel = (club: Club, as = club.user('coach'), cancelled = true, now?: string) =>
  call('POST /rest-api/calendar/event/{eventId}/cancel', {
    as,
    eventId: club.game.eventId,
    body: { cancelled, tell: true },
    ...(now && { now }),
  })
const lettersTo = async (userId: string) =>
  (await post.outcomes(userId)).filter(({ letter }) => letter === 'eventNews').length
const appoint = (club: Club, name: string, flags: Flag[]) =>
  write(
    stamp,
    ...teamAdministrators.appoint(club.falcons, { userId: club.user(name), firstName: name, lastName: 'O', flags }),
  )

it('mails the news to other coaches of the team once, but not to their author', async () => {
  const club = await aClub()
  await appoint(club, 'other', ['canEditEvents'])
  await appoint(club, 'reads', ['canReceiveAvailabilityEmails'])
  await appoint(club, 'payer', ['canEditFees'])
  await appoint(club, 'parent', ['canEditEvents'])
  await cancel(club)
  await news(club)
  await news(club)
  const names = ['coach', 'other', 'reads', 'payer', 'parent', 'admin']
  expect(await Promise.all(names.map((name) => lettersTo(club.user(name))))).toEqual([0, 1, 1, 0, 1, 0])
})

it('mails the news to a coach only while they are one', async () => {
  const club = await aClub()
  await cancel(club, club.user('admin'))
  const { eventId } = club.game
  const newsAt = (await events.get(club.game, { consistent: true }))?.newsAt ?? ''
  const read = (name: string) =>
    writers.eventNews(
      { eventId, newsAt },
      { to: { email: 'c@c.test', userId: club.user(name) }, now: '2026-11-21T18:10:00Z', say: sayIn('en') },
    )
  expect((await read('coach'))?.subject).toMatch(/^Cancelled: Practice/)
  expect((await read('coach'))?.why).toMatch(/you coach the team/)
  expect((await read('coach'))?.link?.address).toMatch(new RegExp(`/calendar/event/${eventId}$`))
  expect(await read('parent')).toBeUndefined()
})

it('mails the news to club administrators if the team has no coach', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  await write(stamp, ...teamAdministrators.dismiss({ userId: club.user('coach'), teamId }))
  await cancel(club, club.user('admin'))
  await write(
    stamp,
    ...organizationAdministrators.appoint(club.organization, {
      userId: club.user('runs'),
      firstName: 'Runs',
      lastName: 'O',
      flags: ['canEditEvents'],
    }),
  )
  await news(club)
  expect([await lettersTo(club.user('admin')), await lettersTo(club.user('runs'))]).toEqual([0, 1])
})

it('mails a restored event to the coach who had cancelled it', async () => {
  const club = await aClub()
  await appoint(club, 'other', ['canEditEvents'])
  await cancel(club)
  await news(club)
  await cancel(club, club.user('other'), false, '2026-11-21T18:02:00Z')
  await news(club)
  const { eventId } = club.game
  const { newsAt = '', news: last } = (await events.get(club.game, { consistent: true })) ?? {}
  expect(last?.what).toBe('back')
  const letter = await writers.eventNews(
    { eventId, newsAt },
    { to: { email: 'c@c.test', userId: club.user('coach') }, now: '2026-11-21T18:10:00Z', say: sayIn('en') },
  )
  expect(letter?.subject).toMatch(/^Back on: Practice/)
})

it('asks a coach who is also a parent again as a parent, despite an earlier mail as a coach', async () => {
  const club = await aClub()
  await appoint(club, 'parent', ['canEditEvents'])
  await cancel(club)
  const newsAt = (await events.get(club.game, { consistent: true }))?.newsAt ?? ''
  const { mailId } = coachMailOf(club.game.eventId, newsAt, club.user('parent'))
  const about = { eventId: club.game.eventId, newsAt }
  await write(stamp, outbox.add(stamp, { letter: 'eventNews', about, mailId, to: { userId: club.user('parent') } }))
  await news(club)
  const asParent = newsMailOf(club.game.eventId, newsAt, club.user('parent'))
  expect((await outbox.get(asParent, { consistent: true }))?.about).toMatchObject({ inviteId: club.invite(club.mia) })
})
