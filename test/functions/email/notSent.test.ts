// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { emails, type EmailTo } from '#functions/table/emails.ts'
import { events } from '#functions/table/events.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { archiveTeam } from '../archiving.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { openPost } from '../mail/post.ts'
import { emailOf as addressOf, register } from '../today/coachRequests.ts'
import {
  aClubWithWriter,
  deliverEmail,
  inbox,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
  sentTime,
} from './writing.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

const later = { day: '2026-12-05', time: '07:00' }
const due = { seconds: 15 * 86_400 }
/** After the emails were written, before they are due. */
const meanwhile = { ...stamp, at: '2026-11-25T12:00:00.000Z' }

async function aClubWhoseAdminHasMail(): Promise<Club> {
  const club = await aClubWithWriter()
  await register(club, 'admin', { firstName: 'Amy', lastName: 'Okafor' })
  await register(club, 'coach', { firstName: 'Carmen', lastName: 'Okafor' })
  return club
}

const dismissed = ({ user, falcons: { teamId } }: Club) =>
  write(stamp, ...teamAdministrators.dismiss({ userId: user('writer'), teamId }))
const toTeam = ({ falcons: { teamId } }: Club): EmailTo => ({ teamIds: [teamId] })
const toGame = ({ game: { eventId } }: Club): EmailTo => ({ eventId, invited: 'all' })
async function emptied({ falcons, falconPlayers }: Club) {
  for (const { playerId } of falconPlayers) await teamPlayers.remove(stamp, playerId, falcons)
}

type Case = readonly [
  what: string,
  why: string,
  to: (club: Club) => EmailTo,
  happens: (club: Club) => Promise<unknown>,
  said: string,
]
const cases: Case[] = [
  [
    'its author may no longer write emails',
    'notAllowed',
    toTeam,
    dismissed,
    'no longer allowed to write to all of these people.',
  ],
  [
    'its author may no longer write to those players',
    'notAllowed',
    ({ mia }) => ({ playerIds: [mia.playerId] }),
    dismissed,
    'no longer allowed to write to all of these people.',
  ],
  ['its event no longer exists', 'eventGone', toGame, ({ game }) => write(stamp, events.remove(game)), 'was deleted.'],
  [
    'its event was deleted, although it can be restored',
    'eventGone',
    toGame,
    ({ game }) => write(stamp, events.change(game, { set: { deletedAt: stamp.at } })),
    'was deleted.',
  ],
  ['its team was archived', 'archived', toTeam, ({ falcons }) => teams.archive(meanwhile, falcons), 'was archived'],
  [
    'the team of its event was archived',
    'archived',
    toGame,
    ({ falcons, game }) => archiveTeam({ team: falcons, events: [game], at: '2026-11-21T20:00:00.000Z' }),
    'was archived',
  ],
  ['its team has no players left', 'nobody', toTeam, emptied, 'There was nobody left to send it to.'],
]

const listed = async (club: Club) =>
  (
    await call('GET /rest-api/mail/team/getEmails/{orgUnitId}', {
      as: club.user('admin'),
      orgUnitId: club.falcons.teamId,
      query: {},
    })
  ).body.emails
const read = (club: Club, emailId: string, as = 'admin') =>
  call('GET /rest-api/mail/email/{emailId}', { as: club.user(as), emailId })

describe('an email that cannot be sent when it is due', () => {
  it.each(cases)(
    'because %s is marked as not sent, and reported by mail to its author and the administrator',
    async (_what, why, to, happens, said) => {
      const club = await aClubWhoseAdminHasMail()
      const emailId = newEmail(club.falcons)
      await sendTo(club, emailId, { to: to(club), later })
      await happens(club)
      await deliverEmail(emailId, due)
      await deliverEmail(emailId, { seconds: due.seconds + 600 })
      expect(await emails.get({ emailId })).toMatchObject({ state: 'notSent', why })
      expect([await recipientStates(emailId), await inbox(club, 'parent')]).toEqual([{}, []])
      expect(await listed(club)).toMatchObject([
        { id: emailId, state: 'notSent', why, time: '2026-12-05T13:00:00.000Z' },
      ])
      const { body } = await read(club, emailId)
      expect(body).toMatchObject({ state: 'notSent', why, sent: { own: false } })
      expect(JSON.stringify(body.content)).toContain('Be there at nine.')

      await post.deliver()
      const told = (name: string) => post.mails.filter((mail) => mail.to === addressOf(club, name))
      expect(post.mails).toHaveLength(2)
      for (const name of ['writer', 'admin']) {
        expect(told(name)).toMatchObject([{ subject: 'Not sent: “Saturday”' }])
        expect(told(name)[0]?.text).toContain(said)
        expect(told(name)[0]?.text).toContain('Scheduled for: Sat 5 Dec, 7:00 AM')
        expect(told(name)[0]?.text).not.toContain('Be there')
      }
      expect(told('admin')[0]?.text).toContain(`https://app.club.example/email/${emailId}`)
      expect(told('admin')[0]?.text).toContain('Wanda Writer')
      // The author gets no link to it if they may not open it any more.
      expect(told('writer')[0]?.text.includes(`/email/${emailId}`)).toBe(why !== 'notAllowed')
      expect((await read(club, emailId, 'writer')).status).toBe(why === 'notAllowed' ? 403 : 200)
    },
  )

  it('is reported once, wherever the worker is interrupted', async () => {
    const club = await aClubWhoseAdminHasMail()
    await dismissed(club)
    const cuts = await killedAtEvery(async (dies, nth) => {
      const emailId = newEmail(club.falcons)
      const writer = { userId: club.user('writer'), firstName: 'Wanda', lastName: 'Writer' }
      await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...writer, flags: ['canSendMessages'] }))
      await sendTo(club, emailId, { subject: `Cut ${nth}` })
      await dismissed(club)
      await dies(() => deliverEmail(emailId))
      await deliverEmail(emailId)
      await post.deliver()
      const subjects = post.mails.filter(({ subject }) => subject === `Not sent: “Cut ${nth}”`)
      expect([nth, (await emails.get({ emailId }, { consistent: true }))?.state, subjects.length]).toEqual([
        nth,
        'notSent',
        2,
      ])
    })
    expect(cuts).toBeGreaterThan(0)
  })

  it('is marked as not sent when no player has its tag, or its team has nobody to write to', async () => {
    const club = await aClubWhoseAdminHasMail()
    const [byTag, fromClub] = [newEmail(club.falcons), `${club.organizationId}.${newPart('m')}`]
    const tagIds = [`${club.organizationId}.${newPart('g')}`]
    await sendTo(club, byTag, { as: 'admin', to: { tagIds, among: club.falcons.teamId } })
    await sendTo(club, fromClub, { as: 'admin', to: { teamIds: [club.otters.teamId] } })
    for (const emailId of [byTag, fromClub]) {
      await deliverEmail(emailId)
      expect(await emails.get({ emailId })).toMatchObject({ state: 'notSent', why: 'nobody' })
    }
  })

  it('is marked as not sent when its event is deleted before anyone was reached', async () => {
    const club = await aClubWhoseAdminHasMail()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { to: toGame(club) })
    await write(stamp, emails.change({ emailId }, { set: { state: 'sending', dueAt: undefined } }))
    await write(stamp, events.change(club.game, { set: { deletedAt: stamp.at } }))
    await deliverEmail(emailId)
    expect(await emails.get({ emailId })).toMatchObject({ state: 'notSent', why: 'eventGone' })
    await post.deliver()
    expect(post.mails).toHaveLength(2)
    // When sending starts over, it is no longer tied to the deleted event.
    expect((await read(club, emailId)).body.sent?.to).toEqual({ teamIds: [] })
  })

  it('is sent to a team archived before it was written, and to several teams of which one was archived since', async () => {
    const club = await aClubWhoseAdminHasMail()
    await teams.archive(stamp, club.falcons)
    const [chosen, several] = [newEmail(club.falcons), `${club.organizationId}.${newPart('m')}`]
    await sendTo(club, chosen, { later })
    const { teamId } = club.otters
    await sendTo(club, several, { as: 'admin', to: { teamIds: [club.falcons.teamId, teamId] }, later })
    await teams.archive(meanwhile, { teamId })
    for (const emailId of [chosen, several]) {
      await deliverEmail(emailId, due)
      expect(await emails.get({ emailId })).toMatchObject({ state: 'sent', people: 2 })
    }
  })

  it('is no draft: it cannot be changed, sent or deleted', async () => {
    const club = await aClubWhoseAdminHasMail()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { later })
    await teams.archive(meanwhile, club.falcons)
    await deliverEmail(emailId, due)
    const asked = { as: club.user('writer'), emailId, now: sentTime }
    const gone = (await call('DELETE /rest-api/mail/email/{emailId}', asked)).refusal.code
    const again = (await sendTo(club, emailId, { subject: 'Sunday' })).refusal.code
    expect([gone, again]).toEqual(['email_sent', 'email_sent'])
  })
})

describe('an email taken back before it is due', () => {
  const takeBack = (club: Club, emailId: string, as: string) =>
    call('POST /rest-api/mail/email/{emailId}/take-back', { as: club.user(as), emailId, now: sentTime })
  async function aTaken(as: string) {
    const club = await aClubWhoseAdminHasMail()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { later })
    expect((await takeBack(club, emailId, as)).status).toBe(200)
    return { club, emailId }
  }

  it('by a colleague is reported to its author only', async () => {
    const { club, emailId } = await aTaken('admin')
    await post.deliver()
    expect(post.mails).toMatchObject([{ to: addressOf(club, 'writer'), subject: 'Sending stopped: “Saturday”' }])
    expect(post.mails[0]?.text).toContain('Amy Okafor has stopped the email you wrote for Falcons.')
    expect(post.mails[0]?.text).toContain(`https://app.club.example/email/${emailId}`)
  })

  it('by its author, or sent again since, is not reported', async () => {
    await aTaken('writer')
    const { club, emailId } = await aTaken('admin')
    await sendTo(club, emailId, { later })
    await post.deliver()
    expect(post.mails).toEqual([])
  })
})
