import { describe, expect, it } from 'vitest'
import { settle } from '#functions/chat/membership.ts'
import { handler as peopleHandler } from '#functions/chat/peopleHandler.ts'
import { guardiansOf } from '#functions/chat/safety.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { chatRules } from '#functions/table/chatRules.ts'
import { conversations } from '#functions/table/conversations.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { sessions } from '#functions/table/sessions.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { between } from '../between.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { hand } from '../workers.ts'
import { aChattingClub, aKid, heard, heardAt, listFor, placed, renamed, say, textsFor, unread } from './chatting.ts'

const CREATE = 'POST /rest-api/chat/create/dm'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const PEOPLE = 'POST /rest-api/chat/conversations/{conversationSid}/people'
const LEAVE = 'POST /rest-api/chat/conversations/{conversationSid}/leave'
const RENAME = 'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}'

type Asked = { userIds?: string[]; teamId?: string; playerId?: string; friendlyName?: string; groupId?: string }
const create = ({ organizationId }: Club, as: string, { userIds = [], ...more }: Asked) =>
  call(CREATE, { as, body: { organizationId, userIds, ...more } })
const peopleIn = async (conversationSid: string, as: string) =>
  (await call(READ, { as, conversationSid })).body.people
    .filter(({ left }) => !left)
    .map(({ name }) => name.split(' ')[0] ?? '')
    .toSorted((a, b) => a.localeCompare(b))
const stoppedFor = async (conversationSid: string, as: string) =>
  (await call(READ, { as, conversationSid })).body.stopped

describe('the conversation of a team', () => {
  it('has its families and its coach, and nobody who only follows', async () => {
    const club = await aChattingClub()
    await placed(club, 'fan')
    expect(await peopleIn(club.chat, club.user('parent'))).toEqual(['Carmen', 'Lea', 'Paula', 'Peter'])
    expect(await listFor(club.user('fan'))).toEqual([])
    expect(await listFor(club.user('leos'))).toMatchObject([{ friendlyName: 'Falcons', type: 'team', unread: 0 }])
  })

  it('is read by nobody who was taken off the team, from the next second, before any worker has heard of it', async () => {
    const club = await aChattingClub()
    await say(club.chat, club.user('parent'), 'Who drives?')
    expect(await textsFor(club.chat, club.user('leos'))).toEqual(['Who drives?'])
    await teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
    expect((await call(READ, { as: club.user('leos'), conversationSid: club.chat })).status).toBe(403)
    expect(await listFor(club.user('leos'))).toEqual([])
    expect((await say(club.chat, club.user('leos'), 'Still here')).status).toBe(403)
    await placed(club, 'leos')
    expect(await peopleIn(club.chat, club.user('parent'))).toEqual(['Carmen', 'Paula', 'Peter'])
    expect(await unread(club.user('leos'))).toBe(0)
  })

  it('is left by a coach who loses the right to chat', async () => {
    const club = await aChattingClub()
    const id = { teamId: club.falcons.teamId, userId: club.user('trainer') }
    await write(stamp, ...teamAdministrators.dismiss(id))
    await hand(peopleHandler, {
      kind: 'My team',
      pk: `USER#${club.user('trainer')}`,
      sk: 'ME#TEAM#',
      change: 'removed',
    })
    expect(await listFor(club.user('trainer'))).toEqual([])
    expect(await peopleIn(club.chat, club.user('parent'))).not.toContain('Carmen')
  })

  it('shows who comes later what is written from then on', async () => {
    const club = await aChattingClub()
    const before = await say(club.chat, club.user('parent'), 'Before')
    await families.join(stamp, { playerId: club.ada.playerId, userId: club.user('late'), relation: 'own' })
    await placed(club, 'late')
    await heard(club.chat, before.body.messageSid)
    expect(await listFor(club.user('late'))).toMatchObject([{ lastMessage: null }])
    await say(club.chat, club.user('parent'), 'After')
    expect(await textsFor(club.chat, club.user('late'))).toEqual(['After'])
    expect(await unread(club.user('late'))).toBe(1)
  })

  it('takes whole teams that come at once', async () => {
    const club = await aChattingClub()
    const names = Array.from({ length: 8 }, (_, i) => `new${i}`)
    for (const name of names)
      await families.join(stamp, { playerId: club.ada.playerId, userId: club.user(name), relation: 'own' })
    await Promise.all(names.map((name) => placed(club, name)))
    expect(await peopleIn(club.chat, club.user('parent'))).toHaveLength(12)
  })
})

describe('a new conversation', () => {
  it('of two is one, whoever begins it and however often', async () => {
    const club = await aChattingClub()
    const [one, other] = [club.user('parent'), club.user('trainer')]
    const made = await Promise.all([
      create(club, one, { userIds: [other] }),
      create(club, other, { userIds: [one] }),
      create(club, one, { userIds: [other] }),
    ])
    expect(new Set(made.map(({ body }) => body.conversationSid)).size).toBe(1)
    const direct = (await listFor(one)).find(({ type }) => type === 'direct')
    expect(direct).toMatchObject({ friendlyName: 'Carmen Moreno', userId: other })
  })

  it('of two goes on when one of them was out for a while', async () => {
    const club = await aChattingClub()
    const [one, other] = [club.user('parent'), club.user('leos')]
    const { conversationSid } = (await create(club, one, { userIds: [other] })).body
    const { playerId } = club.leo
    await write(stamp, ...families.leave({ playerId, userId: other, relation: 'own' }))
    await placed(club, 'leos')
    await families.join(stamp, { playerId, userId: other, relation: 'own' })
    await placed(club, 'leos')
    expect((await create(club, other, { userIds: [one] })).body).toEqual({ conversationSid })
    expect((await say(conversationSid, other, 'Back again')).status).toBe(200)
    expect((await listFor(other)).find(({ type }) => type === 'direct')?.friendlyName).toBe('Paula Moreno')
  })

  it('of more is made once for what the device calls it, is named, and left', async () => {
    const club = await aChattingClub()
    const asked = {
      userIds: [club.user('parent2'), club.user('leos')],
      friendlyName: 'Drivers',
      groupId: 'group-of-mine',
    }
    const first = await create(club, club.user('parent'), asked)
    const again = await create(club, club.user('parent'), asked)
    const { conversationSid } = first.body
    expect(again.body).toEqual({ conversationSid })
    const { organizationId: orgId } = club
    const rename = (friendlyName: string) =>
      call(RENAME, { as: club.user('leos'), orgId, conversationSid, body: { friendlyName } })
    expect((await rename(' \u200b ')).refusal.faults).toMatchObject([
      { at: 'friendlyName', message: 'Please type a name for your conversation' },
    ])
    expect((await rename(' Car pool ')).body).toEqual({ friendlyName: 'Car pool' })
    await renamed(conversationSid)
    expect((await listFor(club.user('parent2'))).map(({ friendlyName }) => friendlyName)).toContain('Car pool')
    for (let i = 0; i < 2; i++) expect((await call(LEAVE, { as: club.user('leos'), conversationSid })).status).toBe(200)
    expect((await call(READ, { as: club.user('leos'), conversationSid })).status).toBe(404)
    expect(await peopleIn(conversationSid, club.user('parent'))).toEqual(['Paula', 'Peter'])
  })

  it('reaches the family of a player, for their coach', async () => {
    const club = await aChattingClub()
    const { playerId } = club.mia
    const { body } = await create(club, club.user('trainer'), { playerId, teamId: club.falcons.teamId })
    expect(await peopleIn(body.conversationSid, club.user('trainer'))).toEqual(['Carmen', 'Paula', 'Peter'])
    expect((await create(club, club.user('leos'), { playerId })).status).toBe(403)
  })

  it('is not for strangers, for nobody, or where chat is off', async () => {
    const club = await aChattingClub()
    const as = club.user('parent')
    expect((await create(club, as, { userIds: [club.user('nobody')] })).status).toBe(403)
    expect((await create(club, as, { userIds: [] })).status).toBe(400)
    const { organizationId } = club
    await write(stamp, chatRules.create({ organizationId, directOff: true, offTeams: [club.falcons.teamId] }))
    expect((await create(club, as, { userIds: [club.user('leos')] })).refusal.code).toBe('chat_direct_off')
    expect(
      (await create(club, as, { userIds: [club.user('trainer')], teamId: club.falcons.teamId })).refusal.code,
    ).toBe('chat_off')
    expect((await say(club.chat, as, 'Hello')).refusal.code).toBe('chat_off')
    expect(await stoppedFor(club.chat, as)).toBe('chat_off')
  })

  it('takes no id of another club', async () => {
    const [club, other] = [await aChattingClub(), await aChattingClub()]
    const asked = { userIds: [club.user('leos')], teamId: other.falcons.teamId }
    expect((await create(club, club.user('parent'), asked)).status).toBe(404)
    const elsewhere = `${other.organizationId}.${newPart('c')}`
    expect((await call(READ, { as: club.user('parent'), conversationSid: elsewhere })).status).toBe(403)
  })
})

describe('a child', () => {
  it('is written to by a coach with their guardians, who come by themselves', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const { body } = await create(club, club.user('trainer'), { userIds: [kid] })
    expect(await peopleIn(body.conversationSid, kid)).toEqual(['Carmen', 'Mia', 'Paula', 'Peter'])
    expect((await say(body.conversationSid, club.user('trainer'), 'Well played')).status).toBe(200)
  })

  it('writes with their own guardian, and with nobody else who is grown up alone', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const own = await create(club, club.user('parent'), { userIds: [kid] })
    expect(await peopleIn(own.body.conversationSid, kid)).toHaveLength(2)
    expect((await create(club, club.user('leos'), { userIds: [kid] })).status).toBe(403)
  })

  it('whose guardians leave stops the conversation, until a second adult comes', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const { conversationSid } = (await create(club, club.user('trainer'), { userIds: [kid] })).body
    for (const name of ['parent', 'parent2']) await call(LEAVE, { as: club.user(name), conversationSid })
    expect(await stoppedFor(conversationSid, kid)).toBe('chat_stopped')
    expect((await say(conversationSid, club.user('trainer'), 'Alone?')).refusal.code).toBe('chat_stopped')
    const added = await call(PEOPLE, {
      as: club.user('trainer'),
      conversationSid,
      body: { userIds: [club.user('leos')] },
    })
    expect(added.status).toBe(200)
    expect((await say(conversationSid, club.user('trainer'), 'Together')).status).toBe(200)
  })

  it('is known as one in the middle of a message: that one is not written', async () => {
    const club = await aChattingClub()
    const { conversationSid } = (await create(club, club.user('parent'), { userIds: [club.user('trainer')] })).body
    const sent = await between(
      'TransactWriteCommand',
      () => write(stamp, playerAccounts.create({ userId: club.user('parent'), playerId: club.ada.playerId })),
      () => say(conversationSid, club.user('trainer'), 'Too late'),
    )
    expect(sent.refusal.code).toBe('chat_stopped')
    expect(await stoppedFor(conversationSid, club.user('trainer'))).toBe('chat_stopped')
  })

  it('whose guardian is taken away is not written to by them any more, before anybody has heard of it', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const { conversationSid } = (await create(club, club.user('parent'), { userIds: [kid] })).body
    expect((await say(conversationSid, club.user('parent'), 'Goodnight')).status).toBe(200)
    const { playerId } = club.mia
    await write(stamp, ...families.leave({ playerId, userId: club.user('parent'), relation: 'own' }))
    expect((await say(conversationSid, kid, 'Still there?')).refusal.code).toBe('chat_stopped')
  })

  it('is not written to by a follower who was their parent, nor does one count as the second adult', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const { playerId } = club.mia
    const { conversationSid } = (await create(club, club.user('trainer'), { userIds: [kid] })).body
    for (const name of ['parent', 'parent2']) {
      const userId = club.user(name)
      await write(stamp, ...families.leave({ playerId, userId, relation: 'own' }))
      await families.join(stamp, { playerId, userId, relation: 'following' })
    }
    expect((await say(conversationSid, club.user('parent'), 'Still here')).status).toBe(403)
    expect((await call(READ, { as: club.user('parent'), conversationSid })).status).toBe(403)
    expect(await listFor(club.user('parent'))).toEqual([])
    expect((await say(conversationSid, club.user('trainer'), 'Alone?')).refusal.code).toBe('chat_stopped')
    await placed(club, 'parent', 'parent2')
    expect(await peopleIn(conversationSid, kid)).toEqual(['Carmen', 'Mia'])
    expect(await stoppedFor(conversationSid, kid)).toBe('chat_stopped')
  })

  it('has no second adult in an account that is shut', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const { conversationSid } = (await create(club, club.user('trainer'), { userIds: [kid] })).body
    await call(LEAVE, { as: club.user('parent2'), conversationSid })
    const userId = club.user('parent')
    await update(stamp, sessions.upsert({ userId }, { set: { disabled: true } }))
    expect((await say(conversationSid, club.user('trainer'), 'Alone?')).refusal.code).toBe('chat_stopped')
    await update(stamp, sessions.upsert({ userId }, { set: { disabled: undefined } }))
    await hand(peopleHandler, { kind: 'Session', ...sessions.key({ userId }) }, heardAt)
    expect((await say(conversationSid, club.user('trainer'), 'Together')).status).toBe(200)
  })

  it('has no guardian in their coach, nor in the account of a brother or sister', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const { playerId } = club.mia
    for (const name of ['parent', 'parent2'])
      await write(stamp, ...families.leave({ playerId, userId: club.user(name), relation: 'own' }))
    await families.join(stamp, { playerId, userId: club.user('trainer'), relation: 'own' })
    const alone = await create(club, club.user('trainer'), { userIds: [kid] })
    expect(alone.refusal.code).toBe('chat_needs_adult')
    const sibling = club.user('sibling')
    await families.join(stamp, { playerId, userId: sibling, relation: 'own' })
    await write(stamp, playerAccounts.create({ userId: sibling, playerId: club.ada.playerId }))
    expect(await guardiansOf(playerId)).toEqual([club.user('trainer')])
  })

  it('who grows up may be written to by one', async () => {
    const club = await aChattingClub()
    const kid = await aKid(club)
    const { conversationSid } = (await create(club, club.user('trainer'), { userIds: [kid] })).body
    for (const name of ['parent', 'parent2']) await call(LEAVE, { as: club.user(name), conversationSid })
    await update(stamp, players.change({ playerId: club.mia.playerId }, { set: { bornOn: '1990-01-01' } }))
    await hand(peopleHandler, { kind: 'Player', pk: `PLAYER#${club.mia.playerId}`, sk: 'PLAYER' }, heardAt)
    expect(await stoppedFor(conversationSid, kid)).toBeNull()
    expect((await say(conversationSid, club.user('trainer'), 'Happy birthday')).status).toBe(200)
    expect(await settle(stamp, { conversationSid })).toBe(false)
    expect((await conversations.get({ conversationSid }))?.restsOn).toMatchObject([
      { does: 'adult' },
      { does: 'adult' },
    ])
  })

  it('is known as one once their family has said which account is theirs; they cannot take it back themselves', async () => {
    const club = await aChattingClub()
    const { playerId } = club.mia
    const kid = club.user('kid')
    await families.join(stamp, { playerId, userId: kid, relation: 'own' })
    await placed(club, 'kid')
    const { conversationSid } = (await create(club, club.user('leos'), { userIds: [kid] })).body
    const mark = (as: string, userId: string) =>
      call('PUT /rest-api/chat/player-account/{playerId}', { as: club.user(as), playerId, body: { userId } })
    expect((await mark('kid', kid)).status).toBe(403)
    expect((await mark('leos', kid)).status).toBe(403)
    expect((await mark('parent', club.user('leos'))).status).toBe(404)
    expect((await mark('parent', club.user('fan'))).status).toBe(404)
    await families.join(stamp, { playerId: club.ada.playerId, userId: club.user('parent2'), relation: 'own' })
    expect((await mark('parent', club.user('parent2'))).refusal.code).toBe('account_of_adult')
    for (let i = 0; i < 2; i++) expect((await mark('parent', kid)).status).toBe(200)
    expect((await say(conversationSid, club.user('leos'), 'Alone?')).refusal.code).toBe('chat_stopped')
    const UNMARK = 'DELETE /rest-api/chat/player-account/{playerId}'
    for (const as of [kid, club.user('coach')])
      expect((await call(UNMARK, { as, playerId, query: { userId: kid } })).status).toBe(403)
    expect((await call(UNMARK, { as: club.user('admin'), playerId, query: { userId: kid } })).status).toBe(200)
    expect(await settle(stamp, { conversationSid })).toBe(false)
  })
})
