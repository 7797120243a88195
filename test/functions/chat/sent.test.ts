import { describe, expect, it } from 'vitest'
import { files } from '#functions/table/files.ts'
import { messages, placeOf } from '#functions/table/messages.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aChattingClub, deliverMessage, listFor, sendMessage, textsFor } from './chatting.ts'

const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
const LIST = 'GET /rest-api/chat/conversations/{conversationSid}/messages'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}'
const VOTE = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote'
const PIN = 'PUT /rest-api/chat/conversations/{conversationSid}/pinned'
const SEARCH = 'POST /rest-api/chat/conversations/{conversationSid}/search'
const REMOVE = 'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'

async function aFile({ organizationId }: Club, userId: string, name = 'Route.jpg') {
  const fileId = `${organizationId}.${newPart('f')}`
  const file = { fileId, userId, name, type: 'image/jpeg', size: 1200, state: 'kept' as const }
  await write(stamp, files.create({ ...file, until: '2026-11-22T18:00:00Z' }))
  return fileId
}
const messageSid = 'with-files-1'
type Sent = { as: string; conversationSid: string; files: string[]; text?: string; messageSid?: string }
const send = ({ as, conversationSid, text = '', ...more }: Sent) =>
  call(SEND, { as, conversationSid, body: { messageSid, text, ...more } })

describe('files of a message', () => {
  it('are kept with it, accessible to all members, and deleted with it', async () => {
    const club = await aChattingClub()
    const [parent, leos] = [club.user('parent'), club.user('leos')]
    const fileId = await aFile(club, parent)
    const sent = await send({ as: parent, conversationSid: club.chat, files: [fileId, fileId] })
    expect(sent.body.files).toMatchObject([{ fileId, name: 'Route.jpg', type: 'image/jpeg', size: 1200 }])
    await deliverMessage(club.chat, messageSid)
    expect((await listFor(leos))[0]?.lastMessage?.text).toBe('Route.jpg')
    const [seen] = (await call(LIST, { as: leos, conversationSid: club.chat, query: {} })).body.messages
    expect(seen?.files[0]?.url).toMatch(new RegExp(`^/files/${fileId.replaceAll('.', '\\.')}\\?`))
    // The URL stays the same for some minutes, so that a picture is not fetched again on each view.
    const later = await call(LIST, { as: leos, conversationSid: club.chat, query: {}, now: '2026-11-21T18:04:59Z' })
    expect(later.body.messages[0]?.files[0]?.url).toBe(seen?.files[0]?.url)
    expect(await files.get({ fileId })).toMatchObject({ about: `${club.chat} ${messageSid}` })
    const gone = await call(REMOVE, { as: parent, conversationSid: club.chat, messageSid })
    expect(gone.body).toMatchObject({ files: [], text: '', deletedAt: expect.any(String) })
    expect(await files.get({ fileId })).toBeUndefined()
  })

  it('are attached once when the message is sent again', async () => {
    const club = await aChattingClub()
    const fileId = await aFile(club, club.user('parent'))
    const again = { as: club.user('parent'), conversationSid: club.chat, files: [fileId] }
    const both = [await send(again), await send(again)]
    expect(both.map(({ status, body }) => [status, body.seq, body.files.length])).toEqual([
      [200, 1, 1],
      [200, 1, 1],
    ])
  })

  it('must be the sender’s own and unused, and a message without text needs a file', async () => {
    const club = await aChattingClub()
    const parent = club.user('parent')
    const others = await aFile(club, club.user('leos'))
    const used = await aFile(club, parent)
    await send({ as: parent, conversationSid: club.chat, files: [used], messageSid: 'first-one' })
    for (const odd of [others, used, `${club.organizationId}.${newPart('f')}`]) {
      const refused = await send({ as: parent, conversationSid: club.chat, files: [odd], messageSid: newPart('m') })
      expect(refused.refusal.code).toBe('file_missing')
    }
    const nothing = await send({ as: parent, conversationSid: club.chat, files: [], text: ' \u200b' })
    expect([nothing.status, nothing.refusal.faults?.[0]?.code]).toEqual([400, 'required'])
    expect(await textsFor(club.chat, parent)).toEqual([''])
  })
})

describe('a poll', () => {
  const ask = async (several: boolean) => {
    const club = await aChattingClub()
    const poll = { options: ['Saturday', 'Sunday'], several }
    const body = { messageSid: 'poll-number-1', text: 'When?', poll }
    await call(SEND, { as: club.user('trainer'), conversationSid: club.chat, body })
    const vote = (name: string, options: number[]) =>
      call(VOTE, { as: club.user(name), conversationSid: club.chat, messageSid: 'poll-number-1', body: { options } })
    return { club, vote }
  }

  it('takes one concurrent vote per member, which can be changed and withdrawn', async () => {
    const { club, vote } = await ask(false)
    await Promise.all([vote('parent', [0]), vote('leos', [0]), vote('trainer', [1])])
    await vote('leos', [1])
    const last = await vote('trainer', [])
    expect(last.body.poll).toEqual({
      several: false,
      options: [
        { text: 'Saturday', userIds: [club.user('parent')] },
        { text: 'Sunday', userIds: [club.user('leos')] },
      ],
    })
    for (const odd of [[0, 1], [2]]) expect((await vote('parent', odd)).status).toBe(400)
    expect((await vote('fan', [0])).status).toBe(403)
  })

  it('can allow several options, and other messages cannot be voted on', async () => {
    const { club, vote } = await ask(true)
    const both = await vote('parent', [1, 0, 1])
    expect(both.body.poll?.options.map(({ userIds }) => userIds.length)).toEqual([1, 1])
    const { messageSid: plain } = (await sendMessage(club.chat, club.user('parent'), 'No poll')).body
    const odd = { as: club.user('parent'), conversationSid: club.chat, messageSid: plain, body: { options: [0] } }
    expect((await call(VOTE, odd)).status).toBe(404)
  })
})

describe('a pinned message', () => {
  it('is shown at the top of a team’s conversation once its coach pins it, until it is deleted', async () => {
    const club = await aChattingClub()
    const { messageSid: sid } = (await sendMessage(club.chat, club.user('parent'), 'Meet at nine')).body
    const pin = (name: string, pinned: string | null) =>
      call(PIN, { as: club.user(name), conversationSid: club.chat, body: { messageSid: pinned } })
    const head = async (name: string) => {
      const { body } = await call(READ, { as: club.user(name), conversationSid: club.chat })
      return [body.pinned?.text, body.mayPin]
    }
    expect((await pin('parent', sid)).status).toBe(403)
    expect((await pin('trainer', 'nobody-wrote-it')).status).toBe(404)
    await pin('trainer', sid)
    expect([await head('leos'), await head('trainer')]).toEqual([
      ['Meet at nine', false],
      ['Meet at nine', true],
    ])
    await call(REMOVE, { as: club.user('parent'), conversationSid: club.chat, messageSid: sid })
    expect(await head('leos')).toEqual([undefined, false])
    expect((await pin('trainer', null)).status).toBe(200)
  })
})

describe('a search', () => {
  it('finds prefixes of words, ignoring accents, latest first', async () => {
    const club = await aChattingClub()
    for (const text of ['¿Quién maneja el sábado?', 'I drive on Saturday', 'Oranges'])
      await sendMessage(club.chat, club.user('parent'), text)
    const find = async (text: string, as = 'leos') =>
      (await call(SEARCH, { as: club.user(as), conversationSid: club.chat, body: { text } })).body.messages.map(
        (each) => each.text,
      )
    expect(await find('sa')).toEqual(['I drive on Saturday', '¿Quién maneja el sábado?'])
    expect(await find('SABADO quien')).toEqual(['¿Quién maneja el sábado?'])
    expect(await find('turday')).toEqual([])
    const refused = await call(SEARCH, { as: club.user('fan'), conversationSid: club.chat, body: { text: 'sa' } })
    expect(refused.status).toBe(403)
  })

  it('is paginated', async () => {
    const club = await aChattingClub()
    const rows = Array.from({ length: 35 }, (_, i) => ({
      conversationSid: club.chat,
      messageSid: `found-number-${i + 1}`,
      seq: i + 1,
      place: placeOf(i + 1),
      userId: club.user('parent'),
      text: `Goal ${i + 1}`,
      sentAt: stamp.at,
    }))
    await write(stamp, ...rows.map((row) => messages.create(row)))
    const find = (cursor?: string) =>
      call(SEARCH, {
        as: club.user('leos'),
        conversationSid: club.chat,
        body: { text: 'goal', ...(cursor && { cursor }) },
      })
    const first = (await find()).body
    expect([first.messages.length, first.messages.at(-1)?.seq, first.cursor]).toEqual([30, 6, '6'])
    const rest = (await find(first.cursor ?? '')).body
    expect([rest.messages.map(({ seq }) => seq), rest.cursor]).toEqual([[5, 4, 3, 2, 1], null])
    // There is nothing before the first one.
    expect((await find('1')).body).toEqual({ messages: [], cursor: null })
    const LIST = 'GET /rest-api/chat/conversations/{conversationSid}/messages'
    const asked = { as: club.user('leos'), conversationSid: club.chat, query: { cursor: '1' } }
    expect((await call(LIST, asked)).body).toEqual({ messages: [], cursor: null })
  })
})
