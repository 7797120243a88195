import { expect, it } from 'vitest'
import { handler } from '#functions/calendar/availabilityHandler.ts'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { writers } from '#functions/calendar/mailWriters.ts'
import { sayIn } from '#functions/mail/say.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { invites } from '#functions/table/invites.ts'
import { mailCounts } from '#functions/table/mailCounts.ts'
import { myOrganizations } from '#functions/table/me.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { register } from '../today/coachRequests.ts'
import { deliverTo } from '../workers.ts'

const post = openPost()
const now = '2026-11-21T13:40:00.000Z'
const consistent = { consistent: true }
const answer = (club: Club, as = 'parent', query: object = { note: 'Fever' }, at = now) =>
  call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user(as),
    inviteFile: club.invite(club.mia),
    query: { status: 'Declined', ...query },
    now: at,
  })
/** Tells the worker about the invite in its current state. */
async function hears(club: Club, at = now, before = 'Accepted', answerId = 'unanswered') {
  const inviteId = club.invite(club.mia)
  const { by = '', at: stamped = '', version = 0 } = (await invites.get({ inviteId }, consistent)) ?? {}
  const changed = { status: { before }, answerId: { before: answerId } }
  await deliverTo(
    handler,
    { kind: 'Invite', ...invites.key({ inviteId }), told: { by, stamped, version, changed } },
    at,
  )
}
const appoint = (club: Club, name: string) =>
  write(
    stamp,
    ...teamAdministrators.appoint(club.falcons, {
      userId: club.user(name),
      firstName: name,
      lastName: 'O',
      flags: ['canReceiveAvailabilityEmails'],
    }),
  )
const lettersTo = async (club: Club, name: string) =>
  (await post.outcomes(club.user(name))).filter(({ letter }) => letter === 'availability').length

it('mails each answer of a family once to the coaches who have chosen that', async () => {
  const club = await aClub()
  await appoint(club, 'hears')
  await appoint(club, 'parent')
  await answer(club)
  await hears(club)
  await hears(club)
  const names = ['hears', 'coach', 'parent', 'admin']
  expect(await Promise.all(names.map((name) => lettersTo(club, name)))).toEqual([1, 0, 0, 0])
  await answer(club, 'parent', { status: 'Accepted' }, '2026-11-21T13:41:00.000Z')
  await hears(club)
  expect(await lettersTo(club, 'hears')).toBe(2)
})

it('does not mail a first acceptance, unless it has a note', async () => {
  const club = await aClub()
  await appoint(club, 'hears')
  await answer(club, 'parent', { status: 'Accepted' })
  await hears(club, now, 'Pending')
  expect(await lettersTo(club, 'hears')).toBe(0)
  await answer(club, 'parent', { status: 'Accepted', note: 'Comes late' }, '2026-11-21T13:41:00.000Z')
  await hears(club, now, 'Pending')
  expect(await lettersTo(club, 'hears')).toBe(1)
})

it('mails an acceptance that follows a withdrawn answer, but not one that was asked for again', async () => {
  const club = await aClub()
  await appoint(club, 'hears')
  await answer(club, 'parent', { status: 'Accepted' })
  await hears(club, now, 'Pending', 'a.taken-back')
  expect(await lettersTo(club, 'hears')).toBe(1)
  await answer(club, 'parent', { status: 'Accepted', note: '' }, '2026-11-21T13:41:00.000Z')
  for (const asked of ['unanswered', 'n.asked-again', 'o.opened']) await hears(club, now, 'Pending', asked)
  expect(await lettersTo(club, 'hears')).toBe(1)
})

it('does not mail a coach’s answers, automatic changes, or answers long before the event', async () => {
  const club = await aClub()
  await appoint(club, 'hears')
  await answer(club, 'coach', {})
  await hears(club)
  await answer(club, 'parent', {}, '2026-11-19T12:00:00.000Z')
  await hears(club, '2026-11-19T12:00:00.000Z')
  const inviteId = club.invite(club.mia)
  await write({ actor: 'calendar-news', at: now }, invites.change({ inviteId }, { set: { status: 'Pending' } }))
  await hears(club)
  expect(await lettersTo(club, 'hears')).toBe(0)
})

it('mails who is not coming and that there is a note, but not its text', async () => {
  process.env['SITE_URL'] = 'https://app.example.org'
  const club = await aClub()
  await appoint(club, 'hears')
  await answer(club)
  const inviteId = club.invite(club.mia)
  const { answerId = '' } = (await invites.get({ inviteId }, consistent)) ?? {}
  const read = (name: string, id = answerId, lang: 'en' | 'es' = 'en') =>
    writers.availability(
      { inviteId, answerId: id },
      { to: { email: 'c@c.test', userId: club.user(name) }, now, say: sayIn(lang) },
    )
  const letter = await read('hears')
  expect(letter?.subject).toMatch(/^Mia is not coming: Practice, Sat 21 Nov, 6:30 PM/)
  expect(letter?.paragraphs).toEqual(['Mia Moreno is not coming.', 'They left a note.'])
  expect(letter?.link?.address).toMatch(new RegExp(`/calendar/event/${club.game.eventId}$`))
  expect(JSON.stringify(letter)).not.toContain('Fever')
  expect((await read('hears', answerId, 'es'))?.paragraphs).toEqual(['Mia Moreno no va.', 'Han dejado una nota.'])
  expect([await read('coach'), await read('hears', 'a.before')]).toEqual([undefined, undefined])
})

it('is mailed regardless of the coach’s daily limit, and does not count toward it', async () => {
  process.env['SITE_URL'] = 'https://app.example.org'
  const club = await aClub()
  await appoint(club, 'parent')
  const userId = club.user('parent')
  await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
  const begins = now.slice(0, 10)
  await write(stamp, mailCounts.upsert({ userId, span: 'day', begins }, { set: { begins, sent: 8 } }))
  await answer(club, 'parent2')
  await hears(club)
  await post.deliver({ now })
  const mail = (await post.outcomes(userId)).find(({ letter }) => letter === 'availability')
  expect([mail?.state, mail?.why]).toEqual(['sent', undefined])
  expect((await mailCounts.get({ userId, span: 'day', begins }, consistent))?.sent).toBe(8)
})

it('is not written to an administrator who lacks the second factor that the club requires', async () => {
  process.env['SITE_URL'] = 'https://app.example.org'
  const club = await aClub()
  const [userId, { organizationId }] = [club.user('admin'), club]
  const event = { ...anEvent(club.falcons), eventId: `${organizationId}.${newPart('e')}` }
  await createEvent(stamp, event, [club.mia])
  const inviteId = inviteOf(event.eventId, club.mia.playerId)
  const { answerId } = await invites
    .answer({ ...stamp, at: now }, { inviteId, status: 'Declined' })
    .then(({ invite }) => invite)
  const isWritten = async () => {
    const reader = { to: { userId, email: 'ada@club.example' }, now, say: sayIn('en') }
    return (await writers.availability({ inviteId, answerId }, reader)) !== undefined
  }
  expect(await isWritten()).toBe(true)
  await update(stamp, myOrganizations.change({ userId, organizationId }, { set: { adminSecondFactor: true } }))
  expect(await isWritten()).toBe(false)
  await write(stamp, sessions.upsert({ userId }, { set: { secondFactorSince: stamp.at } }))
  expect(await isWritten()).toBe(true)
})
