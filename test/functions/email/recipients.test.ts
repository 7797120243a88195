import { beforeEach, describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { emails, type EmailTo } from '#functions/table/emails.ts'
import { events } from '#functions/table/events.ts'
import { mailCounts } from '#functions/table/mailCounts.ts'
import { players } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { tags } from '#functions/table/tags.ts'
import type { Team } from '#functions/table/teams.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { register } from '../today/coachRequests.ts'
import {
  aClubWithWriter,
  aText,
  deliverEmail,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
} from './writing.ts'

beforeEach(resetDelayedMessages)

const preview = async (club: Club, to: EmailTo, { as = 'admin', orgUnitId = club.falcons.teamId } = {}) =>
  call('POST /rest-api/mail/team/recipients/{orgUnitId}', { as: club.user(as), orgUnitId, body: { to } })
const reached = async (...asked: Parameters<typeof preview>) =>
  (await preview(...asked)).body.recipients.map(
    ({ id, players: of }) => `${id.split('-')[0]}: ${of.toSorted().join(', ')}`,
  )

/** Leo and Sam have a tag, Mia another one. */
async function withTags(club: Club) {
  const named = ['Keepers', 'Captains'].map((name) => ({ tagId: `${club.organizationId}.${newPart('g')}`, name }))
  const [keepers, captains] = named.map(({ tagId: id, name }) => ({ id, name }))
  if (!keepers || !captains) throw new Error('There are not two tags.')
  await write(stamp, ...named.map((tag) => tags.create(tag)))
  for (const [player, tag] of [
    [club.leo, keepers],
    [club.sam, keepers],
    [club.mia, captains],
  ] as const)
    await update(stamp, players.change({ playerId: player.playerId }, { set: { tags: [tag] } }))
  return { keepers: keepers.id, captains: captains.id }
}

it('an email to more than 300 teams is rejected at its field', async () => {
  const club = await aClubWithWriter()
  const teamIds = Array.from({ length: 301 }, () => club.falcons.teamId)
  const { status, refusal } = await preview(club, { teamIds })
  expect([status, refusal.faults]).toEqual([
    400,
    [{ at: 'to.teamIds', code: 'too_many', limit: 300, message: 'At most 300.' }],
  ])
})

describe('an email to players with a tag', () => {
  it('reaches the families of players with one of the tags, on the team or in the whole club', async () => {
    const club = await aClubWithWriter()
    const { keepers, captains } = await withTags(club)
    const ofTeam = (...tagIds: string[]): EmailTo => ({ tagIds, among: club.falcons.teamId })
    expect(await reached(club, ofTeam(keepers))).toEqual(['parent: Leo'])
    expect((await reached(club, ofTeam(keepers, captains))).toSorted()).toEqual(['parent2: Mia', 'parent: Leo, Mia'])
    expect(await reached(club, ofTeam())).toEqual([])
    const everywhere = await preview(club, { tagIds: [keepers], among: club.organizationId })
    expect([everywhere.body.recipients.length, everywhere.body.without]).toEqual([1, ['Sam Moreno']])
  })

  it('requires the right to edit players there, and skips players whose tag was removed meanwhile', async () => {
    const club = await aClubWithWriter()
    const { keepers } = await withTags(club)
    const to = { tagIds: [keepers], among: club.falcons.teamId }
    const [emailId, later] = [newEmail(club.falcons), newEmail(club.falcons)]
    expect((await sendTo(club, emailId, { to })).refusal.code).toBe('not_allowed')
    const { falcons } = club
    const editor = { userId: club.user('writer'), firstName: 'Wanda', lastName: 'Writer' }
    const flags = ['canSendMessages', 'canEditPlayers'] satisfies Flag[]
    await write(stamp, ...teamAdministrators.dismiss({ ...editor, teamId: falcons.teamId }))
    await write(stamp, ...teamAdministrators.appoint(falcons, { ...editor, flags }))
    expect((await sendTo(club, emailId, { to })).status).toBe(200)
    expect((await sendTo(club, later, { to })).status).toBe(200)
    for (const among of [club.otters.teamId, club.organizationId])
      expect((await sendTo(club, newEmail(club.falcons), { to: { ...to, among } })).refusal.code).toBe('not_allowed')
    expect((await sendTo(club, newEmail(club.falcons), { to: { ...to, tagIds: [] } })).refusal.code).toBe(
      'email_to_nobody',
    )
    await deliverEmail(emailId)
    expect(await recipientStates(emailId)).toEqual({ parent: 'waiting' })
    await update(stamp, players.change({ playerId: club.leo.playerId }, { set: { tags: [] } }))
    await deliverEmail(later)
    expect(await recipientStates(later)).toEqual({})
  })

  it('is rejected for tags or teams of another club', async () => {
    const [club, other] = [await aClubWithWriter(), await aClubWithWriter()]
    const { keepers } = await withTags(other)
    for (const to of [
      { tagIds: [keepers], among: club.falcons.teamId },
      { tagIds: [keepers], among: other.falcons.teamId },
    ])
      expect((await preview(club, to)).refusal.code).toBe('not_found')
  })
})

it('an email about an event deleted since is not sent', async () => {
  const club = await aClubWithWriter()
  const emailId = newEmail(club.falcons)
  const to = { eventId: club.game.eventId, invited: 'all' as const }
  await sendTo(club, emailId, { to, later: { day: '2026-12-20', time: '09:00' } })
  await update(stamp, events.change(club.game, { set: { deletedAt: stamp.at } }))
  expect((await preview(club, to)).refusal.code).toBe('not_found')
  await deliverEmail(emailId, { seconds: 30 * 86_400 })
  expect(await recipientStates(emailId)).toEqual({})
  expect(await emails.get({ emailId })).toMatchObject({ state: 'notSent' })
})

it('a test mail to oneself is limited to twenty a day, also with concurrent requests', async () => {
  const club = await aClubWithWriter()
  const test = async (now = '2026-11-21T18:00:00Z') => {
    const body = { subject: 'Saturday', content: aText('A') }
    const asked = { as: club.user('writer'), emailId: newEmail(club.falcons), body, now }
    const { status, refusal } = await call('POST /rest-api/mail/email/{emailId}/test', asked)
    return status === 200 ? 'mailed' : refusal.code
  }
  const id = { userId: club.user('writer'), span: 'tests', begins: '2026-11-21' }
  await write(stamp, mailCounts.upsert(id, { set: { begins: id.begins, sent: 18 } }))
  const raced = await Promise.all([test(), test(), test(), test()])
  expect(raced.toSorted()).toEqual(['mailed', 'mailed', 'too_many_tests', 'too_many_tests'])
  expect(await test('2026-11-22T00:00:01Z')).toBe('mailed')
})

it('an urgent email is rejected for a team whose events its author may not edit', async () => {
  const club = await aClubWithWriter()
  const both = { userId: club.user('both'), firstName: 'Bo', lastName: 'Okafor' }
  const appoint = (team: Team, flags: Flag[]) => write(stamp, ...teamAdministrators.appoint(team, { ...both, flags }))
  await appoint(club.falcons, ['canSendMessages', 'canEditEvents'])
  await appoint(club.otters, ['canSendMessages'])
  await register(club, 'both', both)
  const sent = async (to: EmailTo) =>
    (await sendTo(club, newEmail(club.falcons), { as: 'both', urgent: true, to })).status
  const urgent = (teamIds: string[]) => sent({ teamIds })
  // Sam only plays for the Otters, Mia for the Falcons.
  expect(await sent({ playerIds: [club.mia.playerId, club.sam.playerId] })).toBe(403)
  expect(await sent({ playerIds: [club.mia.playerId] })).toBe(200)
  expect(await urgent([club.otters.teamId])).toBe(403)
  expect(await urgent([club.falcons.teamId, club.otters.teamId])).toBe(403)
  expect(await urgent([club.falcons.teamId])).toBe(200)
})
