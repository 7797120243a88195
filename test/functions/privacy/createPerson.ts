import { putObject } from '#functions/media/bucket.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { latestAgreements, signatures } from '#functions/table/agreements.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { messageTraces } from '#functions/table/chatRecords.ts'
import { conversationMembers, conversations, myConversations } from '#functions/table/conversations.ts'
import { emailRecipients, emails, teamEmails } from '#functions/table/emails.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { invitations } from '#functions/table/invitations.ts'
import { invites } from '#functions/table/invites.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { outbox } from '#functions/table/outbox.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { pushDevices } from '#functions/table/pushDevices.ts'
import { receivedEmails } from '#functions/table/receivedEmails.ts'
import { requests, sentRequests } from '#functions/table/requests.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { supportMessages, supportPlace, supportThreads } from '#functions/table/support.ts'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import { update, write } from '#functions/table/table.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { marker, scripts } from './marker.ts'

// Long before the other tests' noon, so that their erasures are not due yet.
export const requestedAt = '2026-11-01T18:00:00.000Z'

export const avatarNameOf = (userId: string) => `picture-${userId.slice(0, 8)}`

/** A user with a trace of their name, address or text wherever the product stores one. */
export async function createPerson(club: Club) {
  const { organizationId, falcons, mia } = club
  const userId = crypto.randomUUID()
  const email = `${crypto.randomUUID()}@marker.example`
  const name = { firstName: marker, lastName: marker }
  const { playerId } = mia
  await write(
    stamp,
    profiles.create({ userId, email, ...name, avatarAt: requestedAt, avatarName: avatarNameOf(userId) }),
    emailUsers.upsert({ email }, { set: { userId } }),
  )
  await write(
    stamp,
    ...organizationAdministrators.appoint(club.organization, { userId, ...name, flags: ['canEditFees'] }),
  )
  await write(stamp, ...teamAdministrators.appoint(falcons, { userId, ...name, flags: ['canEditEvents'] }))
  await families.join(stamp, { playerId, userId, relation: 'own' })
  await families.join(stamp, { playerId: club.leo.playerId, userId, relation: 'following' })
  const coach = club.user('coach')
  const at = { invitedAt: stamp.at }
  const conversationSid = `${organizationId}.${newPart('c')}`
  const emailId = `${falcons.teamId}.${newPart('m')}`
  const fileId = `${organizationId}.${newPart('f')}`
  const messageSid = newPart('m')
  const agreementId = `${organizationId}.${newPart('w')}`
  const grownUp = { guardianId: newPart('g'), name: marker }
  const contact = { name: marker, relation: 'Parent', email, phone: '' }
  const line = { conversationSid, type: 'direct' as const, lastSeq: 1, readSeq: 1 }
  const sentAt = stamp.at
  await write(
    stamp,
    playerDetails.upsert(
      { playerId },
      {
        set: {
          contacts: [
            contact,
            { ...contact, name: 'Pat', email: 'pat@x.test' },
            { ...contact, name: `Gran of ${marker}`, email: '', private: true, enteredBy: userId },
          ],
        },
      },
    ),
    players.change({ playerId }, { set: { contacts: [marker, 'Pat', `Gran of ${marker}`] } }),
    guardians.create({ ...grownUp, playerId, email }),
    // As a guardian of a player whose family they have left.
    guardians.create({ ...grownUp, playerId: club.sam.playerId, email: email.toUpperCase() }),
    familyInvitations.create({
      playerId,
      invitationId: 'i1',
      email,
      name: marker,
      relation: 'own',
      playerIds: [playerId],
      invitedBy: coach,
      state: 'open',
      ...at,
    }),
    savedCards.create({
      organizationId,
      userId,
      paymentAccountId: `${organizationId}.${newPart('a')}`,
      customer: 'cus_1',
      method: 'pm_1',
      label: marker,
      state: 'on',
      refusals: 0,
      lookAt: '2026-12-01T14:00:00Z',
      settingUp: 'cs_1',
    }),
    supportThreads.create({
      threadId: userId,
      state: 'waiting',
      seq: 1,
      readSeq: 1,
      since: sentAt,
      lastAt: sentAt,
      lastText: marker,
      day: '2026-10-01',
      onDay: 1,
    }),
    supportMessages.create({
      threadId: userId,
      messageId: 'message-1',
      seq: 1,
      place: supportPlace(1),
      from: 'person',
      text: marker,
      sentAt,
    }),
    latestAgreements.create({
      playerId,
      last: { [agreementId]: { version: 1, ofAge: false, by: marker, at: sentAt } },
    }),
    signatures.create({
      agreementId,
      playerId,
      textVersion: 1,
      ofAge: false,
      userId,
      name: marker,
      signedAt: sentAt,
      from: '203.0.113.7',
    }),
    calendarMails.create({
      ...{ inviteId: club.invite(mia), userId, replyKey: newPart('k'), sequence: 0, method: 'REQUEST', upon: 'x' },
      entry: { start: sentAt, end: sentAt, summary: marker, description: '', location: '', category: '' },
      ...{ ends: sentAt, mailedAt: sentAt },
    }),
    invites.change({ inviteId: club.invite(mia) }, { set: { note: marker, answeredBy: userId, status: 'Accepted' } }),
    invitations.create({
      invitationId: `${organizationId}.${newPart('i')}`,
      email: 'other@x.test',
      flags: [],
      unitName: 'Club',
      invitedBy: userId,
      inviterName: marker,
      ...at,
    }),
    conversations.create({ conversationSid, type: 'direct', friendlyName: '', seq: 1, restsOn: [] } as never),
    conversationMembers.create({ conversationSid, userId, ...name, sinceSeq: 0, readSeq: 0 }),
    conversationMembers.create({
      conversationSid,
      userId: coach,
      firstName: 'Carl',
      lastName: 'C',
      sinceSeq: 0,
      readSeq: 0,
    }),
    myConversations.create({ ...line, userId, title: 'Carl' }),
    myConversations.create({
      ...line,
      userId: coach,
      title: marker,
      other: userId,
      lastFrom: userId,
      lastFromName: marker,
      lastText: marker,
    }),
    messages.create({
      conversationSid,
      messageSid,
      ...{ seq: 1, place: placeOf(1) },
      userId,
      text: marker,
      sentAt,
      files: [{ fileId, name: `${marker}.png`, type: 'image/png', size: 3 }],
      ...{ event: { eventId: `${falcons.teamId}.eeeeeeeeeeee`, name: marker }, mentions: [email] },
    }),
    messageTraces.create({
      conversationSid,
      messageSid,
      text: marker,
      files: [],
      became: 'edited',
      changedAt: sentAt,
      state: '000001',
    }),
    pushDevices.create({
      deviceId: userId.slice(0, 22),
      userId,
      endpoint: `https://fcm.googleapis.com/${marker}`,
      p256dh: '',
      auth: '',
      keyId: 'k',
      showsText: true,
      since: sentAt,
    }),
    emails.create({
      emailId,
      state: 'sent',
      authorId: userId,
      subject: 'Season',
      beginning: 'Hello',
      to: { teamIds: [falcons.teamId] },
      orgUnitName: 'Falcons',
      organizationName: 'Springfield FC',
      timezone: 'America/Chicago',
      from: marker,
      listedAt: sentAt,
    }),
    teamEmails.create({ orgUnitId: falcons.teamId, emailId, listedAt: sentAt }),
    ...[userId, coach].flatMap((to) => [
      emailRecipients.create({
        emailId,
        userId: to,
        name: to === userId ? marker : 'Carl',
        playerIds: [],
        players: [],
        state: 'sent',
        since: sentAt,
      }),
      receivedEmails.create({
        userId: to,
        emailId,
        subject: 'Season',
        beginning: 'Hello',
        from: marker,
        orgUnitName: 'Falcons',
        players: [],
        sentAt,
      }),
    ]),
    emailUsers.upsert({ email: `${coach}@x.test` }, { set: { userId: coach } }),
    sentRequests.create({ userId, sentId: 's1', to: `${coach}@x.test`, askedAt: sentAt, state: 'placed' }),
    requests.create({
      userId: coach,
      requestId: `${userId}.1.x`,
      askedBy: userId,
      sentId: 's1',
      name: marker,
      email,
      askedAt: sentAt,
    }),
  )
  const mail = outbox.add({ at: sentAt }, { letter: 'request', to: { userId }, about: { requestId: 'r' } })
  const { mailId } = (mail as unknown as { item: { mailId: string } }).item
  await write(stamp, mail)
  await update(
    stamp,
    outbox.change({ mailId }, { set: { email, wantedAt: sentAt, mailId, subject: marker, state: 'sent' } }),
  )
  const requestMail = outbox.add(
    { at: sentAt },
    { letter: 'request', to: { userId: coach }, about: { requestId: 'r' } },
  )
  const about = (requestMail as unknown as { item: { mailId: string } }).item
  const recipientFields = { email: `${coach}@x.test`, wantedAt: sentAt, mailId: about.mailId, state: 'sent' as const }
  await write(stamp, requestMail)
  await update(stamp, outbox.change(about, { set: { ...recipientFields, subject: `${marker} is asking for access` } }))
  await write(stamp, suppressedAddresses.create({ email, because: 'bounced', since: sentAt }))
  await write(
    stamp,
    pushDevices.create({
      userId,
      deviceId: newPart('d'),
      endpoint: `https://push.example/${encodeURIComponent(marker)}/${scripts[0]}`,
      p256dh: 'p',
      auth: 'a',
      keyId: 'k',
      showsText: true,
      since: stamp.at,
    }),
  )
  // A picture named as before avatars had names of their own, and a current one.
  for (const each of [userId, avatarNameOf(userId)]) await putObject(`avatar/${each}`, new Uint8Array([1]), {})
  await putObject(`files/${fileId}`, new Uint8Array([2]), {})
  return { userId, email, fileId }
}
