// own: mail goes to a service of its own
import { beforeEach, expect, it } from 'vitest'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import { outbox } from '#functions/table/outbox.ts'
import { write } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { emailOf as addressOf } from '../today/coachRequests.ts'
import { aClubWithWriter, deliverEmail, newEmail, resetDelayedMessages, sendTo } from './writing.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
})

const find = async (club: Club, body: { to: string; daysBack?: string }, as = 'admin') =>
  call('POST /rest-api/mail/delivery/{orgId}/search', {
    as: club.user(as),
    orgId: club.organizationId,
    body,
    now: '2026-11-21T19:00:00Z',
  })

it('a club finds its own mails to an address with their states, and none of other clubs', async () => {
  const [club, other] = [await aClubWithWriter(), await aClubWithWriter()]
  const to = addressOf(club, 'parent')
  const userId = club.user('parent')
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId)
  await deliverEmail(emailId)
  const want = (of: Club, at: string) =>
    write(
      { ...stamp, at },
      outbox.add({ at }, { letter: 'agree', to: { userId }, about: { playerId: of.mia.playerId } }),
    )
  const warned = { organizationId: club.organizationId, conversationSid: 'c', messageSid: 'm' }
  await want(other, '2026-11-21T18:00:20Z')
  await write(stamp, outbox.add(stamp, { letter: 'chatWarned', to: { userId }, about: warned }))
  await want(club, '2026-11-10T18:00:00Z')
  await post.deliver()
  expect((await find(club, { to: ` ${to.toUpperCase()} ` })).body).toEqual({
    mails: [expect.objectContaining({ kind: 'news', subject: 'Saturday', state: 'sent' })],
    stopped: null,
    cursor: null,
  })
  expect((await find(club, { to, daysBack: '30' })).body.mails.map(({ kind }) => kind)).toEqual(['news', 'account'])
  expect((await find(other, { to })).body.mails.map(({ kind }) => kind)).toEqual(['account'])
  expect((await find(club, { to: addressOf(club, 'parent2') })).body.mails).toHaveLength(1)
  expect((await find(club, { to }, 'writer')).refusal.code).toBe('not_allowed')
  expect((await find(club, { to: 'a#b@club.example' })).refusal.code).toBe('bad_request')
})

it('a club finds mails about lost places and refunded deposits', async () => {
  const club = await aClubWithWriter()
  const registrationPlayerId = `${club.falcons.teamId}.${newPart('r')}.${lastPart(club.mia.playerId)}`
  for (const letter of ['placeLost', 'depositBack'] as const) {
    const about = { registrationPlayerId, how: 'refund', cents: '2500' } as const
    const at = '2026-11-21T18:00:00Z'
    await write({ ...stamp, at }, outbox.add({ at }, { letter, to: { userId: club.user('parent') }, about }))
  }
  await post.deliver()
  const { mails } = (await find(club, { to: addressOf(club, 'parent') })).body
  expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['registrations', null],
    ['registrations', null],
  ])
})

it('a club finds mails that were not sent: held back, unwanted, or to an address that bounces', async () => {
  const club = await aClubWithWriter()
  const [held, back] = [addressOf(club, 'parent'), addressOf(club, 'parent2')]
  const quiet = { from: '00:01', to: '00:00' }
  await call('PUT /rest-api/mail/notices', {
    as: club.user('parent'),
    body: { choices: [], quiet, timezone: 'UTC', language: 'en' },
  })
  await write(stamp, suppressedAddresses.create({ email: back, because: 'bounced', since: stamp.at }))
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId)
  await deliverEmail(emailId)
  await post.deliver()
  expect((await find(club, { to: held })).body).toMatchObject({
    mails: [{ state: 'held', subject: null }],
    stopped: null,
  })
  expect((await find(club, { to: back })).body).toMatchObject({
    mails: [{ state: 'bounced', subject: null }],
    stopped: { because: 'bounced', since: stamp.at },
  })
  const off = [{ notice: 'news' as const, channel: 'mail' as const, on: false }]
  await call('PUT /rest-api/mail/notices', {
    as: club.user('parent'),
    body: { choices: off, quiet: null, timezone: 'UTC', language: 'en' },
  })
  const second = newEmail(club.falcons)
  await sendTo(club, second)
  await deliverEmail(second)
  await post.deliver()
  expect((await find(club, { to: held })).body.mails.map(({ state }) => state).toSorted()).toEqual(['gone', 'held'])
})
