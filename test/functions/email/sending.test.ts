// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { emails } from '#functions/table/emails.ts'
import { write } from '#functions/table/table.ts'
import { meOf } from '#functions/table/me.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { openPost } from '../mail/post.ts'
import { emailOf as addressOf } from '../today/coachRequests.ts'
import {
  aClubWithWriter,
  aText,
  deliverEmail,
  inbox,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
} from './writing.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

const unread = async (club: Club, name: string) => (await meOf({ userId: club.user(name) })).counts?.unreadMessages ?? 0
describe('an email to a team', () => {
  it('is mailed once to each parent, names the children concerned, and shows club and author', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    expect((await sendTo(club, emailId)).body).toEqual({ state: 'waiting', time: '2026-11-21T18:00:10.000Z' })
    await deliverEmail(emailId)
    await post.deliver()
    const mails = post.mails.toSorted((a, b) => a.to.localeCompare(b.to))
    expect(mails.map(({ to }) => to)).toEqual([addressOf(club, 'parent2'), addressOf(club, 'parent')].toSorted())
    const toPaula = mails.find(({ to }) => to === addressOf(club, 'parent'))
    expect(toPaula).toMatchObject({
      from: 'Wanda Writer (Springfield FC) <no-reply@touchline.test>',
      replyTo: addressOf(club, 'writer'),
      subject: 'Saturday',
    })
    expect(toPaula?.text).toContain('Be there at nine.')
    expect(toPaula?.text).toMatch(/You get this because (Leo, Mia|Mia, Leo) belong to Falcons at Springfield FC\./)
    expect(mails.find(({ to }) => to === addressOf(club, 'parent2'))?.text).toContain(
      'You get this because Mia belongs to Falcons',
    )
    expect(await recipientStates(emailId)).toEqual({ parent: 'sent', parent2: 'sent' })
    expect(await emails.get({ emailId })).toMatchObject({ state: 'sent', people: 2, unmailed: 0 })
  })

  it('shows its recipients afterwards; a coach of one team sees only that team’s families', async () => {
    const club = await aClubWithWriter()
    const named = { firstName: 'Sandy', lastName: 'Second' }
    const may = { ...named, flags: ['canSendMessages'] satisfies Flag[] }
    await write(stamp, ...teamAdministrators.appoint(club.otters, { ...may, userId: club.user('writer') }))
    await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...may, userId: club.user('second') }))
    for (const name of ['parent', 'sams'])
      await families.join(stamp, { playerId: club.sam.playerId, userId: club.user(name), relation: 'own' })
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { to: { teamIds: [club.falcons.teamId, club.otters.teamId] } })
    await deliverEmail(emailId)
    const fromClub = `${club.organizationId}.${newPart('m')}`
    await sendTo(club, fromClub, { as: 'admin', to: { teamIds: [club.falcons.teamId, club.otters.teamId] } })
    await deliverEmail(fromClub)
    const toldTo = async (name: string, of = emailId) => {
      const asking = { as: club.user(name), emailId: of }
      const { recipients } = (await call('GET /rest-api/mail/team/email-recipients/{emailId}', asking)).body
      return Object.fromEntries(recipients.map(({ id, players: of }) => [id.split('-')[0], of.toSorted()]))
    }
    const own = { parent: ['Leo', 'Mia'], parent2: ['Mia'] }
    expect([await toldTo('second'), await toldTo('second', fromClub)]).toEqual([own, own])
    expect(await toldTo('writer')).toEqual({ parent: ['Leo', 'Mia', 'Sam'], parent2: ['Mia'], sams: ['Sam'] })
  })

  it('previews its recipients, and players whose families have no address', async () => {
    const club = await aClubWithWriter()
    const { body } = await call('POST /rest-api/mail/team/recipients/{orgUnitId}', {
      as: club.user('writer'),
      orgUnitId: club.falcons.teamId,
      body: { to: { teamIds: [club.falcons.teamId] } },
    })
    expect(body.recipients.map(({ name, hasAddress }) => `${name} ${hasAddress}`).toSorted()).toEqual([
      'Paula Moreno true',
      'Peter Okafor true',
    ])
    expect(body.without).toEqual(['Ada Moreno'])
  })

  it.each([
    ['all', ['parent', 'parent2']],
    ['going', ['parent']],
    ['notAnswered', ['parent', 'parent2']],
  ] as const)('about an event goes to the families of the invited players: %s', async (invited, expected) => {
    const club = await aClubWithWriter()
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile: `${club.invite(club.leo)}.json`,
      query: { format: 'json', status: 'Accepted' },
    })
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { to: { eventId: club.game.eventId, invited } })
    await deliverEmail(emailId)
    expect(Object.keys(await recipientStates(emailId)).toSorted()).toEqual(expected)
  })

  it('is rejected for other teams, other clubs and their players', async () => {
    const club = await aClubWithWriter()
    const other = await aClubWithWriter()
    const refused = async (to: Parameters<typeof sendTo>[2]) => (await sendTo(club, newEmail(club.falcons), to)).status
    expect(await refused({ to: { teamIds: [club.falcons.teamId, club.otters.teamId] } })).toBe(403)
    expect(await refused({ to: { playerIds: [club.mia.playerId, club.sam.playerId] } })).toBe(403)
    expect(await refused({ to: { teamIds: [other.falcons.teamId] } })).toBe(404)
    expect(await refused({ to: { teamIds: [] } })).toBe(412)
    expect(await refused({ as: 'coach' })).toBe(403)
    expect(await refused({ to: { playerIds: [club.mia.playerId] } })).toBe(200)
  })

  it('reaches recipients without an address in the app, and not followers', async () => {
    const club = await aClubWithWriter()
    await families.join(stamp, { playerId: club.ada.playerId, userId: club.user('aunt'), relation: 'own' })
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId)
    await deliverEmail(emailId)
    await post.deliver()
    expect(await recipientStates(emailId)).toEqual({ aunt: 'unmailed', parent: 'sent', parent2: 'sent' })
    expect(await inbox(club, 'aunt')).toMatchObject([{ id: emailId, subject: 'Saturday', players: ['Ada'] }])
    expect(await inbox(club, 'fan')).toEqual([])
    expect(await emails.get({ emailId })).toMatchObject({ people: 3, unmailed: 1 })
  })

  it('sent again is accepted if identical, and rejected if anything differs', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    const long = 'Be there at nine, at the school. '.repeat(4)
    const first = { content: aText(long, 'Bring water.') }
    const status = async (more: Parameters<typeof sendTo>[2] = first) => (await sendTo(club, emailId, more)).status
    expect([await status(), await status()]).toEqual([200, 200])
    expect(await status({ content: aText(long, 'Bring no water.') })).toBe(412)
    expect(await status({ ...first, to: { playerIds: [club.mia.playerId] } })).toBe(412)
    expect(await status({ ...first, later: { day: '2026-12-01', time: '09:00' } })).toBe(412)
  })

  it('is not mailed to the family of a player who has left the team meanwhile', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId)
    await deliverEmail(emailId)
    await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
    await post.deliver()
    expect(post.mails.map(({ to, text }) => [to, /because (.*?) belong/.exec(text)?.[1]])).toEqual([
      [addressOf(club, 'parent'), 'Leo'],
    ])
    expect(await recipientStates(emailId)).toEqual({ parent: 'sent', parent2: 'unmailed' })
  })
})

describe('the sending worker', () => {
  it('reaches everybody exactly once wherever it is interrupted', async () => {
    const changes = await killedAtEvery(async (dies) => {
      const club = await aClubWithWriter()
      post.mails = []
      const emailId = newEmail(club.falcons)
      await sendTo(club, emailId)
      await dies(() => deliverEmail(emailId))
      await deliverEmail(emailId)
      await Promise.all([deliverEmail(emailId), deliverEmail(emailId)])
      await post.deliver()
      await post.deliver({ times: 2 })
      expect(post.mails.map(({ to }) => to).toSorted()).toEqual(
        [addressOf(club, 'parent'), addressOf(club, 'parent2')].toSorted(),
      )
      expect([await unread(club, 'parent'), await unread(club, 'parent2')]).toEqual([1, 1])
      expect(await emails.get({ emailId })).toMatchObject({ state: 'sent', people: 2 })
    })
    expect(changes).toBeGreaterThan(2)
  })

  it('run five times concurrently sends once', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId)
    await Promise.all(Array.from({ length: 5 }, () => deliverEmail(emailId)))
    await post.deliver()
    expect(post.mails).toHaveLength(2)
    expect(await unread(club, 'parent')).toBe(1)
  })
})

describe('a recipient', () => {
  it('has an email unread until they open it, which is counted once', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { content: aText('Be there at nine.', 'Bring water.') })
    await deliverEmail(emailId)
    const as = club.user('parent')
    expect(await inbox(club, 'parent')).toMatchObject([
      {
        id: emailId,
        subject: 'Saturday',
        beginning: 'Be there at nine. Bring water.',
        from: 'Wanda Writer',
        read: false,
      },
    ])
    const read = () => call('GET /rest-api/mail/mark-open/{emailId}', { as, emailId })
    await Promise.all([read(), read(), read()])
    await read()
    expect(await unread(club, 'parent')).toBe(0)
    expect(await inbox(club, 'parent')).toMatchObject([{ read: true }])
    expect((await call('GET /rest-api/mail/email/{emailId}', { as, emailId })).body).toMatchObject({
      subject: 'Saturday',
      replyTo: addressOf(club, 'writer'),
      received: { read: true },
      sent: null,
    })
    expect(await recipientStates(emailId)).toMatchObject({ parent: 'opened' })
    expect(await emails.get({ emailId })).toMatchObject({ opened: 1 })
    // Mail sent after they have read it in Touchline does not reset that.
    await post.deliver()
    expect(await recipientStates(emailId)).toEqual({ parent: 'opened', parent2: 'sent' })
  })

  it('sees the number of unread emails on Today', async () => {
    const club = await aClubWithWriter()
    for (const emailId of [newEmail(club.falcons), newEmail(club.falcons)]) {
      await sendTo(club, emailId)
      await deliverEmail(emailId)
    }
    const { body } = await call('GET /api/v1/today', {
      as: club.user('parent'),
      query: { startUtc: '2026-11-21T06:00:00Z' },
    })
    expect(body.unreadMessagesCount).toBe(2)
  })
})

describe('a draft', () => {
  it('can be read, changed and deleted only by its author', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    const as = club.user('writer')
    const to = { teamIds: [club.falcons.teamId] }
    const keep = (subject: string, who = as) =>
      call('PUT /rest-api/mail/email/{emailId}', { as: who, emailId, body: { subject, content: aText('A'), to } })
    expect((await keep('')).status).toBe(200)
    expect((await keep('Half')).status).toBe(200)
    expect((await keep('Stolen', club.user('admin'))).refusal.code).toBe('email_sent')
    const list = async (who: string) =>
      (
        await call('GET /rest-api/mail/team/getEmails/{orgUnitId}', {
          as: who,
          orgUnitId: club.falcons.teamId,
          query: {},
        })
      ).body.emails
    expect(await list(as)).toMatchObject([{ id: emailId, subject: 'Half', state: 'draft' }])
    expect(await list(club.user('admin'))).toEqual([])
    expect((await call('GET /rest-api/mail/email/{emailId}', { as: club.user('admin'), emailId })).status).toBe(404)
    expect((await call('DELETE /rest-api/mail/email/{emailId}', { as, emailId })).status).toBe(200)
    expect(await list(as)).toEqual([])
  })

  it('can be mailed to its author as a test, and to nobody else', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    const body = { subject: 'Saturday', content: aText('A') }
    const { status } = await call('POST /rest-api/mail/email/{emailId}/test', {
      as: club.user('writer'),
      emailId,
      body,
    })
    expect(status).toBe(200)
    await post.deliver()
    expect(post.mails).toMatchObject([{ to: addressOf(club, 'writer'), subject: 'Test: Saturday' }])
  })
})

it('a child is emailed only together with an adult of the family', async () => {
  const club = await aClubWithWriter()
  const [kid, alone] = [club.user('kid'), club.user('alone')]
  await families.join(stamp, { playerId: club.mia.playerId, userId: kid, relation: 'own' })
  await families.join(stamp, { playerId: club.ada.playerId, userId: alone, relation: 'own' })
  await write(
    stamp,
    playerAccounts.create({ userId: kid, playerId: club.mia.playerId }),
    playerAccounts.create({ userId: alone, playerId: club.ada.playerId }),
  )
  const emailId = newEmail(club.falcons)
  const to = { teamIds: [club.falcons.teamId] }
  const as = club.user('writer')
  const ask = () =>
    call('POST /rest-api/mail/team/recipients/{orgUnitId}', { as, orgUnitId: club.falcons.teamId, body: { to } })
  expect((await ask()).body.without).toEqual(['Ada Moreno'])
  await sendTo(club, emailId)
  await deliverEmail(emailId)
  expect(Object.keys(await recipientStates(emailId)).toSorted()).toEqual(['kid', 'parent', 'parent2'])
  await write(stamp, players.change({ playerId: club.ada.playerId }, { set: { bornOn: '2000-01-01' } }))
  expect((await ask()).body.without).toEqual([])
})
