import { expect, it } from 'vitest'
import { addMembers } from '#functions/chat/membership.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'

/**
 * Many users write into few conversations concurrently over unreliable connections: a message or its response is lost, or it is
 * sent again while the first one is in progress. `npm test` sends a few; `RUNS=10000` sends that many messages: see testLong.ts.
 */
const { RUNS, SEED = '20261121' } = process.env
const size = RUNS
  ? { writers: 40, conversations: 10, messages: Math.min(Number(RUNS), 10_000) }
  : { writers: 4, conversations: 2, messages: 16 }

/** A seeded generator of numbers below one. */
function drawing(seed: number) {
  let at = seed % 2147483647 || 1
  return () => (at = (at * 48271) % 2147483647) / 2147483647
}

const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
const LIST = 'GET /rest-api/chat/conversations/{conversationSid}/messages'

it('concurrent messages over unreliable connections are stored once, in each sender’s order', async () => {
  const club = await aClub()
  const writers = Array.from({ length: size.writers }, (_, i) => club.user(`writer${i}`))
  for (const userId of writers) {
    const coach = { userId, firstName: 'Wil', lastName: 'Example', flags: ['chatEnabled' as const] }
    await write(stamp, ...teamAdministrators.appoint(club.falcons, coach))
  }
  const rooms = Array.from({ length: size.conversations }, () => `${club.organizationId}.${newPart('c')}`)
  const inRoom = (room: number) => writers.filter((_, i) => i % rooms.length === room)
  for (const [room, conversationSid] of rooms.entries()) {
    const people = inRoom(room).map((userId) => ({ userId, staff: true }))
    await addMembers(stamp, { conversationSid, type: 'group', friendlyName: `Room ${room}` }, people, {
      allowUnsafe: true,
    })
  }
  const each = Math.ceil(size.messages / writers.length)

  /** As a device does: sequentially, repeating each until it is answered. */
  async function writeAll(as: string, conversationSid: string, seed: number) {
    const draw = drawing(seed)
    for (let number = 0; number < each; number++) {
      const body = { messageSid: `${as}-${number}`, text: `${as} ${number}` }
      const send = () => call(SEND, { as, conversationSid, body })
      for (let isTold = false; !isTold; ) {
        const luck = draw()
        if (luck < 0.1) continue
        const [first] = await Promise.all([send(), ...(luck < 0.2 ? [send()] : [])])
        const isBusy = ['conflict', 'busy'].includes(first.refusal?.code)
        if (first.status !== 200 && !isBusy) throw new Error(`refused with ${first.status}`)
        isTold = first.status === 200 && luck > 0.3
      }
    }
  }
  await Promise.all(
    rooms.flatMap((sid, room) => inRoom(room).map((as, i) => writeAll(as, sid, Number(SEED) + room * 100 + i))),
  )

  for (const [room, conversationSid] of rooms.entries()) {
    const [reader = ''] = inRoom(room)
    const found: { seq: number; text: string }[] = []
    for (;;) {
      const query = { after: String(found.length) }
      const { messages } = (await call(LIST, { as: reader, conversationSid, query })).body
      if (messages.length === 0) break
      found.push(...messages.toSorted((a, b) => a.seq - b.seq))
    }
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, i) => i + 1))
    for (const as of inRoom(room))
      expect(found.flatMap(({ text }) => (text.startsWith(`${as} `) ? [text] : []))).toEqual(
        Array.from({ length: each }, (_, number) => `${as} ${number}`),
      )
    expect(found).toHaveLength(inRoom(room).length * each)
  }
})
