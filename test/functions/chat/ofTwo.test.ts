import { describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { chatBlocks } from '#functions/table/chatBlocks.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { eraseUser } from '../privacy/eraseUser.ts'
import { aChattingClub, deliverJoin, deliverPeople, listFor, sendMessage, textsFor, unreadCount } from './chatting.ts'

const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const REACT = 'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}'

/** A private conversation of two members, one of them Paula by default. */
async function ofTwo(name: string, one = 'parent') {
  const club = await aChattingClub()
  const { organizationId, user } = club
  if (name === 'kid') {
    await families.join(stamp, { playerId: club.mia.playerId, userId: user('kid'), relation: 'own' })
    await deliverPeople(club, 'kid')
  }
  const body = { organizationId, userIds: [user(name)] }
  const { conversationSid } = (await call('POST /rest-api/chat/create/dm', { as: user(one), body })).body
  const says = (as: string, text: string) => sendMessage(conversationSid, user(as), text)
  const stopped = async (as: string) => (await call(READ, { as: user(as), conversationSid })).body.stopped
  const onList = async (as: string) =>
    (await listFor(user(as))).find((each) => each.conversationSid === conversationSid)
  return { club, conversationSid, says, stopped, onList }
}
type Club = Awaited<ReturnType<typeof aChattingClub>>
const dismiss = ({ falcons: { teamId }, user }: Club, name: string) =>
  write(stamp, ...teamAdministrators.dismiss({ teamId, userId: user(name) }))
const appoint = ({ otters, user }: Club, name: string) => {
  const coach = { userId: user(name), firstName: 'Carmen', lastName: 'Moreno', flags: ['chatEnabled' as const] }
  return write(stamp, ...teamAdministrators.appoint(otters, coach))
}
const ofLeo = ({ leo: { playerId }, user }: Club) => ({
  playerId,
  userId: user('leos'),
  relation: 'own' as const,
})

describe('a direct conversation whose other member has left', () => {
  it('rejects messages and reactions, and says why', async () => {
    const { club, conversationSid, says, stopped } = await ofTwo('trainer')
    const { messageSid } = (await says('trainer', 'Practice is at 7')).body
    await dismiss(club, 'trainer')
    await deliverPeople(club, 'trainer')
    const { status, refusal } = await says('parent', 'Mia is ill, not coming tonight')
    expect([status, refusal.code]).toEqual([412, 'chat_alone'])
    expect(refusal.message).toBe('The other person has left: nobody would read it.')
    expect(await stopped('parent')).toBe('chat_alone')
    const reacted = await call(REACT, { as: club.user('parent'), conversationSid, messageSid, reaction: 'like' })
    expect(reacted.refusal.code).toBe('chat_alone')
    expect(await textsFor(conversationSid, club.user('parent'))).toEqual(['Practice is at 7'])
  })

  it('rejects messages to an erased account', async () => {
    const { club, says, stopped } = await ofTwo('leos')
    expect((await says('parent', 'Hello')).status).toBe(200)
    await eraseUser(club.user('leos'))
    expect((await says('parent', 'Still there?')).refusal.code).toBe('chat_alone')
    expect(await stopped('parent')).toBe('chat_alone')
  })

  it('is rejoined once allowed, with the messages sent meanwhile, however often that is processed', async () => {
    const { club, conversationSid, says, stopped, onList } = await ofTwo('trainer')
    const [paula, carmen] = [club.user('parent'), club.user('trainer')]
    await says('parent', 'Who drives?')
    await says('trainer', 'I do')
    await dismiss(club, 'trainer')
    // Before any worker has processed it.
    expect((await says('parent', 'And on Sunday?')).status).toBe(200)
    await deliverPeople(club, 'trainer')
    expect([await onList('trainer'), await unreadCount(carmen)]).toEqual([undefined, 0])
    await appoint(club, 'trainer')
    for (let i = 0; i < 2; i++) {
      await deliverPeople(club, 'trainer')
      await deliverJoin(conversationSid, carmen)
    }
    expect(await onList('trainer')).toMatchObject({
      friendlyName: 'Paula Moreno',
      userId: paula,
      unread: 1,
      lastMessage: { text: 'And on Sunday?', from: 'Paula' },
    })
    expect(await unreadCount(carmen)).toBe(1)
    expect(await textsFor(conversationSid, carmen)).toEqual(['And on Sunday?', 'I do', 'Who drives?'])
    expect(await stopped('parent')).toBeNull()
    expect((await says('parent', 'Welcome back')).status).toBe(200)
    expect([await unreadCount(carmen), (await onList('parent'))?.friendlyName]).toEqual([2, 'Carmen Moreno'])
  })

  it('is continued when created again, with its earlier messages', async () => {
    const { club, conversationSid, says } = await ofTwo('leos')
    await says('parent', 'Before')
    const { organizationId, user } = club
    const id = ofLeo(club)
    await write(stamp, ...families.leave(id))
    await deliverPeople(club, 'leos')
    await families.join(stamp, id)
    const body = { organizationId, userIds: [user('parent')] }
    const again = await call('POST /rest-api/chat/create/dm', { as: user('leos'), body })
    expect(again.body).toEqual({ conversationSid })
    expect(await textsFor(conversationSid, user('leos'))).toEqual(['Before'])
  })

  it('is rejoined by a blocked member once unblocked', async () => {
    const { club, says } = await ofTwo('leos')
    const { organizationId } = club
    const userId = club.user('leos')
    const block = { userId, organizationId, organizationName: 'FC', blockedAt: stamp.at, blockedBy: 'admin' }
    await write(stamp, ...chatBlocks.block(block))
    await deliverPeople(club, 'leos')
    expect((await says('parent', 'Hello')).refusal.code).toBe('chat_alone')
    await write(stamp, ...chatBlocks.unblock({ userId, organizationId }))
    await deliverPeople(club, 'leos')
    expect((await says('parent', 'Hello')).status).toBe(200)
    expect((await says('leos', 'Hello, too')).status).toBe(200)
  })
})

describe('a direct conversation that both members have left', () => {
  it('is rejoined only when both may return', async () => {
    const { club, says, onList } = await ofTwo('leos', 'trainer')
    await says('trainer', 'See you next season')
    await dismiss(club, 'trainer')
    await write(stamp, ...families.leave(ofLeo(club)))
    await deliverPeople(club, 'trainer', 'leos')
    await appoint(club, 'trainer')
    await deliverPeople(club, 'trainer')
    expect([await onList('trainer'), await onList('leos')]).toEqual([undefined, undefined])
    await families.join(stamp, ofLeo(club))
    await deliverPeople(club, 'leos')
    expect([await onList('trainer'), await onList('leos')]).toMatchObject([
      { friendlyName: 'Lea Moreno' },
      { friendlyName: 'Carmen Moreno' },
    ])
    expect((await says('leos', 'Here we are')).status).toBe(200)
  })

  it('is not rejoined by an adult if the other account has become a child’s', async () => {
    const { club, conversationSid, says, onList } = await ofTwo('kid', 'leos')
    expect((await says('leos', 'Hello')).status).toBe(200)
    await write(stamp, ...families.leave(ofLeo(club)))
    await deliverPeople(club, 'leos')
    const { playerId } = club.mia
    await write(stamp, playerAccounts.create({ userId: club.user('kid'), playerId }))
    await families.join(stamp, ofLeo(club))
    await deliverPeople(club, 'leos')
    expect(await onList('leos')).toBeUndefined()
    expect((await call(READ, { as: club.user('leos'), conversationSid })).status).toBe(404)
    expect((await says('kid', 'Hello?')).refusal.code).toBe('chat_alone')
  })
})

it('a conversation listed for the first time has no last message', async () => {
  const { club, conversationSid } = await ofTwo('leos')
  const userId = club.user('leos')
  await deliverJoin(conversationSid, userId)
  expect((await listFor(userId)).map(({ lastMessage }) => lastMessage)).toEqual([null, null])
})
