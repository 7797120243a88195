// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { emails } from '#functions/table/emails.ts'
import { outbox } from '#functions/table/outbox.ts'
import { profiles } from '#functions/table/profiles.ts'
import { sessions } from '#functions/table/sessions.ts'
import { write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import {
  aClubWithWriter,
  deliverEmail,
  inbox,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
} from '../email/writing.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, emailOf } from '../today/coachRequests.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

const ADMINISTER = 'POST /rest-api/organization/invitation/{invitationId}/accept'
/** Disables or re-enables an account as staff do. */
async function shutOut(club: Club, name: string, disabled = true) {
  const of = { userId: club.user(name), body: { disabled, reason: 'Sends spam to families.' } }
  const set = { as: 'stella', groups: ['ROLE_ADMIN'], ...of }
  expect((await call('PUT /rest-api/staff/user/{userId}/disabled', set)).status).toBe(200)
}
const known = (club: Club, name: string) => {
  const userId = club.user(name)
  const set = { userId, email: `${userId}@club.example`, firstName: name, lastName: 'New' }
  return write(stamp, profiles.upsert({ userId }, { set }))
}

describe('a disabled user', () => {
  it('sends no emails, not even scheduled ones', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { later: { day: '2026-12-05', time: '07:00' } })
    await shutOut(club, 'writer')
    for (const seconds of [0, 600]) await deliverEmail(emailId, { seconds: 15 * 86_400 + seconds })
    expect(await emails.get({ emailId })).toMatchObject({ state: 'notSent', why: 'notAllowed' })
    expect([await recipientStates(emailId), await inbox(club, 'parent')]).toEqual([{}, []])
  })

  it('cannot appoint administrators by an earlier invitation, also when disabled concurrently', async () => {
    const club = await aClub()
    for (const name of ['admin', 'ines']) await known(club, name)
    const permissions: Flag[] = ['canEditEvents']
    const body = { part: newPart('i'), email: `${club.user('ines')}@club.example`, permissions }
    const invite = { as: club.user('admin'), orgUnitId: club.organizationId, body }
    const { id } = (await call('POST /rest-api/organization/administrators/{orgUnitId}/invite', invite)).body
    const accept = () => call(ADMINISTER, { as: club.user('ines'), invitationId: id })
    await shutOut(club, 'admin')
    expect((await accept()).status).toBe(404)
    await shutOut(club, 'admin', false)
    expect((await interleave('TransactWriteCommand', () => shutOut(club, 'admin'), accept)).status).toBe(404)
    await shutOut(club, 'admin', false)
    expect((await accept()).status).toBe(200)
  })

  it.each([
    ['coach', 'own'],
    ['parent', 'following'],
  ] as const)('as a %s cannot let anyone into a family by an earlier invitation', async (name, relation) => {
    const club = await aClubWithPost()
    const teamId = name === 'coach' ? { teamId: club.falcons.teamId } : {}
    const body = { invitationId: 'invitation90000001', email: 'gran@family.example', name: 'Gran', relation, ...teamId }
    const { playerId } = club.mia
    const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
    expect((await call(INVITE, { as: club.user(name), playerId, body })).status).toBe(200)
    await post.deliver()
    const token = /\/invitation#(\S+)/.exec(post.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const accept = () => call('POST /rest-api/families/invitation/accept', { as: club.user('gran'), body: { token } })
    await shutOut(club, name)
    expect((await accept()).refusal.code).toBe('invitation_gone')
    await shutOut(club, name, false)
    expect((await interleave('TransactWriteCommand', () => shutOut(club, name), accept)).refusal.code).toBe(
      'invitation_gone',
    )
    await shutOut(club, name, false)
    expect((await accept()).status).toBe(200)
  })

  it('gets no optional mails, but still required ones', async () => {
    const club = await aClubWithPost()
    const to = { userId: club.user('parent') }
    await write(stamp, sessions.upsert(to, { set: { disabled: true } }))
    const about = { inviteId: club.invite(club.mia) }
    await write(stamp, outbox.add(stamp, { letter: 'invite', to, about }))
    await write(stamp, outbox.add(stamp, { letter: 'dismissed', to, about: { orgUnitId: club.falcons.teamId } }))
    await post.deliver()
    expect(post.mails.map((mail) => mail.to)).toEqual([emailOf(club, 'parent')])
    const became = (await post.outcomes(to.userId)).map(({ letter, state }) => [letter, state])
    expect(new Map(became as [string, string][])).toEqual(
      new Map([
        ['invite', 'gone'],
        ['dismissed', 'sent'],
      ]),
    )
  })
})
