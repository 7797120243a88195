import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, it } from 'vitest'
import { letters } from '#functions/feeds/letters.ts'
import { handler as mailsHandler } from '#functions/feeds/mailsHandler.ts'
import { handler as replyHandler } from '#functions/feeds/replyHandler.ts'
import { mimeOf } from '#functions/mail/mime.ts'
import { sayIn } from '#functions/mail/say.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { families } from '#functions/table/players.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { invitesFollow } from '../calendar/planning.ts'
import { hand } from '../workers.ts'
import { eventsIn } from './feeding.ts'

const now = '2026-11-21T12:00:00Z'
const say = sayIn('en')
const consistent = { consistent: true }
beforeAll(() => {
  process.env['SITE_URL'] = 'https://app.club.example'
  process.env['MAIL_FROM'] = 'Touchline <no-reply@app.club.example>'
  process.env['MAIL_REPLIES'] = 'replies.app.club.example'
})

const emailOf = (club: Club) => `ann-${club.organizationId}@family.example`
/** A club whose parent wants calendar mails. */
async function wanting(): Promise<Club> {
  const club = await aClub()
  await write(stamp, emailUsers.create({ email: emailOf(club), userId: club.user('parent') }))
  const { status } = await call('PUT /rest-api/calendar/mails', { as: club.user('parent'), body: { on: true } })
  expect(status).toBe(200)
  return club
}
const idOf = (club: Club) => ({ inviteId: club.invite(club.mia), userId: club.user('parent') })
const hears = (club: Club) =>
  hand(mailsHandler, { kind: 'Invite', ...invites.key({ inviteId: club.invite(club.mia) }) }, now)
const mailOf = (club: Club) => calendarMails.get(idOf(club), consistent)
/** The letter of what was mailed last. */
async function letterOf(club: Club) {
  const { sequence = -1 } = (await mailOf(club)) ?? {}
  const about = { inviteId: club.invite(club.mia), sequence: String(sequence) }
  return letters.calendarMail(about, { to: { email: emailOf(club), userId: club.user('parent') }, now, say })
}
async function change(club: Club, set: Parameters<typeof events.change>[1]['set']) {
  await update(stamp, events.change(club.game, { set: set ?? {} }))
  await invitesFollow(club.game.eventId)
  await hears(club)
}

describe('a calendar mail', () => {
  it('puts an event into the calendar, changes it there and takes it out, each once', async () => {
    const club = await wanting()
    await hears(club)
    await hears(club)
    const first = await letterOf(club)
    expect(first?.calendar?.method).toBe('REQUEST')
    const [entry] = eventsIn(first?.calendar?.ics ?? '')
    expect(entry).toMatchObject({
      uid: `${club.invite(club.mia)}@touchline`,
      sequence: 0,
      status: 'CONFIRMED',
      zone: 'UTC',
    })
    expect(entry?.summary).toMatch(/^Mia: /)
    await change(club, { start: '2026-11-22T18:00:00Z', end: '2026-11-22T19:00:00Z' })
    const second = await letterOf(club)
    expect(eventsIn(second?.calendar?.ics ?? '')[0]).toMatchObject({ sequence: 1, start: '2026-11-22T18:00:00.000Z' })
    await change(club, { cancelled: true })
    const last = await letterOf(club)
    expect(last?.calendar?.method).toBe('CANCEL')
    expect(eventsIn(last?.calendar?.ics ?? '')[0]).toMatchObject({ sequence: 2, status: 'CANCELLED' })
    // What was mailed before is not told after it.
    const about = { inviteId: club.invite(club.mia), sequence: '1' }
    expect(
      await letters.calendarMail(about, { to: { email: emailOf(club), userId: club.user('parent') }, now, say }),
    ).toBeUndefined()
    await change(club, { cancelled: undefined })
    expect((await mailOf(club))?.sequence).toBe(3)
  })

  it('is for who wants it; an answer makes no other one, and an event that never was told is not called off', async () => {
    const club = await wanting()
    await change(club, { deletedAt: now })
    expect(await mailOf(club)).toBeUndefined()
    await change(club, { deletedAt: undefined })
    const inviteFile = club.invite(club.mia)
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile,
      query: { status: 'Accepted' },
    })
    await hears(club)
    expect((await mailOf(club))?.sequence).toBe(0)
    expect(await calendarMails.get({ ...idOf(club), userId: club.user('parent2') }, consistent)).toBeUndefined()
    await call('PUT /rest-api/calendar/mails', { as: club.user('parent'), body: { on: false } })
    expect(await letterOf(club)).toBeUndefined()
  })

  it('of what is off comes also to who wants no more of them, and of nothing else', async () => {
    const club = await wanting()
    await hears(club)
    await call('PUT /rest-api/calendar/mails', { as: club.user('parent'), body: { on: false } })
    await change(club, { start: '2026-11-22T18:00:00Z', end: '2026-11-22T19:00:00Z' })
    expect((await mailOf(club))?.sequence).toBe(0)
    await change(club, { cancelled: true })
    expect((await letterOf(club))?.calendar?.method).toBe('CANCEL')
    await change(club, { cancelled: undefined })
    expect((await mailOf(club))?.sequence).toBe(1)
  })

  it.each([
    [
      'who leaves the family',
      (club: Club) => families.leave({ playerId: club.mia.playerId, userId: club.user('parent'), relation: 'own' }),
    ],
    [
      'from whom the club takes the right to see the player',
      (club: Club) => families.limit({ playerId: club.mia.playerId, userId: club.user('parent') }, ['sees']),
    ],
  ])('takes out of the calendar of %s what stands there, once', async (_whom, leave) => {
    const club = await wanting()
    await hears(club)
    const row = { playerId: club.mia.playerId, userId: club.user('parent') }
    const leaves = () => hand(mailsHandler, { kind: 'Family', ...families.key(row) }, now)
    await leaves()
    expect((await mailOf(club))?.method).toBe('REQUEST')
    await write(stamp, ...leave(club))
    await leaves()
    await leaves()
    expect(await mailOf(club)).toMatchObject({ method: 'CANCEL', sequence: 1 })
    expect((await letterOf(club))?.calendar?.method).toBe('CANCEL')
    await change(club, { start: '2026-11-22T18:00:00Z', end: '2026-11-22T19:00:00Z' })
    expect((await mailOf(club))?.sequence).toBe(1)
  })

  it('is chosen on either screen: among all that one is told, too', async () => {
    const club = await wanting()
    const as = club.user('parent')
    const choose = (on: boolean) =>
      call('PUT /rest-api/mail/notices', {
        as,
        body: {
          choices: [{ notice: 'events', channel: 'calendar', on }],
          quiet: null,
          timezone: 'America/Chicago',
          language: 'en',
        },
      })
    const isOn = async () => (await call('GET /rest-api/calendar/mails', { as })).body.on
    await choose(false)
    expect(await isOn()).toBe(false)
    await hears(club)
    expect(await mailOf(club)).toBeUndefined()
    await choose(true)
    expect(await isOn()).toBe(true)
    await hears(club)
    expect((await mailOf(club))?.sequence).toBe(0)
  })

  it('is read by a mailbox with its calendar part, and can be answered at its own address', async () => {
    const club = await wanting()
    await hears(club)
    const letter = (await letterOf(club))!
    const mail = await PostalMime.parse(
      mimeOf({
        ...letter,
        from: { name: 'Touchline', address: 'no-reply@app.club.example' },
        to: emailOf(club),
        text: '',
        html: '',
      }),
      { attachmentEncoding: 'utf8' },
    ) // prettier-ignore
    expect(mail.subject).toBe(letter.subject)
    expect(mail.attachments.map(({ mimeType, method }) => [mimeType, method])).toEqual([
      ['text/calendar', 'REQUEST'],
      ['application/ics', undefined],
    ])
    expect(mail.attachments[0]?.content).toBe(letter.calendar?.ics.replaceAll('\r\n', '\n'))
    const { replyKey = '' } = (await mailOf(club)) ?? {}
    expect(mail.replyTo?.[0]?.address).toBe(`${replyKey}@replies.app.club.example`)
    const text = letter.calendar!.ics.replaceAll('\r\n ', '')
    expect(text).toContain(`:mailto:${replyKey}@replies.app.club.example`)
    expect(text).toContain(`PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${emailOf(club)}`)
  })
})

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
/** What SES tells of a mail that a calendar app has sent. */
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
  hand(replyHandler, (await reply(club, given)) as never, at)
const answerOf = async (club: Club) => (await invites.get({ inviteId: club.invite(club.mia) }, consistent))?.status
async function asked() {
  const club = await wanting()
  await hears(club)
  return club
}

describe('an answer that comes back', () => {
  it('is the answer, and another one after it; the same or an older one changes nothing', async () => {
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
    ['of another address', { from: 'eve@other.example' }],
    ['in the name of somebody else', { from: 'eve@other.example', attendee: 'ann' }],
    ['whose sender is forged', { dmarc: 'FAIL' }],
    ['about another event', { uid: 'o1.t1.e1.p1@touchline' }],
    ['at an address that was guessed', { key: '0'.repeat(24) }],
    ['that is no reply', { method: 'REQUEST' }],
    ['that is neither Yes nor No', { partstat: 'TENTATIVE' }],
    ['to a mail before the last', { sequence: 7 }],
  ])('%s does not count', async (_what, given) => {
    const club = await asked()
    await arrives(club, given)
    expect(await answerOf(club)).toBe('Pending')
  })

  it('after another answer, the start, or the end of one’s sessions does not count', async () => {
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
    await write(stamp, sessions.endAll({ userId: other.user('parent') }, '2026-11-21T12:01:00Z'))
    await arrives(other)
    expect(await answerOf(other)).toBe('Pending')
  })

  it('of a guardian from whom the club has taken it does not count, and is not asked for any more', async () => {
    const club = await asked()
    await write(stamp, ...families.limit({ playerId: club.mia.playerId, userId: club.user('parent') }, ['answers']))
    await arrives(club)
    expect(await answerOf(club)).toBe('Pending')
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent2'),
      inviteFile: club.invite(club.mia),
      query: { status: 'Declined' },
    })
    const letter = (await letterOf(club))!
    const text = letter.calendar!.ics.replaceAll('\r\n ', '')
    expect(text).not.toContain('DECLINED')
    expect(text).not.toContain('RSVP=TRUE')
    expect([letter.replyTo, letter.closing]).toEqual([undefined, undefined])
  })

  it('and does not count is told to who gave it', async () => {
    const club = await asked()
    const about = { inviteId: club.invite(club.mia), why: 'answered_meanwhile' }
    const letter = await letters.calendarReply(about, {
      to: { email: emailOf(club), userId: club.user('parent') },
      now,
      say,
    })
    expect(letter?.subject).toMatch(/^Your answer did not count: Mia: /)
    expect(letter?.facts).toEqual([['The answer that stands', 'not answered']])
  })
})
