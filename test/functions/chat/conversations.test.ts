import { describe, expect, it } from 'vitest'
import { handler as peopleHandler } from '#functions/chat/peopleHandler.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { chatRules } from '#functions/table/chatRules.ts'
import { families } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import {
  aChattingClub,
  createConversation,
  deliverConversation,
  deliverMessage,
  deliverPeople,
  listFor,
  peopleIn,
  readOnlyReason,
  sendMessage,
  textsFor,
  unreadCount,
} from './chatting.ts'

const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const LEAVE = 'POST /rest-api/chat/conversations/{conversationSid}/leave'
const RENAME = 'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}'

describe('a team’s conversation', () => {
  it('contains families and coaches, but no followers', async () => {
    const club = await aChattingClub()
    await deliverPeople(club, 'fan')
    expect(await peopleIn(club.chat, club.user('parent'))).toEqual(['Carmen', 'Lea', 'Paula', 'Peter'])
    expect(await listFor(club.user('fan'))).toEqual([])
    expect(await listFor(club.user('leos'))).toMatchObject([{ friendlyName: 'Falcons', type: 'team', unread: 0 }])
  })

  it('is closed to a removed player’s family at once, even before workers have run', async () => {
    const club = await aChattingClub()
    await sendMessage(club.chat, club.user('parent'), 'Who drives?')
    expect(await textsFor(club.chat, club.user('leos'))).toEqual(['Who drives?'])
    await teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
    expect((await call(READ, { as: club.user('leos'), conversationSid: club.chat })).status).toBe(403)
    expect(await listFor(club.user('leos'))).toEqual([])
    expect((await sendMessage(club.chat, club.user('leos'), 'Still here')).status).toBe(403)
    await deliverPeople(club, 'leos')
    expect(await peopleIn(club.chat, club.user('parent'))).toEqual(['Carmen', 'Paula', 'Peter'])
    expect(await unreadCount(club.user('leos'))).toBe(0)
  })

  it('loses a coach who was dismissed', async () => {
    const club = await aChattingClub()
    const id = { teamId: club.falcons.teamId, userId: club.user('trainer') }
    await write(stamp, ...teamAdministrators.dismiss(id))
    await deliverTo(peopleHandler, {
      kind: 'My team',
      pk: `USER#${club.user('trainer')}`,
      sk: 'ME#TEAM#',
      change: 'removed',
    })
    expect(await listFor(club.user('trainer'))).toEqual([])
    expect(await peopleIn(club.chat, club.user('parent'))).not.toContain('Carmen')
  })

  it('shows a later member only messages from then on', async () => {
    const club = await aChattingClub()
    const before = await sendMessage(club.chat, club.user('parent'), 'Before')
    await families.join(stamp, { playerId: club.ada.playerId, userId: club.user('late'), relation: 'own' })
    await deliverPeople(club, 'late')
    await deliverMessage(club.chat, before.body.messageSid)
    expect(await listFor(club.user('late'))).toMatchObject([{ lastMessage: null }])
    await sendMessage(club.chat, club.user('parent'), 'After')
    expect(await textsFor(club.chat, club.user('late'))).toEqual(['After'])
    expect(await unreadCount(club.user('late'))).toBe(1)
  })

  it('accepts many new members concurrently', async () => {
    const club = await aChattingClub()
    const names = Array.from({ length: 8 }, (_, i) => `new${i}`)
    for (const name of names)
      await families.join(stamp, { playerId: club.ada.playerId, userId: club.user(name), relation: 'own' })
    await Promise.all(names.map((name) => deliverPeople(club, name)))
    expect(await peopleIn(club.chat, club.user('parent'))).toHaveLength(12)
  })
})

describe('a new conversation', () => {
  it('of two users is the same, whoever creates it and however often', async () => {
    const club = await aChattingClub()
    const [one, other] = [club.user('parent'), club.user('trainer')]
    const made = await Promise.all([
      createConversation(club, one, { userIds: [other] }),
      createConversation(club, other, { userIds: [one] }),
      createConversation(club, one, { userIds: [other] }),
    ])
    expect(new Set(made.map(({ body }) => body.conversationSid)).size).toBe(1)
    const direct = (await listFor(one)).find(({ type }) => type === 'direct')
    expect(direct).toMatchObject({ friendlyName: 'Carmen Moreno', userId: other })
  })

  it('of two users continues after one of them had left the club for a while', async () => {
    const club = await aChattingClub()
    const [one, other] = [club.user('parent'), club.user('leos')]
    const { conversationSid } = (await createConversation(club, one, { userIds: [other] })).body
    const { playerId } = club.leo
    await write(stamp, ...families.leave({ playerId, userId: other, relation: 'own' }))
    await deliverPeople(club, 'leos')
    await families.join(stamp, { playerId, userId: other, relation: 'own' })
    await deliverPeople(club, 'leos')
    expect((await createConversation(club, other, { userIds: [one] })).body).toEqual({ conversationSid })
    expect((await sendMessage(conversationSid, other, 'Back again')).status).toBe(200)
    expect((await listFor(other)).find(({ type }) => type === 'direct')?.friendlyName).toBe('Paula Moreno')
  })

  it('of a group is created once per group id, and can be renamed and left', async () => {
    const club = await aChattingClub()
    const asked = {
      userIds: [club.user('parent2'), club.user('leos')],
      friendlyName: 'Drivers',
      groupId: 'group-of-mine',
    }
    const first = await createConversation(club, club.user('parent'), asked)
    const again = await createConversation(club, club.user('parent'), asked)
    const { conversationSid } = first.body
    expect(again.body).toEqual({ conversationSid })
    const { organizationId: orgId } = club
    const rename = (friendlyName: string) =>
      call(RENAME, { as: club.user('leos'), orgId, conversationSid, body: { friendlyName } })
    expect((await rename(' \u200b ')).refusal.faults).toMatchObject([
      { at: 'friendlyName', message: 'Please type a name for your conversation' },
    ])
    expect((await rename(' Car pool ')).body).toEqual({ friendlyName: 'Car pool' })
    await deliverConversation(conversationSid)
    expect((await listFor(club.user('parent2'))).map(({ friendlyName }) => friendlyName)).toContain('Car pool')
    for (let i = 0; i < 2; i++) expect((await call(LEAVE, { as: club.user('leos'), conversationSid })).status).toBe(200)
    expect((await call(READ, { as: club.user('leos'), conversationSid })).status).toBe(404)
    expect(await peopleIn(conversationSid, club.user('parent'))).toEqual(['Paula', 'Peter'])
  })

  it('for a player reaches the family, if created by their coach', async () => {
    const club = await aChattingClub()
    const { playerId } = club.mia
    const { body } = await createConversation(club, club.user('trainer'), { playerId, teamId: club.falcons.teamId })
    expect(await peopleIn(body.conversationSid, club.user('trainer'))).toEqual(['Carmen', 'Paula', 'Peter'])
    expect((await createConversation(club, club.user('leos'), { playerId })).status).toBe(403)
  })

  it('is rejected with strangers, without members, or where chat is disabled', async () => {
    const club = await aChattingClub()
    const as = club.user('parent')
    expect((await createConversation(club, as, { userIds: [club.user('nobody')] })).status).toBe(403)
    expect((await createConversation(club, as, { userIds: [] })).status).toBe(400)
    const { organizationId } = club
    await write(stamp, chatRules.create({ organizationId, directOff: true, offTeams: [club.falcons.teamId] }))
    expect((await createConversation(club, as, { userIds: [club.user('leos')] })).refusal.code).toBe('chat_direct_off')
    expect(
      (await createConversation(club, as, { userIds: [club.user('trainer')], teamId: club.falcons.teamId })).refusal
        .code,
    ).toBe('chat_off')
    expect((await sendMessage(club.chat, as, 'Hello')).refusal.code).toBe('chat_off')
    expect(await readOnlyReason(club.chat, as)).toBe('chat_off')
  })

  it('rejects ids of another club', async () => {
    const [club, other] = [await aChattingClub(), await aChattingClub()]
    const asked = { userIds: [club.user('leos')], teamId: other.falcons.teamId }
    expect((await createConversation(club, club.user('parent'), asked)).status).toBe(404)
    const elsewhere = `${other.organizationId}.${newPart('c')}`
    expect((await call(READ, { as: club.user('parent'), conversationSid: elsewhere })).status).toBe(403)
  })
})
