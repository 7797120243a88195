import { expect, it } from 'vitest'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aChattingClub, addChildAccount, deliverPeople, listFor, sendMessage } from './chatting.ts'

const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const LEAVE = 'POST /rest-api/chat/conversations/{conversationSid}/leave'
const create = ({ organizationId, user }: Club, name: string, userId: string) =>
  call('POST /rest-api/chat/create/dm', { as: user(name), body: { organizationId, userIds: [userId] } })

it('a guardian without the right to see the child does not count as guardian or family in any chat', async () => {
  const club = await aChattingClub()
  const kid = await addChildAccount(club)
  const { playerId } = club.mia
  const [as, other] = [club.user('parent'), club.user('parent2')]
  const { conversationSid } = (await create(club, 'trainer', kid)).body
  await call(LEAVE, { as: other, conversationSid })
  const { conversationSid: own } = (await create(club, 'parent', kid)).body
  await write(stamp, ...families.limitRights({ playerId, userId: as }, ['pays']))
  expect((await sendMessage(own, as, 'Who pays is another thing')).status).toBe(200)
  await write(stamp, ...families.limitRights({ playerId, userId: as }, ['sees']))
  expect((await sendMessage(conversationSid, club.user('trainer'), 'Alone?')).refusal.code).toBe('chat_stopped')
  expect((await sendMessage(own, kid, 'Still there?')).refusal.code).toBe('chat_stopped')
  expect((await call(READ, { as, conversationSid: club.chat })).status).toBe(403)
  expect((await sendMessage(club.chat, as, 'Hello')).status).toBe(403)
  await deliverPeople(club, 'parent')
  expect(await listFor(as)).toEqual([])
  const { people } = (await call(READ, { as: other, conversationSid: club.chat })).body
  expect(people.flatMap(({ left, userId }) => (left ? [] : [userId]))).not.toContain(as)
  await write(stamp, ...families.limitRights({ playerId, userId: as }, []))
  await deliverPeople(club, 'parent')
  expect((await sendMessage(club.chat, as, 'Back again')).status).toBe(200)
})

it('a guardian without the right to see the child is offered no one to chat with', async () => {
  const club = await aChattingClub()
  const { organizationId } = club
  const { playerId } = club.mia
  const as = club.user('parent')
  await write(stamp, ...families.limitRights({ playerId, userId: as }, ['sees']))
  const query = { organizationId }
  const ofClub = await call('GET /rest-api/chat-user/available-participants', { as, query })
  expect(ofClub.body.data.chatParticipants).toEqual([])
  const teamIds = club.falcons.teamId
  const ofTeam = await call('GET /rest-api/chat-user/available-participants/teams', { as, query: { teamIds } })
  expect(ofTeam.status).toBe(403)
  const playerIds = playerId
  const ofPlayer = await call('GET /rest-api/chat-user/available-participants/players', { as, query: { playerIds } })
  expect(ofPlayer.status).toBe(403)
  expect((await call('GET /rest-api/chat-user/available-orgs', { as })).body).toEqual([])
  const enabled = await call('GET /rest-api/chat/enabled/{orgUnitId}', { as, orgUnitId: organizationId })
  expect(enabled.body).toEqual({ enabled: false })
})

it('a group that exceeds the limit with the guardians who are added is rejected', async () => {
  const club = await aChattingClub()
  const kid = await addChildAccount(club)
  const aunts = Array.from({ length: 60 }, (_, i) => ({ userId: club.user(`aunt-${i}`), relation: 'own' as const }))
  await write(stamp, ...aunts.map((aunt) => families.create({ playerId: club.mia.playerId, ...aunt })))
  const { status, refusal } = await create(club, 'trainer', kid)
  expect([status, refusal.code, refusal.faults?.[0]]).toEqual([
    400,
    'bad_request',
    expect.objectContaining({ at: 'userIds', code: 'too_many', limit: 40 }),
  ])
})
