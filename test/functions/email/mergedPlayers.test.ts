// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { emails } from '#functions/table/emails.ts'
import { families } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { mergeId, sendMerge as merge } from '../teams/merging.ts'
import { emailOf as addressOf, register } from '../today/coachRequests.ts'
import { aClubWithWriter, deliverEmail, newEmail, recipientStates, resetDelayedMessages, sendTo } from './writing.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

const later = { day: '2026-12-05', time: '07:00' }
const due = { seconds: 15 * 86_400 }

/** Mia exists twice: the duplicate is Mía, whose father is not known to the other. */
async function miaTwice() {
  const club = await aClubWithWriter()
  const twin = `${club.organizationId}.${newPart('p')}`
  await teamPlayers.addNew(stamp, [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno' }], club.falcons)
  await families.join(stamp, { playerId: twin, userId: club.user('dad'), relation: 'own' })
  await register(club, 'dad', { firstName: 'Dan', lastName: 'Moreno' })
  const mergeThem = async () => {
    const { status } = await merge(club, mergeId(), club.mia.playerId, twin)
    expect(status).toBe(200)
  }
  return { club, twin, mergeThem }
}
const family = ['dad', 'parent', 'parent2']

describe('an email to a player merged since', () => {
  it.each(['writer', 'admin'])('reaches both players’ families when it is due, written by %s', async (as) => {
    const { club, twin, mergeThem } = await miaTwice()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { as, to: { playerIds: [twin, club.leo.playerId] }, later })
    await mergeThem()
    await deliverEmail(emailId, due)
    expect(Object.keys(await recipientStates(emailId)).toSorted()).toEqual(family)
    expect(await emails.get({ emailId })).toMatchObject({ state: 'sent', people: 3 })
  })

  it('can be written and sent, also urgently', async () => {
    const { club, twin, mergeThem } = await miaTwice()
    await mergeThem()
    const to = { playerIds: [twin] }
    const asked = { as: club.user('writer'), orgUnitId: club.falcons.teamId, body: { to } }
    const { body } = await call('POST /rest-api/mail/team/recipients/{orgUnitId}', asked)
    expect(body.recipients.map(({ players }) => players)).toEqual([['Mia'], ['Mia'], ['Mia']])
    const flags = ['canSendMessages', 'canEditEvents'] satisfies Flag[]
    const both = { userId: club.user('both'), firstName: 'Bo', lastName: 'Okafor', flags }
    await write(stamp, ...teamAdministrators.appoint(club.falcons, both))
    expect((await sendTo(club, newEmail(club.falcons), { as: 'both', urgent: true, to })).status).toBe(200)
  })

  it('waiting in the outbox is mailed, and shown to the team’s other authors', async () => {
    const { club, twin, mergeThem } = await miaTwice()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { as: 'admin', to: { playerIds: [twin, club.sam.playerId] } })
    await deliverEmail(emailId)
    await mergeThem()
    await post.deliver()
    const mail = post.mails.find(({ to }) => to === addressOf(club, 'dad'))
    expect(mail?.text).toContain('You get this because Mia belongs to Falcons')
    expect((await call('GET /rest-api/mail/email/{emailId}', { as: club.user('dad'), emailId })).status).toBe(200)
    const asked = { as: club.user('writer'), emailId }
    const { recipients } = (await call('GET /rest-api/mail/team/email-recipients/{emailId}', asked)).body
    expect(recipients).toMatchObject([{ name: 'Dan Moreno', players: ['Mía'], state: 'sent' }])
  })
})
