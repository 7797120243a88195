import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, it } from 'vitest'
import { writers } from '#functions/feeds/mailWriters.ts'
import { handler as mailsHandler } from '#functions/feeds/mailsHandler.ts'
import { mimeOf } from '#functions/mail/mime.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import type { GuardianRight } from '#shared/permissions.ts'
import { archiveTeam, unarchiveTeam } from '../archiving.ts'
import { call } from '../call.ts'
import { addHours } from '#shared/rules/days.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { eventsIn } from './feedLinks.ts'
import {
  aClubWithCalendarMails,
  change,
  consistent,
  deliverInvite,
  emailOf,
  idOf,
  setUpMailing,
  mailOf,
  messageOf,
  now,
  englishText,
} from './calendarMails.ts'

beforeAll(setUpMailing)

const newEvent = (club: Club) => `${club.falcons.teamId}.${newPart('e')}`

describe('a calendar mail', () => {
  it('adds, changes and cancels an event, once each', async () => {
    const club = await aClubWithCalendarMails()
    await deliverInvite(club)
    await deliverInvite(club)
    const first = await messageOf(club)
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
    const second = await messageOf(club)
    expect(eventsIn(second?.calendar?.ics ?? '')[0]).toMatchObject({ sequence: 1, start: '2026-11-22T18:00:00.000Z' })
    await change(club, { cancelled: true })
    const last = await messageOf(club)
    expect(last?.calendar?.method).toBe('CANCEL')
    expect(eventsIn(last?.calendar?.ics ?? '')[0]).toMatchObject({ sequence: 2, status: 'CANCELLED' })
    // An outdated mail is not sent any more.
    const about = { inviteId: club.invite(club.mia), sequence: '1' }
    expect(
      await writers.calendarMail(about, {
        to: { email: emailOf(club), userId: club.user('parent') },
        now,
        say: englishText,
      }),
    ).toBeUndefined()
    await change(club, { cancelled: undefined })
    expect((await mailOf(club))?.sequence).toBe(3)
  })

  it('cancels an archived team’s event, and adds it again when the team is restored', async () => {
    const club = await aClubWithCalendarMails()
    await deliverInvite(club)
    const turned = { team: club.falcons, events: [club.game] }
    const method = async () => {
      await deliverInvite(club)
      return (await messageOf(club))?.calendar?.method
    }
    await archiveTeam({ ...turned, at: now })
    expect(await method()).toBe('CANCEL')
    await unarchiveTeam({ ...turned, at: addHours(now, 1) })
    expect(await method()).toBe('REQUEST')
  })

  it.each(['stored with the mail', 'taken from the club for an older mail'])(
    'about a withdrawn invite states the time in the event’s time zone: %s',
    async (how) => {
      const club = await aClubWithCalendarMails()
      await deliverInvite(club)
      expect((await messageOf(club))?.subject).toMatch(/, Sat 21 Nov, 6:30 PM$/)
      if (how !== 'stored with the mail')
        await write(stamp, calendarMails.change(idOf(club), { set: { timezone: undefined } }))
      await write(stamp, invites.remove({ inviteId: club.invite(club.mia) }))
      await deliverInvite(club)
      expect((await messageOf(club))?.subject).toMatch(/^Removed: .*, Sat 21 Nov, 6:30 PM$/)
    },
  )

  it('is sent only to those who want it, not for answers, and not to cancel an unknown event', async () => {
    const club = await aClubWithCalendarMails()
    await change(club, { deletedAt: now })
    expect(await mailOf(club)).toBeUndefined()
    await change(club, { deletedAt: undefined })
    const inviteFile = club.invite(club.mia)
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile,
      query: { status: 'Accepted' },
    })
    await deliverInvite(club)
    expect((await mailOf(club))?.sequence).toBe(0)
    expect(await calendarMails.get({ ...idOf(club), userId: club.user('parent2') }, consistent)).toBeUndefined()
    await call('PUT /rest-api/calendar/mails', { as: club.user('parent'), body: { on: false } })
    expect(await messageOf(club)).toBeUndefined()
  })

  it('about a cancellation is sent even after calendar mails were turned off, others are not', async () => {
    const club = await aClubWithCalendarMails()
    await deliverInvite(club)
    await call('PUT /rest-api/calendar/mails', { as: club.user('parent'), body: { on: false } })
    await change(club, { start: '2026-11-22T18:00:00Z', end: '2026-11-22T19:00:00Z' })
    expect((await mailOf(club))?.sequence).toBe(0)
    await change(club, { cancelled: true })
    expect((await messageOf(club))?.calendar?.method).toBe('CANCEL')
    await change(club, { cancelled: undefined })
    expect((await mailOf(club))?.sequence).toBe(1)
  })

  it.each(['leaves the family', 'may no longer see the player'])(
    'cancels a player’s events once a guardian %s',
    async (how) => {
      const club = await aClubWithCalendarMails()
      await deliverInvite(club)
      const row = { playerId: club.mia.playerId, userId: club.user('parent') }
      const leaves = () => deliverTo(mailsHandler, { kind: 'Family', ...families.key(row) }, now)
      await leaves()
      expect((await mailOf(club))?.method).toBe('REQUEST')
      const gone =
        how === 'leaves the family' ? families.leave({ ...row, relation: 'own' }) : families.limitRights(row, ['sees'])
      await write(stamp, ...gone)
      await leaves()
      await leaves()
      expect(await mailOf(club)).toMatchObject({ method: 'CANCEL', sequence: 1 })
      expect((await messageOf(club))?.calendar?.method).toBe('CANCEL')
      await change(club, { start: '2026-11-22T18:00:00Z', end: '2026-11-22T19:00:00Z' })
      expect((await mailOf(club))?.sequence).toBe(1)
    },
  )

  it('adds cancelled events again once the guardian may see the player again', async () => {
    const club = await aClubWithCalendarMails()
    await deliverInvite(club)
    const row = { playerId: club.mia.playerId, userId: club.user('parent') }
    for (const lacks of [['sees'], []] satisfies GuardianRight[][]) {
      await write(stamp, ...families.limitRights(row, lacks))
      await deliverTo(mailsHandler, { kind: 'Family', ...families.key(row) }, now)
    }
    expect(await mailOf(club)).toMatchObject({ method: 'REQUEST', sequence: 2 })
    expect((await messageOf(club))?.calendar?.method).toBe('REQUEST')
  })

  it('is sent for the next fifty events when calendar mails are turned on, once', async () => {
    const club = await aClubWithCalendarMails()
    const [parent, parent2] = [club.user('parent'), club.user('parent2')]
    const mailsTo = (userId: string) => calendarMails.ofPerson({ playerId: club.mia.playerId, userId })
    const switchedOn = (userId: string) =>
      deliverTo(mailsHandler, { kind: 'Notice choices', ...noticeChoices.key({ userId }) }, now)
    const event = { ...(await events.get(club.game, consistent))!, end: '2027-01-02T00:00:00Z' }
    // One that is over, and one every twenty minutes from New Year's Eve on.
    const starts = Array.from({ length: 51 }, (_, i) => addHours('2026-12-31T00:00:00Z', i / 3))
    const many = ['2026-11-20T00:00:00Z', ...starts].map((start) => ({ ...event, start, eventId: newEvent(club) }))
    await write(stamp, ...many.map((each) => invites.create(invites.unansweredInvite(each, club.mia))))
    await switchedOn(parent)
    const mailed = await mailsTo(parent)
    expect(mailed).toHaveLength(50)
    // The game on the 22nd comes first, so the last two of the many are left out.
    expect(
      mailed
        .map(({ entry }) => entry.start)
        .toSorted()
        .slice(-1),
    ).toEqual([starts[48]])
    await switchedOn(parent)
    expect((await mailsTo(parent)).map(({ sequence }) => sequence)).toEqual(Array(50).fill(0))
    await switchedOn(parent2)
    expect(await mailsTo(parent2)).toEqual([])
  })

  it('is sent for upcoming events to a new family member, and again to a returning one', async () => {
    const club = await aClubWithCalendarMails()
    const row = { playerId: club.mia.playerId, userId: club.user('parent') }
    const heard = () => deliverTo(mailsHandler, { kind: 'Family', ...families.key(row) }, now)
    await write(stamp, ...families.leave({ ...row, relation: 'own' }))
    await heard()
    expect(await mailOf(club)).toBeUndefined()
    await families.join(stamp, { ...row, relation: 'following' })
    await heard()
    expect(await mailOf(club)).toBeUndefined()
    await write(stamp, ...(await families.joinWrites({ ...row, relation: 'own' })))
    await heard()
    await heard()
    expect(await mailOf(club)).toMatchObject({ method: 'REQUEST', sequence: 0 })
    await write(stamp, ...families.leave({ ...row, relation: 'own' }))
    await heard()
    await families.join(stamp, { ...row, relation: 'own' })
    await heard()
    expect(await mailOf(club)).toMatchObject({ method: 'REQUEST', sequence: 2 })
  })

  it('is turned on and off with the other notices too', async () => {
    const club = await aClubWithCalendarMails()
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
    await deliverInvite(club)
    expect(await mailOf(club)).toBeUndefined()
    await choose(true)
    expect(await isOn()).toBe(true)
    await deliverInvite(club)
    expect((await mailOf(club))?.sequence).toBe(0)
  })

  it('is parsed by an independent parser, and has its own reply address', async () => {
    const club = await aClubWithCalendarMails()
    await deliverInvite(club)
    const message = (await messageOf(club))!
    const mail = await PostalMime.parse(
      mimeOf({
        ...message,
        from: { name: 'Touchline', address: 'no-reply@app.club.example' },
        to: emailOf(club),
        text: '',
        html: '',
      }),
      { attachmentEncoding: 'utf8' },
    ) // prettier-ignore
    expect(mail.subject).toBe(message.subject)
    expect(mail.attachments.map(({ mimeType, method }) => [mimeType, method])).toEqual([
      ['text/calendar', 'REQUEST'],
      ['application/ics', undefined],
    ])
    expect(mail.attachments[0]?.content).toBe(message.calendar?.ics.replaceAll('\r\n', '\n'))
    const { replyKey = '' } = (await mailOf(club)) ?? {}
    // 26 of 32 characters: 130 bits.
    expect(replyKey).toMatch(/^[a-z\d]{26}$/)
    expect(mail.replyTo?.[0]?.address).toBe(`${replyKey}@replies.app.club.example`)
    const text = message.calendar!.ics.replaceAll('\r\n ', '')
    expect(text).toContain(`:mailto:${replyKey}@replies.app.club.example`)
    expect(text).toContain(`PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${emailOf(club)}`)
  })
})
