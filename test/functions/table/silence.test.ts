// apart: the table is asked through a line of its own
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { requests } from '#functions/table/requests.ts'
import { profiles } from '#functions/table/profiles.ts'
import { walkthroughs } from '#functions/table/walkthroughs.ts'
import { update, write } from '#functions/table/table.ts'
import { aClub, newPart, stamp } from '../club.ts'

/**
 * What becomes of a call: nothing at all, or it is done but its reply is lost whole, or from its middle on; or it is told
 * that its first try is still under way.
 */
type Silence = 'unheard' | 'no reply' | 'half a reply' | 'under way'

/** What becomes of the next calls; those after them are done and answered. */
let silences: Silence[] = []
/** The operations that were asked for, in order. */
const asked: string[] = []

/** Stands before DynamoDB Local and keeps its connections open, whatever it keeps to itself. */
const line = createServer((request, response) => void pass(request, response))
async function pass(request: IncomingMessage, response: ServerResponse) {
  asked.push(String(request.headers['x-amz-target']).split('.')[1] ?? '')
  const silence = silences.shift()
  const body = await buffer(request)
  if (silence === 'unheard') return
  const { method, headers } = request
  const forwarded = httpRequest(dynamodb, { method, headers }).end(body)
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
  const reply = await buffer(answer)
  if (silence === 'no reply') return
  if (silence === 'under way') return void response.writeHead(400).end(underWay)
  response.writeHead(answer.statusCode ?? 500, answer.headers)
  if (silence) response.write(reply.subarray(0, reply.length / 2))
  else response.end(reply)
}

const underWay = JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#TransactionInProgressException' })

let dynamodb = ''
beforeAll(async () => {
  dynamodb = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? ''
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening))
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
})
afterAll(() => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb
  line.closeAllConnections()
  line.close()
})
beforeEach(() => {
  silences = []
})

const userId = newPart('u')
const profile = { userId, email: 'a@demo.touchline.test', firstName: 'Ana', lastName: 'Moreno' }
/** Falls silent with the next calls, and gives how long the work took meanwhile, in milliseconds. */
async function during(next: Silence[], work: () => Promise<unknown>) {
  silences = next
  asked.length = 0
  const start = performance.now()
  await work()
  return performance.now() - start
}

describe('a connection that has gone silent', () => {
  it.each<Silence>(['unheard', 'no reply', 'half a reply'])('does not keep a person waiting: %s', async (silence) => {
    await write(stamp, profiles.create({ ...profile, userId: `${userId}-${silence}` }))
    const took = await during([silence], async () =>
      expect(await profiles.get({ userId: `${userId}-${silence}` })).toMatchObject({ firstName: 'Ana' }),
    )
    expect(asked).toEqual(['GetItem', 'GetItem'])
    expect(took).toBeLessThan(4000)
  })

  it('may come twice in a row', async () => {
    await write(stamp, profiles.create(profile))
    const took = await during(['unheard', 'unheard'], () => profiles.get({ userId }))
    expect(took).toBeLessThan(7000)
  })
})

describe('a write whose reply was lost', () => {
  it('is counted once', async () => {
    const id = { userId, name: 'coachNav' } as const
    await during(['no reply', 'no reply'], () => write(stamp, walkthroughs.upsert(id, { add: { closeCount: 1 } })))
    expect(asked).toHaveLength(3)
    expect(await walkthroughs.get(id, { consistent: true })).toMatchObject({ closeCount: 1 })
  })

  it('is counted once also when its first try is still under way', async () => {
    const id = { userId, name: 'coachTeam' } as const
    const close = walkthroughs.upsert(id, { add: { closeCount: 1 } })
    await during(['no reply', 'under way', 'under way'], () => write(stamp, close))
    expect(asked).toHaveLength(4)
    expect(await walkthroughs.get(id, { consistent: true })).toMatchObject({ closeCount: 1 })
  })

  it('does not meet itself where it makes or takes away', async () => {
    const names = { name: 'Ana Moreno', email: profile.email, askedBy: newPart('u'), sentId: newPart('s') }
    const request = { userId, requestId: `${newPart('a')}.1.x`, ...names, askedAt: '2026-11-21T18:00:00Z' }
    await during(['no reply'], () => write(stamp, requests.create(request)))
    await during(['no reply'], () => write(stamp, requests.remove(request)))
    expect(asked).toEqual(['TransactWriteItems', 'TransactWriteItems'])
    expect(await requests.get(request, { consistent: true })).toBeUndefined()
  })

  it('knows itself again when it was an answer upon another one', async () => {
    const { invite, mia } = await aClub()
    const inviteId = invite(mia)
    const { answerId: upon } = (await invites.get({ inviteId }, { consistent: true })) ?? {}
    const answer = { inviteId, status: 'Accepted', note: 'late', name: 'own', upon } as const
    await during(['no reply'], async () =>
      expect((await invites.answer(stamp, answer)).invite).toMatchObject({ status: 'Accepted', answerName: 'own' }),
    )
    expect(asked).toEqual(['UpdateItem', 'UpdateItem', 'GetItem'])
  })

  it('changes what is there to the same again', async () => {
    const id = { userId: newPart('u') }
    await write(stamp, profiles.create({ ...profile, ...id }))
    await during(['half a reply'], () =>
      update(stamp, profiles.change(id, { set: { avatarAt: '2026-11-21T18:00:00Z' } })),
    )
    expect(asked).toEqual(['UpdateItem', 'UpdateItem'])
    expect(await profiles.get(id, { consistent: true })).toMatchObject({ avatarAt: '2026-11-21T18:00:00Z' })
  })
})
