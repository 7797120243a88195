import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { teamAdministrators } from '#functions/table/administrators.ts'
import {
  emailContents,
  emailRecipients,
  type EmailRecipient,
  emails,
  type EmailTo,
  teamEmails,
} from '#functions/table/emails.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { families } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { receivedEmails } from '#functions/table/receivedEmails.ts'
import { all, write } from '#functions/table/table.ts'
import { organizationOf } from '#shared/ids.ts'
import type { RichText } from '#shared/rules/richText.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, type Club, copiesOf, newPart, stamp } from '../club.ts'
import { register } from '../today/coachRequests.ts'
import { type ChangedItem, deliverTo } from '../workers.ts'

/** A text of paragraphs, as the editor produces it. */
export const aText = (...lines: string[]): RichText => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

/** Id of the one email per team that the requests use. */
export const emailOf = ({ teamId }: { teamId: string }) => `${teamId}.m${'0'.repeat(11)}`
export const templateOf = ({ teamId }: { teamId: string }) => `${teamId}.m${'1'.repeat(11)}`
export const newEmail = ({ teamId }: { teamId: string }) => `${teamId}.${newPart('m')}`

/** The user has the Falcons' email as their own draft, and in their inbox. */
export async function prepareEmail(userId: string, { falcons, organization, mia: { playerId } }: Club) {
  const emailId = emailOf(falcons)
  const orgUnitId = falcons.teamId
  const email = `${userId}@club.example`
  const line = { subject: 'Saturday', beginning: 'Be there at nine.', from: 'Carmen Coach', orgUnitName: falcons.name }
  const to: EmailTo = { teamIds: [falcons.teamId] }
  const { name: organizationName, timezone } = organization
  const row = { ...line, emailId, authorId: userId, to, organizationName, timezone, listedAt: stamp.at }
  const { players, sentAt } = { players: ['Mia'], sentAt: stamp.at }
  const received = await receivedEmails.get({ userId, emailId }, { consistent: true })
  await write(
    stamp,
    emails.upsert({ emailId }, { set: { ...row, state: 'draft' } }),
    emailContents.upsert({ emailId }, { set: { content: aText('Be there at nine.') } }),
    teamEmails.upsert({ orgUnitId, emailId }, { set: { emailId, listedAt: stamp.at } }),
    ...(received ? [] : [receivedEmails.create({ userId, emailId, ...line, players, sentAt })]),
    emailRecipients.upsert(
      { emailId, userId },
      { set: { userId, name: 'Carmen Coach', playerIds: [playerId], players, state: 'delivered', since: sentAt } },
    ),
    profiles.upsert({ userId }, { set: { userId, email, firstName: 'Carmen', lastName: 'Coach' } }),
    emailUsers.upsert({ email }, { set: { userId } }),
  )
  return organizationOf(emailId)
}

export const sentTime = '2026-11-21T18:00:00.000Z'
const sqs = mockClient(SQSClient)
/** Messages that a function has delayed, and by how many seconds. */
export const delayedMessages = () =>
  sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => ({
    message: JSON.parse(input.MessageBody ?? '') as ChangedItem,
    seconds: input.DelaySeconds,
  }))
export const resetDelayedMessages = () => {
  sqs.reset()
  sqs.on(SendMessageCommand).resolves({})
}

/** A club with a coach of the Falcons who may write. Mia's two parents have addresses; the first is also Leo's. */
export const aClubWithWriter = copiesOf(async () => {
  const club = await aClub()
  const names = { firstName: 'Wanda', lastName: 'Writer' }
  const writer = { userId: club.user('writer'), ...names, flags: ['canSendMessages'] satisfies Flag[] }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, writer))
  await register(club, 'writer', names)
  await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
  await register(club, 'parent2', { firstName: 'Peter', lastName: 'Okafor' })
  await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
  return club
})

/** Sends an email to the Falcons, or as specified; returns the response. */
export const sendTo = (
  club: Club,
  emailId: string,
  options: Partial<{
    as: string
    to: EmailTo
    subject: string
    content: RichText
    later: { day: string; time: string }
    urgent: boolean
    now: string
  }> = {},
) => {
  const {
    as = 'writer',
    to = { teamIds: [club.falcons.teamId] },
    subject = 'Saturday',
    later,
    urgent,
    now = sentTime,
  } = options
  const content = options.content ?? aText('Be there at nine.')
  const body = { subject, content, to, ...(later && { later }), ...(urgent && { urgent }) }
  return call('POST /rest-api/mail/email/{emailId}/send', { as: club.user(as), emailId, body, now })
}

/** Tells the sending worker about an email this many seconds after it was sent. */
export async function deliverEmail(emailId: string, { seconds = 11 } = {}) {
  const { handler } = await import('#functions/email/sendHandler.ts')
  await deliverTo(handler, emails.key({ emailId }), new Date(Date.parse(sentTime) + seconds * 1000).toISOString())
}

/** State of an email per recipient, by name. */
export const recipientStates = async (emailId: string) =>
  Object.fromEntries(
    (await all<EmailRecipient>(emailRecipients.of({ emailId }))).map(({ userId, state }) => [
      userId.split('-')[0],
      state,
    ]),
  )
export const inbox = async (club: Club, name: string) =>
  (await call('GET /rest-api/mail/getEmails', { as: club.user(name), query: {} })).body.emails
