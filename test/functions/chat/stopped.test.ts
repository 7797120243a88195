import { describe, expect, it } from 'vitest'
import { conversations } from '#functions/table/conversations.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aChattingClub, addChildAccount, sendMessage } from './chatting.ts'

const CREATE = 'POST /rest-api/chat/create/dm'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const LEAVE = 'POST /rest-api/chat/conversations/{conversationSid}/leave'
const RENAME = 'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}'
const RULES = 'PUT /rest-api/chat/rules/{orgId}'

/** Mia, her coach and her parents in a group. */
async function aGroup() {
  const club = await aChattingClub()
  const { organizationId, user } = club
  const kid = await addChildAccount(club)
  const { conversationSid } = (await call(CREATE, { as: user('trainer'), body: { organizationId, userIds: [kid] } }))
    .body
  const leave = (name: string) => call(LEAVE, { as: user(name), conversationSid })
  const stopped = async (now: string) => (await call(READ, { as: kid, conversationSid, now })).body.stopped
  return { club, kid, conversationSid, leave, stopped }
}
const named = async ({ organizationId: orgId }: Club, conversationSid: string, as: string) => {
  const { status, refusal } = await call(RENAME, { as, orgId, conversationSid, body: { friendlyName: 'Call me' } })
  return status === 200 ? 'named' : refusal.code
}
const nameOf = async (conversationSid: string) =>
  (await conversations.get({ conversationSid }, { consistent: true }))?.friendlyName

describe('a group in which nobody can write', () => {
  it('cannot be renamed by a child and an adult left alone', async () => {
    const { club, kid, conversationSid, leave } = await aGroup()
    expect(await named(club, conversationSid, kid)).toBe('named')
    for (const name of ['parent', 'parent2']) await leave(name)
    expect(await named(club, conversationSid, club.user('trainer'))).toBe('chat_stopped')
    expect(await named(club, conversationSid, kid)).toBe('chat_stopped')
  })

  it('cannot be renamed while its chat is disabled', async () => {
    const { club, kid, conversationSid } = await aGroup()
    const { organizationId: orgId, user } = club
    const off = (directOff: boolean) =>
      call(RULES, { as: user('admin'), orgId, body: { offTeams: [], directOff, readAlongUntil: 16 } })
    await off(true)
    expect(await named(club, conversationSid, kid)).toBe('named')
    const body = { organizationId: orgId, userIds: [user('leos')], friendlyName: 'Car pool' }
    await off(false)
    const { conversationSid: two } = (await call(CREATE, { as: user('parent'), body })).body
    await off(true)
    expect(await named(club, two, user('leos'))).toBe('chat_off')
  })

  it('cannot be renamed if the guarantee for the child ends concurrently', async () => {
    const { club, kid, conversationSid, leave } = await aGroup()
    await leave('parent2')
    const shut = () => update(stamp, sessions.upsert({ userId: club.user('parent') }, { set: { disabled: true } }))
    expect(await interleave('TransactWriteCommand', shut, () => named(club, conversationSid, kid))).toBe('chat_stopped')
    expect(await nameOf(conversationSid)).toBe('')
  })
})

it('a conversation stopped for a child continues from the day the child turns eighteen', async () => {
  const { club, conversationSid, leave, stopped } = await aGroup()
  for (const name of ['parent', 'parent2']) await leave(name)
  const [before, after] = ['2032-04-30T18:00:00Z', '2032-05-01T18:00:00Z']
  expect([await stopped(before), await stopped(after)]).toEqual(['chat_stopped', null])
  const said = async (now: string) => {
    const { status, refusal } = await sendMessage(conversationSid, club.user('trainer'), 'Happy birthday', { now })
    return status === 200 ? 'sent' : refusal.code
  }
  expect([await said(before), await said(after)]).toEqual(['chat_stopped', 'sent'])
  const settled = await conversations.get({ conversationSid }, { consistent: true })
  expect([settled?.stopped, settled?.restsOn]).toMatchObject([undefined, [{ does: 'adult' }, { does: 'adult' }]])
})
