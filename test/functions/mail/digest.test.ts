// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { digestAt } from '#functions/mail/digestAt.ts'
import { handler as wantDigests } from '#functions/mail/digestHandler.ts'
import { handler as hearEvents } from '#functions/mail/eventsHandler.ts'
import { chunks } from '#functions/table/chunks.ts'
import { digests, heldMails } from '#functions/table/digests.ts'
import { emails, type EmailTo } from '#functions/table/emails.ts'
import { mailCounts } from '#functions/table/mailCounts.ts'
import { meOf } from '#functions/table/me.ts'
import { organizations } from '#functions/table/organizations.ts'
import { runMetered } from '#functions/table/meter.ts'
import { outbox } from '#functions/table/outbox.ts'
import { families } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { noChoices } from '#shared/rules/notices.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import {
  aClubWithWriter,
  deliverEmail,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
} from '../email/writing.ts'
import { inRoleOfWorker } from '../roles.ts'
import { emailOf as addressOf } from '../today/coachRequests.ts'
import { runScheduled, sqsEvent } from '../workers.ts'
import { openPost } from './post.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

const mailsTo = (club: Club) => post.mails.filter(({ to }) => to === addressOf(club, 'parent'))
/** It is 6 pm in London, and Mia's parent has quiet hours until half past. */
async function quietClub(): Promise<Club> {
  const club = await aClubWithWriter()
  const quiet = { from: '17:30', to: '18:30' }
  const body = { choices: [], quiet, timezone: 'Europe/London', language: 'en' as const }
  await call('PUT /rest-api/mail/notices', { as: club.user('parent'), body })
  return club
}
async function aMailed(club: Club, to?: EmailTo): Promise<string> {
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId, { ...(to && { to }) })
  await deliverEmail(emailId)
  return emailId
}
const remind = (club: Club) =>
  write(
    stamp,
    outbox.add(stamp, {
      letter: 'reminder',
      to: { userId: club.user('parent') },
      about: { inviteId: club.invite(club.mia) },
    }),
  )
/** Mail held back so far is sent as one digest at 6:35 pm. */
async function comes(): Promise<void> {
  await post.deliver()
  await runScheduled(wantDigests, '2026-11-21T18:31:00Z')
  await post.deliver({ now: '2026-11-21T18:35:00Z' })
}

describe('the footer of mail held back', () => {
  it('has the unsubscribe link of its kind and its club for a single mail', async () => {
    const club = await quietClub()
    await remind(club)
    await comes()
    const [mail] = mailsTo(club)
    expect(mail?.text).toMatch(/You get this because one of your players is invited\.\nSpringfield FC\n/)
    const [, token = ''] = /token=([\w.-]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
    expect(mail?.text).toContain(`/unsubscribe#${token}`)
    const { body } = await call('POST /rest-api/mail/unsubscribe', { as: undefined, body: { token } })
    expect(body).toEqual({ notice: 'invites', on: true })
  })

  it('links to the settings for several mails', async () => {
    const club = await quietClub()
    await remind(club)
    await aMailed(club)
    await comes()
    expect(mailsTo(club).map(({ subject }) => subject)).toEqual(['2 messages for you'])
    const [mail] = mailsTo(club)
    expect(mail?.text).toContain(
      '--\nYou get this because you receive each of these notifications by email.\nSpringfield FC\n',
    )
    expect(mail?.text).not.toContain('/unsubscribe')
    expect(mail?.text).not.toContain('cannot be switched off')
    expect(mail?.headers['list-unsubscribe']).toBe('<https://app.club.example/notices>')
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe-post')
  })
})

describe('the state of mail held back', () => {
  const digestTo = async (club: Club) =>
    (await post.outcomes(club.user('parent'))).find(({ letter }) => letter === 'digest')
  async function tell(club: Club, eventType: string, more: object = {}): Promise<void> {
    const { mailId = '', messageId = '' } = (await digestTo(club)) ?? {}
    const detail = {
      eventType,
      mail: { messageId, tags: { mail: [Buffer.from(mailId).toString('base64url')] } },
      ...more,
    }
    const event = sqsEvent([{ source: 'aws.ses', detail }], '2026-11-21T18:40:00Z')
    const told = await inRoleOfWorker(hearEvents, () => hearEvents(event, {} as never))
    expect(told).toMatchObject({ batchItemFailures: [] })
  }
  const opened = { open: { timestamp: '2026-11-21T18:50:00.000Z', userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605' } }
  const unread = async (club: Club) => (await meOf({ userId: club.user('parent') })).counts?.unreadMessages
  const found = async (club: Club) => {
    const body = { to: addressOf(club, 'parent'), daysBack: '30' }
    const asking = { as: club.user('admin'), orgId: club.organizationId, body, now: '2026-11-21T19:00:00Z' }
    return (await call('POST /rest-api/mail/delivery/{orgId}/search', asking)).body.mails
      .map(({ state }) => state)
      .toSorted()
  }

  it('stays delivered when a digest of several is opened', async () => {
    const club = await quietClub()
    const ids = [await aMailed(club), await aMailed(club)]
    await comes()
    await tell(club, 'Delivery')
    await tell(club, 'Open', opened)
    for (const emailId of ids) {
      expect(await recipientStates(emailId)).toMatchObject({ parent: 'delivered' })
      expect(await emails.get({ emailId }, { consistent: true })).not.toMatchObject({ opened: 1 })
    }
    expect(await unread(club)).toBe(2)
    expect(await found(club)).toEqual(['delivered', 'delivered'])
  })

  it('becomes opened when a single mail is opened', async () => {
    const club = await quietClub()
    const emailId = await aMailed(club)
    await comes()
    await tell(club, 'Delivery')
    await tell(club, 'Open', opened)
    expect(await recipientStates(emailId)).toMatchObject({ parent: 'opened' })
    expect([await unread(club), await found(club)]).toEqual([0, ['opened']])
  })

  it('is not sent for an email left out of the digest', async () => {
    const club = await quietClub()
    const both = [await aMailed(club), await aMailed(club)]
    const left = await aMailed(club, { playerIds: [club.mia.playerId] })
    await post.deliver()
    const gone = { playerId: club.mia.playerId, userId: club.user('parent'), relation: 'own' } as const
    await write(stamp, ...families.leave(gone))
    await comes()
    expect(mailsTo(club).map(({ subject }) => subject)).toEqual(['2 messages for you'])
    await tell(club, 'Delivery')
    for (const emailId of both) expect(await recipientStates(emailId)).toMatchObject({ parent: 'delivered' })
    expect(await recipientStates(left)).toMatchObject({ parent: 'unmailed' })
    expect(await found(club)).toEqual(['delivered', 'delivered', 'gone'])
  })

  it('is bounced when the digest bounces', async () => {
    const club = await quietClub()
    await remind(club)
    const emailId = await aMailed(club)
    await comes()
    expect(await found(club)).toEqual(['sent', 'sent'])
    await tell(club, 'Bounce', { bounce: { bounceType: 'Permanent' } })
    expect(await found(club)).toEqual(['bounced', 'bounced'])
    expect(await recipientStates(emailId)).toMatchObject({ parent: 'bounced' })
  })
})

describe('the time of a digest', () => {
  const consistent = { consistent: true }
  /** A user with default settings who has received the maximum number of mails on these days. */
  async function afterMany(...days: string[]): Promise<Club> {
    const club = await aClubWithWriter()
    const userId = club.user('parent')
    for (const begins of days)
      await write(stamp, mailCounts.upsert({ userId, span: 'day', begins }, { set: { begins, sent: 8 } }))
    return club
  }

  it('is not postponed by a mail that arrives before the digest is sent', async () => {
    const club = await afterMany('2026-11-21', '2026-11-22')
    await aMailed(club)
    await post.deliver()
    await aMailed(club)
    await post.deliver({ now: '2026-11-22T13:05:00Z' })
    expect(mailsTo(club)).toEqual([])
    await runScheduled(wantDigests, '2026-11-22T13:10:00Z')
    await post.deliver({ now: '2026-11-22T13:11:00Z' })
    expect(mailsTo(club).map(({ subject }) => subject)).toEqual(['2 messages for you'])
  })

  it('follows the club’s time zone as long as the user has not set one', async () => {
    const club = await afterMany('2026-11-21')
    await update(stamp, organizations.change(club, { set: { timezone: 'America/New_York' } }))
    await aMailed(club)
    await post.deliver()
    expect(await digests.get({ userId: club.user('parent') }, consistent)).toMatchObject({
      dueAt: '2026-11-22T12:00:00.000Z',
    })
  })

  it.each([
    ['in Chicago, if no time zone is known', noChoices, '2026-11-22T13:00:00.000Z'],
    ['in the user’s time zone', { chosen: {}, timezone: 'Europe/Madrid' }, '2026-11-22T06:00:00.000Z'],
    ['when quiet hours end later', { chosen: {}, quiet: { from: '22:00', to: '09:30' } }, '2026-11-22T15:30:00.000Z'],
  ])('is seven o’clock or the end of quiet hours: %s', (_where, choices, at) =>
    expect(digestAt(choices, '2026-11-21T18:00:00Z')).toBe(at),
  )
})

it('digests of many users are created concurrently', async () => {
  const part = newPart('u')
  const people = Array.from({ length: 40 }, (_, i) => `${part}${i}`)
  // A year in which no other test holds anything back.
  const dueAt = '2019-11-21T07:00:00Z'
  for (const some of chunks(people, 20))
    await write(
      stamp,
      ...some.flatMap((userId) => [
        digests.create({ userId, dueAt }),
        heldMails.create({ userId, mailId: `${part}.held` }),
      ]),
    )
  const trips = await runMetered(async (meter) => {
    await runScheduled(wantDigests, '2019-11-21T07:01:00Z')
    return meter.trips
  })
  const left = await digests.getMany(
    people.map((userId) => ({ userId })),
    { consistent: true },
  )
  expect(left.filter((each) => each !== undefined)).toEqual([])
  // Sequentially, there would be two per user.
  expect(trips).toBeLessThan(people.length)
})
