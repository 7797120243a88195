import { describe, expect, it } from 'vitest'
import { updateSafety } from '#functions/chat/membership.ts'
import { handler as peopleHandler } from '#functions/chat/peopleHandler.ts'
import { guardiansOf } from '#functions/chat/safety.ts'
import { conversations } from '#functions/table/conversations.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import {
  aChattingClub,
  addChildAccount,
  createConversation,
  deliveredAt,
  deliverPeople,
  listFor,
  peopleIn,
  readOnlyReason,
  sendMessage,
} from './chatting.ts'

const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const PEOPLE = 'POST /rest-api/chat/conversations/{conversationSid}/people'
const LEAVE = 'POST /rest-api/chat/conversations/{conversationSid}/leave'

describe('a child', () => {
  it('gets messages from a coach in a group with the guardians, who are added automatically', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { body } = await createConversation(club, club.user('trainer'), { userIds: [kid] })
    expect(await peopleIn(body.conversationSid, kid)).toEqual(['Carmen', 'Mia', 'Paula', 'Peter'])
    expect((await sendMessage(body.conversationSid, club.user('trainer'), 'Well played')).status).toBe(200)
  })

  it('can chat alone with a guardian, and with no other adult', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const own = await createConversation(club, club.user('parent'), { userIds: [kid] })
    expect(await peopleIn(own.body.conversationSid, kid)).toHaveLength(2)
    expect((await createConversation(club, club.user('leos'), { userIds: [kid] })).status).toBe(403)
  })

  it('whose guardians leave the group stops it until a second adult is added', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { conversationSid } = (await createConversation(club, club.user('trainer'), { userIds: [kid] })).body
    for (const name of ['parent', 'parent2']) await call(LEAVE, { as: club.user(name), conversationSid })
    expect(await readOnlyReason(conversationSid, kid)).toBe('chat_stopped')
    expect((await sendMessage(conversationSid, club.user('trainer'), 'Alone?')).refusal.code).toBe('chat_stopped')
    const added = await call(PEOPLE, {
      as: club.user('trainer'),
      conversationSid,
      body: { userIds: [club.user('leos')] },
    })
    expect(added.status).toBe(200)
    expect((await sendMessage(conversationSid, club.user('trainer'), 'Together')).status).toBe(200)
  })

  it('marked as one while a message is being sent causes that message to be rejected', async () => {
    const club = await aChattingClub()
    const { conversationSid } = (
      await createConversation(club, club.user('parent'), { userIds: [club.user('trainer')] })
    ).body
    const sent = await interleave(
      'TransactWriteCommand',
      () => write(stamp, playerAccounts.create({ userId: club.user('parent'), playerId: club.ada.playerId })),
      () => sendMessage(conversationSid, club.user('trainer'), 'Too late'),
    )
    expect(sent.refusal.code).toBe('chat_stopped')
    expect(await readOnlyReason(conversationSid, club.user('trainer'))).toBe('chat_stopped')
  })

  it('cannot chat with a guardian who was removed from the family, even before workers have run', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { conversationSid } = (await createConversation(club, club.user('parent'), { userIds: [kid] })).body
    expect((await sendMessage(conversationSid, club.user('parent'), 'Goodnight')).status).toBe(200)
    const { playerId } = club.mia
    await write(stamp, ...families.leave({ playerId, userId: club.user('parent'), relation: 'own' }))
    expect((await sendMessage(conversationSid, kid, 'Still there?')).refusal.code).toBe('chat_stopped')
  })

  it('cannot chat with a former guardian who follows them, who doesn’t count as second adult either', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { playerId } = club.mia
    const { conversationSid } = (await createConversation(club, club.user('trainer'), { userIds: [kid] })).body
    for (const name of ['parent', 'parent2']) {
      const userId = club.user(name)
      await write(stamp, ...families.leave({ playerId, userId, relation: 'own' }))
      await families.join(stamp, { playerId, userId, relation: 'following' })
    }
    expect((await sendMessage(conversationSid, club.user('parent'), 'Still here')).status).toBe(403)
    expect((await call(READ, { as: club.user('parent'), conversationSid })).status).toBe(403)
    expect(await listFor(club.user('parent'))).toEqual([])
    expect((await sendMessage(conversationSid, club.user('trainer'), 'Alone?')).refusal.code).toBe('chat_stopped')
    await deliverPeople(club, 'parent', 'parent2')
    expect(await peopleIn(conversationSid, kid)).toEqual(['Carmen', 'Mia'])
    expect(await readOnlyReason(conversationSid, kid)).toBe('chat_stopped')
  })

  it('has no second adult in a guardian whose account is disabled', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { conversationSid } = (await createConversation(club, club.user('trainer'), { userIds: [kid] })).body
    await call(LEAVE, { as: club.user('parent2'), conversationSid })
    const userId = club.user('parent')
    await update(stamp, sessions.upsert({ userId }, { set: { disabled: true } }))
    expect((await sendMessage(conversationSid, club.user('trainer'), 'Alone?')).refusal.code).toBe('chat_stopped')
    await update(stamp, sessions.upsert({ userId }, { set: { disabled: undefined } }))
    await deliverTo(peopleHandler, { kind: 'Session', ...sessions.key({ userId }) }, deliveredAt)
    expect((await sendMessage(conversationSid, club.user('trainer'), 'Together')).status).toBe(200)
  })

  it('has no guardian in their coach, nor in the account of a sibling', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { playerId } = club.mia
    for (const name of ['parent', 'parent2'])
      await write(stamp, ...families.leave({ playerId, userId: club.user(name), relation: 'own' }))
    await families.join(stamp, { playerId, userId: club.user('trainer'), relation: 'own' })
    const alone = await createConversation(club, club.user('trainer'), { userIds: [kid] })
    expect(alone.refusal.code).toBe('chat_needs_adult')
    const sibling = club.user('sibling')
    await families.join(stamp, { playerId, userId: sibling, relation: 'own' })
    await write(stamp, playerAccounts.create({ userId: sibling, playerId: club.ada.playerId }))
    expect(await guardiansOf(playerId)).toEqual([club.user('trainer')])
  })

  it('who comes of age can be written to by a single adult', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const { conversationSid } = (await createConversation(club, club.user('trainer'), { userIds: [kid] })).body
    for (const name of ['parent', 'parent2']) await call(LEAVE, { as: club.user(name), conversationSid })
    await update(stamp, players.change({ playerId: club.mia.playerId }, { set: { bornOn: '1990-01-01' } }))
    await deliverTo(peopleHandler, { kind: 'Player', pk: `PLAYER#${club.mia.playerId}`, sk: 'PLAYER' }, deliveredAt)
    expect(await readOnlyReason(conversationSid, kid)).toBeNull()
    expect((await sendMessage(conversationSid, club.user('trainer'), 'Happy birthday')).status).toBe(200)
    expect(await updateSafety(stamp, { conversationSid })).toBe(false)
    expect((await conversations.get({ conversationSid }))?.restsOn).toMatchObject([
      { does: 'adult' },
      { does: 'adult' },
    ])
  })

  it('is protected once the family has marked the account, which the child and coaches cannot undo', async () => {
    const club = await aChattingClub()
    const { playerId } = club.mia
    const kid = club.user('kid')
    await families.join(stamp, { playerId, userId: kid, relation: 'own' })
    await deliverPeople(club, 'kid')
    const { conversationSid } = (await createConversation(club, club.user('leos'), { userIds: [kid] })).body
    const mark = (as: string, userId: string) =>
      call('PUT /rest-api/chat/player-account/{playerId}', { as: club.user(as), playerId, body: { userId } })
    expect((await mark('kid', kid)).status).toBe(403)
    expect((await mark('leos', kid)).status).toBe(403)
    expect((await mark('parent', club.user('leos'))).status).toBe(404)
    expect((await mark('parent', club.user('fan'))).status).toBe(404)
    await families.join(stamp, { playerId: club.ada.playerId, userId: club.user('parent2'), relation: 'own' })
    expect((await mark('parent', club.user('parent2'))).refusal.code).toBe('account_of_adult')
    for (let i = 0; i < 2; i++) expect((await mark('parent', kid)).status).toBe(200)
    expect((await sendMessage(conversationSid, club.user('leos'), 'Alone?')).refusal.code).toBe('chat_stopped')
    const UNMARK = 'DELETE /rest-api/chat/player-account/{playerId}'
    for (const as of [kid, club.user('coach')])
      expect((await call(UNMARK, { as, playerId, query: { userId: kid } })).status).toBe(403)
    expect((await call(UNMARK, { as: club.user('admin'), playerId, query: { userId: kid } })).status).toBe(200)
    expect(await updateSafety(stamp, { conversationSid })).toBe(false)
  })
})
