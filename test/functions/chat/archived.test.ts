import { describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { write } from '#functions/table/table.ts'
import { archiveTeam, unarchiveTeam } from '../archiving.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aChattingClub, createConversation, listFor, readOnlyReason, sendMessage, textsFor } from './chatting.ts'

const MESSAGE = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const TAKE_BACK = 'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const REACT = 'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}'
const PIN = 'PUT /rest-api/chat/conversations/{conversationSid}/pinned'
const OF_CLUB = 'GET /rest-api/chat-user/available-participants'
const OF_PLAYERS = 'GET /rest-api/chat-user/available-participants/players'

async function aTeamThatTalked() {
  const club = await aChattingClub()
  const { chat, user, falcons } = club
  const { messageSid } = (await sendMessage(chat, user('parent'), 'See you next season')).body
  const turned = { team: falcons, events: [] }
  const away = () => archiveTeam({ ...turned, at: '2026-11-21T18:01:00.000Z' })
  const back = () => unarchiveTeam({ ...turned, at: '2026-11-21T18:03:00.000Z' })
  return { ...club, messageSid, away, back }
}

describe('the chat of an archived team', () => {
  it('can be read by its members, and accepts no messages until the team is restored', async () => {
    const { chat, user, messageSid, away, back } = await aTeamThatTalked()
    const about = { as: user('trainer'), conversationSid: chat }
    const own = { as: user('parent'), conversationSid: chat, messageSid, now: '2026-11-21T18:02:00Z' }
    await away()
    const tries = [
      await sendMessage(chat, user('trainer'), 'Hello?'),
      await call(MESSAGE, { ...own, body: { text: 'See you' } }),
      await call(REACT, { ...about, messageSid, reaction: 'like' }),
      await call(PIN, { ...about, body: { messageSid } }),
    ]
    expect(tries.map(({ status, refusal }) => [status, refusal?.code])).toEqual(tries.map(() => [412, 'chat_archived']))
    for (const name of ['parent', 'leos', 'trainer']) {
      expect(await textsFor(chat, user(name))).toEqual(['See you next season'])
      expect(await readOnlyReason(chat, user(name))).toBe('chat_archived')
    }
    expect((await listFor(user('parent'))).map(({ conversationSid }) => conversationSid)).toEqual([chat])
    await back()
    expect(await readOnlyReason(chat, user('parent'))).toBeNull()
    expect((await sendMessage(chat, user('trainer'), 'We play again')).status).toBe(200)
  })

  it('allows deleting a message that was just written', async () => {
    const { chat, user, messageSid, away } = await aTeamThatTalked()
    await away()
    const own = { as: user('parent'), conversationSid: chat, messageSid, now: '2026-11-21T18:02:00Z' }
    expect((await call(TAKE_BACK, own)).status).toBe(200)
    expect(await textsFor(chat, user('leos'))).toEqual([''])
  })

  it('does not prevent its members from writing to each other directly', async () => {
    const club = await aTeamThatTalked()
    await club.away()
    const { conversationSid } = (await createConversation(club, club.user('trainer'), { playerId: club.mia.playerId }))
      .body
    expect((await sendMessage(conversationSid, club.user('trainer'), 'Well played')).status).toBe(200)
  })

  it('can be opened for reading even if it was never opened before', async () => {
    const { otters, user, ...club } = await aTeamThatTalked()
    await archiveTeam({ team: otters, events: [], at: '2026-11-21T18:01:00.000Z' })
    const open = () => call('POST /rest-api/chat/teams/{teamId}', { as: user('admin'), teamId: otters.teamId })
    const { conversationSid } = (await open()).body
    expect(conversationSid).not.toBe(club.chat)
    expect((await sendMessage(conversationSid, user('admin'), 'Anybody?')).refusal.code).toBe('chat_archived')
  })
})

it('offers its people no longer to its coach, or only with the other teams they share', async () => {
  const club = await aTeamThatTalked()
  const { organizationId, falcons, otters, user, mia } = club
  const offered = async () => {
    const { body } = await call(OF_CLUB, { as: user('trainer'), query: { organizationId } })
    return body.data.chatParticipants.map(({ name, teams }) => [name.split(' ')[0], teams])
  }
  const familyOf = async () => {
    const { body } = await call(OF_PLAYERS, { as: user('trainer'), query: { playerIds: mia.playerId } })
    return body.data.chatParticipants.map(({ name, teams }) => [name.split(' ')[0], teams])
  }
  expect((await offered()).map(([name]) => name)).toEqual(['admin', 'Lea', 'Paula', 'Peter'])
  expect(await familyOf()).toEqual([
    ['Paula', [falcons.name]],
    ['Peter', [falcons.name]],
  ])
  await club.away()
  expect(await offered()).toEqual([])
  const coach = { userId: user('trainer'), firstName: 'Carmen', lastName: 'Coach', flags: ['chatEnabled' as const] }
  await write(stamp, ...teamAdministrators.appoint(otters, coach))
  expect((await offered()).map(([name]) => name)).toEqual(['admin'])
  expect(await familyOf()).toEqual([
    ['Paula', []],
    ['Peter', []],
  ])
})
