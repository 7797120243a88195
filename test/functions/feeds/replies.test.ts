import { beforeAll, describe, expect, it } from 'vitest'
import { writers } from '#functions/feeds/mailWriters.ts'
import { handler as replyHandler } from '#functions/feeds/replyHandler.ts'
import { invites } from '#functions/table/invites.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { families } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { sessions } from '#functions/table/sessions.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import {
  aClubWithCalendarMails,
  consistent,
  deliverInvite,
  emailOf,
  setUpMailing,
  mailOf,
  messageOf,
  now,
  englishText,
} from './calendarMails.ts'

beforeAll(setUpMailing)

type Given = {
  partstat?: string
  written?: string
  sequence?: number
  from?: string
  attendee?: string
  uid?: string
  key?: string
  dmarc?: string
  method?: string
} // prettier-ignore
/** The event of SES about a reply from a calendar app. */
async function reply(club: Club, given: Given = {}) {
  const {
    partstat = 'ACCEPTED',
    written = '20261121T120500Z',
    from = emailOf(club),
    dmarc = 'PASS',
    method = 'REPLY',
  } = given
  const mail = await mailOf(club)
  const { sequence = mail?.sequence ?? 0, attendee = from, uid = `${club.invite(club.mia)}@touchline` } = given
  const calendar = [
    'BEGIN:VCALENDAR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${written}`,
    `SEQUENCE:${sequence}`,
    `ATTENDEE;CN="Ann: of Mia";PARTSTAT=${partstat}:mailto:${attendee}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ] // prettier-ignore
  const head = [
    `From: Ann <${from}>`,
    'Subject: Accepted',
    'MIME-Version: 1.0',
    `Content-Type: text/calendar; charset=UTF-8; method=${method}`,
  ] // prettier-ignore
  const [pass, dmarcVerdict] = [{ status: 'PASS' }, { status: dmarc }]
  const recipients = [`${given.key ?? mail?.replyKey}@replies.app.club.example`]
  return {
    notificationType: 'Received',
    receipt: { recipients, spamVerdict: pass, virusVerdict: pass, dmarcVerdict },
    content: [...head, '', ...calendar].join('\r\n'),
  }
}
const arrives = async (club: Club, given?: Given, at = '2026-11-21T12:06:00Z') =>
  deliverTo(replyHandler, (await reply(club, given)) as never, at)
const answerOf = async (club: Club) => (await invites.get({ inviteId: club.invite(club.mia) }, consistent))?.status
async function asked() {
  const club = await aClubWithCalendarMails()
  await deliverInvite(club)
  return club
}

let waiting: Promise<Club> | undefined

describe('an answer by calendar reply', () => {
  it('is stored, as is a later one; repeated or older ones change nothing', async () => {
    const club = await asked()
    await arrives(club)
    expect(await answerOf(club)).toBe('Accepted')
    await arrives(club, { partstat: 'DECLINED', written: '20261121T121000Z' })
    expect(await answerOf(club)).toBe('Declined')
    await arrives(club)
    await arrives(club, { partstat: 'ACCEPTED', written: '20261121T120700Z' })
    expect(await answerOf(club)).toBe('Declined')
  })

  it.each([
    ['from another address', { from: 'eve@other.example' }],
    ['from another address for another attendee', { from: 'eve@other.example', attendee: 'ann' }],
    ['that fails DMARC', { dmarc: 'FAIL' }],
    ['about another event', { uid: 'o1.t1.e1.p1@touchline' }],
    ['to an address with a guessed key', { key: '0'.repeat(24) }],
    ['with a method other than REPLY', { method: 'REQUEST' }],
    ['that is tentative', { partstat: 'TENTATIVE' }],
    ['to an older mail than the latest', { sequence: 7 }],
  ])('%s is ignored', async (_what, given) => {
    // Shared, as ignored replies do not change it.
    const club = await (waiting ??= asked())
    await arrives(club, given)
    expect(await answerOf(club)).toBe('Pending')
  })

  it('from a previous address counts until the address belongs to another account', async () => {
    const club = await asked()
    const userId = club.user('parent')
    const before = { email: emailOf(club) }
    await write(
      stamp,
      profiles.upsert({ userId }, { set: { userId, email: `new-${before.email}`, emailsBefore: [before.email] } }),
      emailUsers.remove(before),
    )
    await arrives(club)
    expect(await answerOf(club)).toBe('Accepted')
    await write(stamp, emailUsers.create({ ...before, userId: club.user('fan') }))
    await arrives(club, { partstat: 'DECLINED', written: '20261121T121000Z' })
    expect(await answerOf(club)).toBe('Accepted')
  })

  it('is ignored after another answer, after the event, or after signing out everywhere', async () => {
    const club = await asked()
    await arrives(club, {}, '2026-12-30T12:00:00Z')
    expect(await answerOf(club)).toBe('Pending')
    const inviteFile = club.invite(club.mia)
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent2'),
      inviteFile,
      query: { status: 'Declined' },
    })
    await arrives(club)
    expect(await answerOf(club)).toBe('Declined')
    const other = await asked()
    await sessions.endAll(stamp, { userId: other.user('parent') }, '2026-11-21T12:01:00Z')
    await arrives(other)
    expect(await answerOf(other)).toBe('Pending')
  })

  it('by a guardian without the right to answer is ignored, and no longer requested', async () => {
    const club = await asked()
    await write(
      stamp,
      ...families.limitRights({ playerId: club.mia.playerId, userId: club.user('parent') }, ['answers']),
    )
    await arrives(club)
    expect(await answerOf(club)).toBe('Pending')
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent2'),
      inviteFile: club.invite(club.mia),
      query: { status: 'Declined' },
    })
    const message = (await messageOf(club))!
    const text = message.calendar!.ics.replaceAll('\r\n ', '')
    expect(text).not.toContain('DECLINED')
    expect(text).not.toContain('RSVP=TRUE')
    expect([message.replyTo, message.closing]).toEqual([undefined, undefined])
  })

  it('that was ignored is reported to its sender by mail', async () => {
    const club = await asked()
    const about = { inviteId: club.invite(club.mia), why: 'answered_meanwhile' }
    const message = await writers.calendarReply(about, {
      to: { email: emailOf(club), userId: club.user('parent') },
      now,
      say: englishText,
    })
    expect(message?.subject).toMatch(/^Your answer was not accepted: Mia: /)
    expect(message?.facts).toEqual([['Current answer', 'not answered']])
    expect(message?.link?.address).toMatch(new RegExp(`/calendar/event/${club.game.eventId}$`))
  })
})
