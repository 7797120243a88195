import { expect, it } from 'vitest'
import { handler as copiesHandler } from '#functions/copies/handler.ts'
import { directConversation } from '#functions/table/conversationIds.ts'
import { addMembers, removeMember } from '#functions/chat/membership.ts'
import { conversationMembers, myConversations } from '#functions/table/conversations.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aChattingClub, listFor, sendMessage } from '../chat/chatting.ts'
import { deliverTo } from '../workers.ts'

const TEAM = 'GET /api/v1/team/{teamId}'
const RUN_BY = 'GET /rest-api/organization/administrators/{orgUnitId}'
const ONE = 'GET /rest-api/chat/conversations/{conversationSid}'
const FAMILY = 'GET /rest-api/families/player/{playerId}'

const avatarAt = '2026-11-21T18:00:00.000Z'
const avatarName = 'a-name-that-was-drawn-17'
const url = '/avatar/a-name-that-was-drawn-17?v=1795284000000'

type Club = Awaited<ReturnType<typeof aChattingClub>>
const heard = (userId: string) => deliverTo(copiesHandler, { kind: 'Profile', ...profiles.key({ userId }) })
const putUp = async (userId: string, name = avatarName) => {
  await update(stamp, profiles.change({ userId }, { set: { avatarAt, avatarName: name } }))
  await heard(userId)
}
async function takenDown(userId: string) {
  await update(stamp, profiles.change({ userId }, { set: { avatarAt: undefined } }))
  await heard(userId)
}
/** Two members of the club in a private conversation. */
async function alone(club: Club, one: string, other: string) {
  const conversationSid = directConversation(club.organizationId, club.user(one), club.user(other))
  const people = [one, other].map((name) => ({ userId: club.user(name), staff: name === 'trainer' }))
  await addMembers(stamp, { conversationSid, type: 'direct', friendlyName: '' }, people)
  return conversationSid
}
/** The places where a parent of the Falcons sees their trainer's picture. */
async function seen(club: Club, conversationSid: string) {
  const [as, trainer] = [club.user('parent'), club.user('trainer')]
  const team = await call(TEAM, { as, teamId: club.falcons.teamId })
  const talk = await call(ONE, { as, conversationSid: club.chat })
  const list = await listFor(as)
  return [
    team.body.orgAdmins.find(({ id }) => id === trainer)?.avatarUrl,
    talk.body.people.find(({ userId }) => userId === trainer)?.avatarUrl,
    list.find((row) => row.conversationSid === conversationSid)?.avatarUrl,
  ]
}

it('a profile picture is shown wherever its owner is listed, and no longer once removed', async () => {
  const club = await aChattingClub()
  const trainer = club.user('trainer')
  const conversationSid = await alone(club, 'trainer', 'parent')
  expect(await seen(club, conversationSid)).toEqual([null, null, null])
  await putUp(trainer)
  expect(await seen(club, conversationSid)).toEqual([url, url, url])
  const run = await call(RUN_BY, { as: club.user('admin'), orgUnitId: club.falcons.teamId })
  expect(run.body.administrators.map(({ name, avatarUrl }) => [name, avatarUrl])).toContainEqual(['Carmen Moreno', url])
  await takenDown(trainer)
  expect(await seen(club, conversationSid)).toEqual([null, null, null])
})

it('a new name is shown in the user’s conversations and in the other’s list of direct ones', async () => {
  const club = await aChattingClub()
  const [trainer, as] = [club.user('trainer'), club.user('parent')]
  const conversationSid = await alone(club, 'trainer', 'parent')
  await update(stamp, profiles.change({ userId: trainer }, { set: { firstName: 'Carla', lastName: 'Rivers' } }))
  await heard(trainer)
  const people = async (sid: string) => (await call(ONE, { as, conversationSid: sid })).body.people
  for (const sid of [club.chat, conversationSid])
    expect((await people(sid)).find(({ userId }) => userId === trainer)?.name).toBe('Carla Rivers')
  const listed = async () => (await listFor(as)).find((row) => row.conversationSid === conversationSid)?.friendlyName
  expect(await listed()).toBe('Carla Rivers')
  await sendMessage(conversationSid, trainer, 'It is me')
  expect(await listed()).toBe('Carla Rivers')
  expect((await listFor(trainer)).find((row) => row.conversationSid === conversationSid)?.friendlyName).toBe(
    'Paula Moreno',
  )
})

it('a user who later joins a conversation or becomes administrator has their picture there too', async () => {
  const club = await aChattingClub()
  const [trainer, parent] = [club.user('trainer'), club.user('parent')]
  await putUp(trainer)
  const conversationSid = await alone(club, 'trainer', 'parent')
  await deliverTo(copiesHandler, {
    kind: 'My conversation',
    ...myConversations.key({ userId: parent, conversationSid }),
  })
  expect((await listFor(parent)).find((row) => row.conversationSid === conversationSid)?.avatarUrl).toBe(url)
  const names = { firstName: 'Carmen', lastName: 'Coach' }
  await write(stamp, ...organizationAdministrators.appoint(club.organization, { userId: trainer, ...names, flags: [] }))
  const key = organizationAdministrators.key({ userId: trainer, ...club.organization })
  await deliverTo(copiesHandler, { kind: 'Organization administrator', ...key })
  const run = await call(RUN_BY, { as: club.user('admin'), orgUnitId: club.organizationId })
  expect(run.body.administrators.find(({ id }) => id === trainer)?.avatarUrl).toBe(url)
})

it('a user who has left a conversation has no picture there, even a later one', async () => {
  const club = await aChattingClub()
  const [trainer, parent] = [club.user('trainer'), club.user('parent')]
  const conversationSid = await alone(club, 'trainer', 'parent')
  await putUp(trainer)
  await removeMember(stamp, { conversationSid, userId: trainer })
  await heard(trainer)
  const { body } = await call(ONE, { as: parent, conversationSid })
  expect(body.people.find(({ userId }) => userId === trainer)).toMatchObject({ left: true, avatarUrl: null })
  expect((await listFor(parent)).find((row) => row.conversationSid === conversationSid)?.avatarUrl).toBeNull()
})

it('a user who leaves a conversation while their picture is set has none there', async () => {
  const club = await aChattingClub()
  const [trainer, parent] = [club.user('trainer'), club.user('parent')]
  const conversationSid = await alone(club, 'trainer', 'parent')
  await update(stamp, profiles.change({ userId: trainer }, { set: { avatarAt, avatarName } }))
  const goes = () => removeMember(stamp, { conversationSid, userId: trainer })
  // The first transaction is for the team they coach, the second for their conversations.
  await interleave('TransactWriteCommand', goes, () => heard(trainer), 2)
  const there = await conversationMembers.get({ conversationSid, userId: trainer }, { consistent: true })
  expect(there).toMatchObject({ leftSeq: 0 })
  expect(there).not.toHaveProperty('avatarAt')
  expect((await listFor(parent)).find((row) => row.conversationSid === conversationSid)?.avatarUrl).toBeNull()
})

it('leaving a direct conversation with an erased user works', async () => {
  const club = await aChattingClub()
  const [trainer, parent] = [club.user('trainer'), club.user('parent')]
  const conversationSid = await alone(club, 'trainer', 'parent')
  // An erasure leaves them in it without a name, and deletes their list.
  await write(stamp, myConversations.remove({ conversationSid, userId: parent }))
  await removeMember(stamp, { conversationSid, userId: trainer })
  const there = await conversationMembers.get({ conversationSid, userId: trainer }, { consistent: true })
  expect(there).toMatchObject({ leftSeq: 0 })
  expect((await listFor(trainer)).some((row) => row.conversationSid === conversationSid)).toBe(false)
})

it('a player’s own account shows no picture to others, from when it is marked as one', async () => {
  const club = await aChattingClub()
  const [trainer, parent2] = [club.user('trainer'), club.user('parent2')]
  await putUp(trainer)
  await putUp(parent2, 'another-name-of-17-bytes')
  const family = async () => {
    const { body } = await call(FAMILY, { as: club.user('parent'), playerId: club.mia.playerId, query: {} })
    return body.people.find(({ userId }) => userId === parent2)?.avatarUrl
  }
  expect(await family()).toBe('/avatar/another-name-of-17-bytes?v=1795284000000')
  for (const userId of [trainer, parent2]) {
    await write(stamp, playerAccounts.create({ userId, playerId: club.mia.playerId }))
    await deliverTo(copiesHandler, { kind: 'Account of a player', ...playerAccounts.key({ userId }) })
  }
  expect(await family()).toBeNull()
  const as = club.user('parent')
  const { body } = await call(TEAM, { as, teamId: club.falcons.teamId })
  expect(body.orgAdmins.find(({ id }) => id === trainer)?.avatarUrl).toBeNull()
  const talk = await call(ONE, { as, conversationSid: club.chat })
  expect(talk.body.people.map(({ avatarUrl }) => avatarUrl)).toEqual([null, null, null, null])
})

it('users who may not see a name do not see the picture', async () => {
  const club = await aChattingClub()
  await putUp(club.user('trainer'))
  await putUp(club.user('parent2'), 'another-name-of-17-bytes')
  const stranger = (await aClub()).user('admin')
  const { chat: conversationSid, mia, falcons } = club
  const asked = await Promise.all([
    call(TEAM, { as: stranger, teamId: falcons.teamId }),
    call(RUN_BY, { as: stranger, orgUnitId: falcons.teamId }),
    call(ONE, { as: stranger, conversationSid }),
    call(FAMILY, { as: stranger, playerId: mia.playerId, query: {} }),
    // Followers of a player are not in the team's chat.
    call(ONE, { as: club.user('fan'), conversationSid }),
  ])
  for (const { status, body } of asked) {
    expect(status).toBe(403)
    expect(JSON.stringify(body)).not.toContain('/avatar/')
  }
})
