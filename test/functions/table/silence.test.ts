// apart: the table is called through a proxy
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { requests } from '#functions/table/requests.ts'
import { profiles } from '#functions/table/profiles.ts'
import { walkthroughs } from '#functions/table/walkthroughs.ts'
import { update, write } from '#functions/table/table.ts'
import { aClub, newPart, stamp } from '../club.ts'

/**
 * What happens to a call: it is dropped; it is done, but all or half of its response is lost; or the response says that its first
 * attempt is still in progress.
 */
type Silence = 'unheard' | 'no reply' | 'half a reply' | 'under way'

/**
 * The calls affected are those that contain `name`. `asked` lists their operations in order; calls after the silences are
 * answered normally.
 */
type Watched = { name: string; silences: Silence[]; asked: string[] }
const watched: Watched[] = []

/** A proxy in front of DynamoDB Local that keeps connections open even if it withholds the response. */
const line = createServer((request, response) => void pass(request, response))
async function pass(request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request)
  const about = watched.findLast(({ name }) => body.includes(name))
  about?.asked.push(String(request.headers['x-amz-target']).split('.')[1] ?? '')
  const silence = about?.silences.shift()
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

const names = { email: 'a@demo.touchline.test', firstName: 'Ana', lastName: 'Moreno' }
/**
 * Withholds responses to the next calls that contain `name`. Returns those calls, and the duration of the work in milliseconds.
 */
async function during(name: string, silences: Silence[], work: () => Promise<unknown>) {
  const about: Watched = { name, silences, asked: [] }
  watched.push(about)
  const start = performance.now()
  await work()
  return { asked: about.asked, took: performance.now() - start }
}

// Run concurrently, as they spend their time waiting.
describe.concurrent('a connection without a response', () => {
  it.for<Silence>(['unheard', 'no reply', 'half a reply'])(
    'is abandoned and the read retried within four seconds: %s',
    async (silence, { expect }) => {
      const userId = newPart('u')
      await write(stamp, profiles.create({ ...names, userId }))
      const { asked, took } = await during(userId, [silence], async () =>
        expect(await profiles.get({ userId })).toMatchObject({ firstName: 'Ana' }),
      )
      expect(asked).toEqual(['GetItem', 'GetItem'])
      expect(took).toBeLessThan(4000)
    },
  )

  it('can fail twice in a row', async ({ expect }) => {
    const userId = newPart('u')
    await write(stamp, profiles.create({ ...names, userId }))
    const { took } = await during(userId, ['unheard', 'unheard'], () => profiles.get({ userId }))
    expect(took).toBeLessThan(7000)
  })
})

describe.concurrent('a write whose response was lost', () => {
  it('is applied once', async ({ expect }) => {
    const id = { userId: newPart('u'), name: 'coachNav' } as const
    const { asked } = await during(id.userId, ['no reply', 'no reply'], () =>
      write(stamp, walkthroughs.upsert(id, { add: { closeCount: 1 } })),
    )
    expect(asked).toHaveLength(3)
    expect(await walkthroughs.get(id, { consistent: true })).toMatchObject({ closeCount: 1 })
  })

  it('is applied once although its first attempt is still in progress', async ({ expect }) => {
    const id = { userId: newPart('u'), name: 'coachTeam' } as const
    const close = walkthroughs.upsert(id, { add: { closeCount: 1 } })
    const { asked } = await during(id.userId, ['no reply', 'under way', 'under way'], () => write(stamp, close))
    expect(asked).toHaveLength(4)
    expect(await walkthroughs.get(id, { consistent: true })).toMatchObject({ closeCount: 1 })
  })

  it('does not conflict with itself when it creates or deletes', async ({ expect }) => {
    const userId = newPart('u')
    const from = { name: 'Ana Moreno', email: names.email, askedBy: newPart('u'), sentId: newPart('s') }
    const request = { userId, requestId: `${newPart('a')}.1.x`, ...from, askedAt: '2026-11-21T18:00:00Z' }
    const made = await during(userId, ['no reply'], () => write(stamp, requests.create(request)))
    const taken = await during(userId, ['no reply'], () => write(stamp, requests.remove(request)))
    expect(made.asked).toEqual(['TransactWriteItems', 'TransactWriteItems'])
    expect(taken.asked).toEqual(['TransactWriteItems', 'TransactWriteItems'])
    expect(await requests.get(request, { consistent: true })).toBeUndefined()
  })

  it('recognizes itself when it is an answer on condition of an earlier one', async ({ expect }) => {
    const { organizationId, invite, mia } = await aClub()
    const inviteId = invite(mia)
    const { answerId: replaces } = (await invites.get({ inviteId }, { consistent: true })) ?? {}
    const answer = { inviteId, status: 'Accepted', note: 'late', name: 'own', replaces } as const
    const { asked } = await during(organizationId, ['no reply'], async () =>
      expect((await invites.answer(stamp, answer)).invite).toMatchObject({ status: 'Accepted', answerName: 'own' }),
    )
    expect(asked).toEqual(['UpdateItem', 'UpdateItem', 'GetItem'])
  })

  it('changes the item to the same values again', async ({ expect }) => {
    const userId = newPart('u')
    await write(stamp, profiles.create({ ...names, userId }))
    const { asked } = await during(userId, ['half a reply'], () =>
      update(stamp, profiles.change({ userId }, { set: { avatarAt: '2026-11-21T18:00:00Z' } })),
    )
    expect(asked).toEqual(['UpdateItem', 'UpdateItem'])
    expect(await profiles.get({ userId }, { consistent: true })).toMatchObject({ avatarAt: '2026-11-21T18:00:00Z' })
  })

  const [put, other] = ['2026-11-21T18:00:00Z', '2026-11-21T19:00:00Z']
  const first = (userId: string) =>
    profiles.change({ userId }, { set: { avatarAt: put }, when: [['avatarAt', 'not exists']] })

  it('whose condition it makes false itself succeeds without a conflict', async ({ expect }) => {
    const userId = newPart('u')
    await write(stamp, profiles.create({ ...names, userId }))
    const { asked } = await during(userId, ['no reply'], async () =>
      expect(await update(stamp, first(userId))).toMatchObject({ avatarAt: put, lastName: 'Moreno', version: 2 }),
    )
    expect(asked).toEqual(['UpdateItem', 'UpdateItem'])
    expect(await profiles.get({ userId }, { consistent: true })).toMatchObject({ avatarAt: put, version: 2 })
  })

  it.for([
    ['another user changed the item', { actor: 'somebody-else', at: stamp.at }, put],
    ['the same user changed it at another time', { ...stamp, at: '2026-11-21T18:00:01Z' }, put],
    ['the same user changed it to another value', stamp, other],
  ] as const)('is a conflict when it was not applied and %s', async ([, by, avatarAt], { expect }) => {
    const userId = newPart('u')
    await write(stamp, profiles.create({ ...names, userId }))
    await update(by, profiles.change({ userId }, { set: { avatarAt } }))
    await during(userId, ['unheard'], () =>
      expect(update(stamp, first(userId))).rejects.toMatchObject({ name: 'Problem', code: 'conflict' }),
    )
  })
})
