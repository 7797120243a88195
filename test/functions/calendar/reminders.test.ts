// own: mail goes to a service of its own
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { handler as remind } from '#functions/calendar/remindHandler.ts'
import { handler as tellNews } from '#functions/calendar/newsHandler.ts'
import { handler as copy } from '#functions/copies/handler.ts'
import { handler as look } from '#functions/calendar/remindersHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { organizations } from '#functions/table/organizations.ts'
import { families } from '#functions/table/players.ts'
import { update } from '#functions/table/table.ts'
import { writers } from '#functions/today/mailWriters.ts'
import { addHours } from '#shared/rules/days.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { openPost } from '../mail/post.ts'
import { emailOf, register } from '../today/coachRequests.ts'
import { deliverTo } from '../workers.ts'

const post = openPost()
const sqs = mockClient(SQSClient)
beforeEach(() => void sqs.reset())
/** The game is at 00:30 UTC on the 22nd, 6:30 pm in Chicago. */
const dayBefore = '2026-11-21T00:30:00Z'

const looks = async (club: Club, time: string) => {
  sqs.reset()
  await look({ time })
  const sent = sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => JSON.parse(input.MessageBody ?? ''))
  return sent.filter(({ eventId }: { eventId: string }) => eventId.startsWith(club.organizationId))
}
const withReminders = async (hours: (2 | 6 | 24)[]) => {
  const club = await aClub()
  const revision = (await organizations.get(club, { consistent: true }))?.version ?? 0
  const { status } = await call('PATCH /rest-api/organization/settings/{orgId}', {
    as: club.user('admin'),
    orgId: club.organizationId,
    body: { revision, reminderHours: hours },
  })
  expect(status).toBe(200)
  return club
}
const hear = ({ game }: Club, hours = 24) => deliverTo(remind, { eventId: game.eventId, hours } as never, dayBefore)
const reminded = (club: Club) =>
  Promise.all(
    [club.mia, club.leo, club.ada].map(
      async (player) => (await invites.get({ inviteId: club.invite(player) }, { consistent: true }))?.reminded,
    ),
  )

describe('reminders of a club', () => {
  it('are due at each configured hour, and no longer once switched off', async () => {
    const club = await withReminders([2, 24])
    const { eventId } = club.game
    expect(await looks(club, '2026-11-21T00:29:00Z')).toEqual([])
    expect(await looks(club, dayBefore)).toEqual([{ eventId, hours: 24 }])
    expect(await looks(club, '2026-11-21T22:30:00Z')).toEqual([{ eventId, hours: 2 }])
    const { version = 0 } = (await organizations.get(club, { consistent: true })) ?? {}
    await call('PATCH /rest-api/organization/settings/{orgId}', {
      as: club.user('admin'),
      orgId: club.organizationId,
      body: { revision: version, reminderHours: [] },
    })
    expect(await looks(club, dayBefore)).toEqual([])
  })

  it('are due once for an evening to which two of them have moved', async () => {
    const club = await withReminders([2, 6])
    const { eventId } = club.game
    // 9 am in Chicago.
    await update(
      stamp,
      events.change({ eventId }, { set: { start: '2026-11-21T15:00:00Z', end: '2026-11-21T17:00:00Z' } }),
    )
    for (const time of ['2026-11-21T02:00:00Z', '2026-11-21T02:15:00Z'])
      expect(await looks(club, time)).toEqual([{ eventId, hours: 2 }])
  })

  it('are not due for events of an archived team', async () => {
    const club = await withReminders([24])
    await call('POST /o/{orgUnitId}/archive', { as: club.user('admin'), orgUnitId: club.falcons.teamId })
    expect(await looks(club, dayBefore)).toEqual([])
  })

  it('are not due for cancelled or deleted events', async () => {
    const club = await withReminders([24])
    await update(stamp, events.change(club.game, { set: { cancelled: true } }))
    expect(await looks(club, dayBefore)).toEqual([])
    await hear(club)
    expect(await reminded(club)).toEqual([undefined, undefined, undefined])
  })

  it('are sent even if those of another club fail, which is reported as an error', async () => {
    const clubs = await Promise.all([withReminders([24]), withReminders([24])])
    for (const broken of clubs) {
      sqs.reset()
      const told: string[] = []
      sqs.on(SendMessageCommand).callsFake(({ MessageBody }: { MessageBody: string }) => {
        const { eventId } = JSON.parse(MessageBody)
        if (eventId === broken.game.eventId) throw new Error('The queue rejects this club’s messages.')
        told.push(eventId)
        return {}
      })
      await expect(look({ time: dayBefore })).rejects.toThrow('reminders of 1 clubs')
      for (const { game } of clubs.filter((club) => club !== broken)) expect(told).toContain(game.eventId)
    }
  })
})

describe('a family that has not answered', () => {
  it('is reminded once, despite repeated messages and interruptions, and others are not', async () => {
    const club = await withReminders([24])
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('admin'),
      inviteFile: club.invite(club.leo),
      query: { status: 'Declined' },
    })
    // Two are reminded, each with their mails in one write; the worker is killed after either.
    const isKilled = () => killedAfter(1, () => hear(club))
    expect([await isKilled(), await isKilled(), await isKilled()]).toEqual([true, true, false])
    expect(await reminded(club)).toEqual([24, undefined, 24])
    const before = await invites.get({ inviteId: club.invite(club.mia) }, { consistent: true })
    await hear(club)
    expect((await invites.get({ inviteId: club.invite(club.mia) }, { consistent: true }))?.version).toBe(
      before?.version,
    )
    await hear(club, 2)
    expect(await reminded(club)).toEqual([2, undefined, 2])
    // A late message has no effect.
    await hear(club, 6)
    expect(await reminded(club)).toEqual([2, undefined, 2])
  })

  it('is reminded once more if the event was moved to another day', async () => {
    const club = await withReminders([24])
    await hear(club)
    const { eventId, start, end } = club.game
    const [was, newsAt] = [{ start, end, timezone: 'America/Chicago', place: '' }, '2026-11-21T01:00:00Z']
    const set = { start: addHours(start, 24 * 7), end: addHours(end, 24 * 7), newsAt }
    await update(stamp, events.change({ eventId }, { set: { ...set, news: { what: 'moved', was } } }))
    await deliverTo(tellNews, { kind: 'Event', ...events.key({ eventId }) })
    await deliverTo(remind, { eventId, hours: 24 } as never, addHours(dayBefore, 24 * 7))
    expect(await reminded(club)).toEqual([24, 24, 24])
    await post.deliver({ now: addHours(dayBefore, 24 * 7) })
    const invite = await invites.get({ inviteId: club.invite(club.mia) }, { consistent: true })
    expect([invite?.start, invite?.reminded, invite?.by]).toEqual([set.start, 24, 'calendar-remind'])
  })

  it('is reminded once more if the deadline was changed', async () => {
    const club = await withReminders([2, 24])
    await hear(club, 2)
    await update(stamp, events.change(club.game, { set: { answerBy: '2026-11-21T12:00:00Z' } }))
    await deliverTo(copy, { kind: 'Event', ...events.key(club.game) })
    await hear(club)
    expect(await reminded(club)).toEqual([24, 24, 24])
  })

  it('with two players is asked once for both, and other guardians only for their own', async () => {
    const club = await withReminders([24])
    const both = { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' } as const
    await families.join(stamp, both)
    for (const name of ['parent', 'parent2']) await register(club, name, { firstName: 'Paula', lastName: 'Moreno' })
    await Promise.all([hear(club), hear(club)])
    await hear(club)
    expect(await reminded(club)).toEqual([24, 24, 24])
    await post.deliver({ now: dayBefore })
    const subjects = (name: string) =>
      post.mails.filter(({ to }) => to === emailOf(club, name)).map((mail) => mail.subject)
    expect(subjects('parent')).toEqual([expect.stringMatching(/^Reminder: Can (Mia and Leo|Leo and Mia) come\?/)])
    expect(subjects('parent2')).toEqual([expect.stringMatching(/^Reminder: Can Mia come\?/)])
    const toBoth = post.mails.find(({ to }) => to === emailOf(club, 'parent'))
    for (const answer of ['Mia: Yes', 'Mia: No', 'Leo: Yes', 'Leo: No'])
      expect(toBoth?.text).toContain(`${answer}: https`)
  })

  it('with two players is asked only for the one who is still unanswered', async () => {
    process.env['SITE_URL'] = 'https://app.example.org'
    const club = await aClub()
    const both = { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' } as const
    await families.join(stamp, both)
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile: club.invite(club.leo),
      query: { status: 'Accepted' },
    })
    const about = { inviteId: club.invite(club.leo), also: club.invite(club.mia) }
    const to = { email: 'p@c.test', userId: club.user('parent') }
    expect(await writers.reminder(about, { to, now: dayBefore, say: sayIn('es') })).toMatchObject({
      subject: expect.stringMatching(/^Recordatorio: ¿Va Mia\?/),
      buttons: [{ text: 'Sí' }, { text: 'No' }],
    })
  })

  it('gets no delayed reminder once the deadline has passed', async () => {
    process.env['SITE_URL'] = 'https://app.example.org'
    const club = await aClub()
    const inviteId = club.invite(club.mia)
    await update(stamp, invites.change({ inviteId }, { set: { answerBy: '2026-11-21T01:00:00Z' } }))
    const to = { email: 'p@c.test', userId: club.user('parent') }
    const at = (now: string) => writers.reminder({ inviteId }, { to, now, say: sayIn('en') })
    expect(await at('2026-11-21T01:00:00Z')).toBeDefined()
    expect(await at('2026-11-21T13:00:00Z')).toBeUndefined()
  })

  it('is asked with a button for each answer, and not once it has answered', async () => {
    process.env['SITE_URL'] = 'https://app.example.org'
    const club = await aClub()
    const inviteId = club.invite(club.mia)
    const write = () =>
      writers.reminder(
        { inviteId },
        { to: { email: 'p@c.test', userId: club.user('parent') }, now: dayBefore, say: sayIn('en') },
      )
    expect(await write()).toMatchObject({
      subject: expect.stringMatching(/^Reminder: Can \W*Mia\W* come/),
      buttons: [{ text: 'Yes' }, { text: 'No' }],
    })
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile: inviteId,
      query: { status: 'Accepted' },
    })
    expect(await write()).toBeUndefined()
  })
})
