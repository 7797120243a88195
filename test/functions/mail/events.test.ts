// own: mail goes to a service of its own
import { beforeEach, expect, it } from 'vitest'
import { handler } from '#functions/mail/eventsHandler.ts'
import { emails } from '#functions/table/emails.ts'
import { meOf } from '#functions/table/me.ts'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import type { Club } from '../club.ts'
import { emailOf as addressOf } from '../today/coachRequests.ts'
import {
  aClubWithWriter,
  deliverEmail,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
} from '../email/writing.ts'
import { outbox } from '#functions/table/outbox.ts'
import { update, write } from '#functions/table/table.ts'
import { sqsEvent } from '../workers.ts'
import { inRoleOfWorker } from '../roles.ts'
import { openPost } from './post.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

/** Sends an email to the Falcons; returns the tag of the mail to one of them. */
async function aSentEmail(club: Club) {
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId)
  await deliverEmail(emailId)
  await post.deliver()
  const [mail] = await post.outcomes(club.user('parent'))
  return { emailId, mail: { mailId: mail?.mailId ?? '', messageId: mail?.messageId ?? '' } }
}

type Mail = { mailId: string; messageId: string }
const event = ({ mailId, messageId }: Mail, eventType: string, more: object = {}) => ({
  source: 'aws.ses',
  detail: { eventType, mail: { messageId, tags: { mail: [Buffer.from(mailId).toString('base64url')] } }, ...more },
})
const tell = (...events: object[]) => tellAgain(1, ...events)
async function tellAgain(tries: number, ...events: object[]): Promise<number> {
  const told = await inRoleOfWorker(handler, () =>
    handler(sqsEvent(events, '2026-11-21T18:05:00Z', tries), {} as never),
  )
  return (told as { batchItemFailures: unknown[] }).batchItemFailures.length
}
const bounce = { bounce: { bounceType: 'Permanent' } }
const open = (userAgent: string, timestamp = '2026-11-21T18:10:00.000Z') => ({ open: { timestamp, userAgent } })
const human = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15'
const suppressed = async (club: Club) => (await suppressedAddresses.get({ email: addressOf(club, 'parent') }))?.because

it('deliveries and opens are counted once, in any order of events', async () => {
  const club = await aClubWithWriter()
  const { emailId, mail } = await aSentEmail(club)
  await tell(event(mail, 'Delivery'), event(mail, 'Delivery'))
  expect(await recipientStates(emailId)).toMatchObject({ parent: 'delivered', parent2: 'sent' })
  await tell(event(mail, 'Open', open(human)), event(mail, 'Open', open(human)))
  await tell(event(mail, 'Delivery'))
  expect(await recipientStates(emailId)).toMatchObject({ parent: 'opened' })
  expect(await emails.get({ emailId })).toMatchObject({ delivered: 1, opened: 1 })
  expect((await meOf({ userId: club.user('parent') })).counts?.unreadMessages).toBe(0)
})

it('a mail opened by a program is not marked as read', async () => {
  const club = await aClubWithWriter()
  const { emailId, mail } = await aSentEmail(club)
  await tell(event(mail, 'Delivery'))
  await tell(
    event(mail, 'Open', open('Mozilla/5.0')),
    event(mail, 'Open', open('Barracuda Sentinel')),
    event(mail, 'Open', open(human, '2026-11-21T18:05:03.000Z')),
  )
  expect(await recipientStates(emailId)).toMatchObject({ parent: 'delivered' })
})

it('a permanent bounce suppresses the address; a temporary one does not', async () => {
  const club = await aClubWithWriter()
  const first = await aSentEmail(club)
  await tell(event(first.mail, 'Bounce', { bounce: { bounceType: 'Transient' } }))
  expect([await suppressed(club), (await recipientStates(first.emailId))['parent']]).toEqual([undefined, 'bounced'])
  const second = await aSentEmail(club)
  expect(second.mail.mailId).toBeTruthy()
  await tell(event(first.mail, 'Bounce', bounce), event(first.mail, 'Bounce', bounce))
  expect(await suppressed(club)).toBe('bounced')
  expect(await emails.get(first)).toMatchObject({ failed: 1 })
})

it('a spam complaint suppresses the address, even after delivery', async () => {
  const club = await aClubWithWriter()
  const { emailId, mail } = await aSentEmail(club)
  await tell(event(mail, 'Complaint', { complaint: {} }), event(mail, 'Delivery'))
  expect([await suppressed(club), (await recipientStates(emailId))['parent']]).toEqual(['complained', 'complained'])
  expect(await emails.get({ emailId })).toMatchObject({ delivered: 1, failed: 1 })
})

it('events that do not match a mail of ours are ignored', async () => {
  const club = await aClubWithWriter()
  const { emailId, mail } = await aSentEmail(club)
  const failed = await tell(
    event({ ...mail, messageId: 'another' }, 'Bounce', bounce),
    event({ ...mail, mailId: 'no-such-mail' }, 'Bounce', bounce),
    event({ ...mail, mailId: '../OUTBOX#x' }, 'Bounce', bounce),
    { ...event(mail, 'Bounce', bounce), source: 'somebody.else' },
    { source: 'aws.ses' },
  )
  expect([failed, await suppressed(club)]).toEqual([0, undefined])
  expect(await recipientStates(emailId)).toMatchObject({ parent: 'sent' })
})

it('a mail whose send response was lost is marked as sent by a repeated SES event', async () => {
  const club = await aClubWithWriter()
  const { emailId, mail } = await aSentEmail(club)
  const { mailId } = mail
  const lost = { set: { state: 'sending', messageId: undefined as unknown as string } } as const
  await update({ actor: 'mail-send', at: '2026-11-21T18:00:00Z' }, outbox.change({ mailId }, lost))
  expect(await tell(event(mail, 'Delivery'))).toBe(1)
  expect(await outbox.get({ mailId }, { consistent: true })).toMatchObject({ state: 'sending' })
  expect(await tellAgain(2, event(mail, 'Delivery'))).toBe(0)
  expect(await outbox.get({ mailId }, { consistent: true })).toMatchObject({
    ...{ state: 'sent', messageId: mail.messageId, became: 'delivered' },
  })
  expect(await recipientStates(emailId)).toMatchObject({ parent: 'delivered' })
})

it('a mail with a derived id is accepted by SES, and its events are matched', async () => {
  const club = await aClubWithWriter()
  const { emailId } = await aSentEmail(club)
  const mailId = `receipt.${club.organizationId}.a0b1.${club.user('parent')}`
  const at = '2026-11-21T18:00:00.000Z'
  const [to, about] = [{ userId: club.user('parent') }, { emailId }]
  await write({ actor: 'test', at }, outbox.add({ at }, { mailId, letter: 'email', to, about }))
  await post.deliver()
  const { state, messageId = '' } = (await outbox.get({ mailId }, { consistent: true })) ?? {}
  expect(state).toBe('sent')
  await tell(event({ mailId, messageId }, 'Bounce', bounce))
  expect(await suppressed(club)).toBe('bounced')
})
