import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { handler as changedHandler } from '#functions/developers/changedHandler.ts'
import { handler as deliverHandler } from '#functions/developers/deliverHandler.ts'
import { handler as dueHandler } from '#functions/developers/dueHandler.ts'
import { events } from '#functions/table/events.ts'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { all, update } from '#functions/table/table.ts'
import { deliveries, type Delivery, webhooks } from '#functions/table/webhooks.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { failingCall, interleave } from '../interleave.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { type ChangedItem, deliverTo } from '../workers.ts'
import { aWebhook, deliveryId, practice, secret, webhookId } from './exampleRequests.ts'
import { isSigned, type ReceivedDelivery } from './isSigned.ts'
import { mailsOf } from './mailsOf.ts'

const sqs = mockClient(SQSClient)
const taken: ReceivedDelivery[] = []
let answer = 200
async function take(request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  taken.push({ path: request.url ?? '', body, signature: String(request.headers['touchline-signature']) })
}
/** The endpoint of the club's own program, over real HTTP. */
const server = createServer(
  (request, response) =>
    void take(request).then(() => response.writeHead(answer, answer === 302 ? { location: '/other' } : {}).end('{}')),
)
const standing = process.env['WEBHOOKS_ADDRESS'] ?? ''
beforeAll(async () => {
  const { port } = new URL(standing)
  server.listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())
beforeEach(() => {
  taken.length = 0
  answer = 200
  sqs.reset()
  sqs.on(SendMessageCommand).resolves({})
  vi.stubEnv('SITE_URL', 'https://app.example')
})
afterEach(() => {
  sqs.reset()
  vi.unstubAllEnvs()
})

const now = '2026-11-21T18:00:00.000Z'
const idIn = (club: Club) => ({ organizationId: club.organizationId, webhookId, deliveryId })
const send = (club: Club, at = now) =>
  deliverTo(deliverHandler, { ...idIn(club), pk: '', sk: '' } as object as ChangedItem, at)
const deliveryIn = async (club: Club) => (await deliveries.get(idIn(club), { consistent: true })) as Delivery
const webhookIn = (club: Club) => webhooks.get(idIn(club), { consistent: true })
const admin = (club: Club) => ({ as: club.user('admin'), orgId: club.organizationId })
const ofOne = (club: Club) => ({ ...admin(club), webhookId })

describe('a webhook delivery', () => {
  it('is posted with ids only, signed, and recorded as delivered', async () => {
    const club = await aClub()
    await aWebhook(club)
    await send(club)
    const [came] = taken
    if (!came) throw new Error('No webhook arrived.')
    expect([came.path, JSON.parse(came.body)]).toEqual([
      '/webhooks/club',
      { id: 'c'.repeat(22), kind: 'event', verb: 'added', objectId: club.game.eventId, at: stamp.at },
    ])
    expect([isSigned(came, secret, now), isSigned(came, 'whsec_other', now)]).toEqual([true, false])
    expect(isSigned({ ...came, body: came.body.replace('added', 'removed') }, secret, now)).toBe(false)
    expect(await deliveryIn(club)).toMatchObject({ state: 'delivered', tries: 1, status: 200, lastAt: now })
    // Repeated messages are not sent again.
    await send(club)
    expect(taken).toHaveLength(1)
  })

  it('is sent once by concurrent workers', async () => {
    const club = await aClub()
    await aWebhook(club)
    await Promise.all([send(club), send(club), send(club)])
    expect(taken).toHaveLength(1)
  })

  it('is retried with growing delays and given up after a day; administrators are mailed once', async () => {
    const club = await aClub()
    await aWebhook(club)
    answer = 500
    const waits = [1, 5, 30, 120, 360, 1440]
    let at = Date.parse(now)
    for (const [i, minutes] of waits.entries()) {
      await send(club, new Date(at).toISOString())
      // A message that arrives twice, or was resent while it waited, does not count as an attempt.
      for (const early of [0, 20_000, 59_000]) await send(club, new Date(at + early).toISOString())
      const delivery = await deliveryIn(club)
      expect(delivery).toMatchObject({ state: 'waiting', tries: i + 1, status: 500 })
      // A minute after the queue should have delivered it: by then it counts as lost.
      expect(Date.parse(delivery.dueAt ?? '')).toBe(at + (minutes + 1) * 60_000)
      at += minutes * 60_000
    }
    const delays = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input.DelaySeconds)
    expect(delays).toEqual([60, 300])
    await send(club, new Date(at).toISOString())
    expect(await deliveryIn(club)).toMatchObject({ state: 'dead', tries: 7 })
    const { rows } = await mailsOf(club)
    expect(rows).toEqual([{ userId: club.user('admin'), news: 'failing' }])
  })

  it('is given up, and its administrators are told, also if another one fails at the same time', async () => {
    const club = await aClub()
    await aWebhook(club)
    await update(stamp, deliveries.change(idIn(club), { set: { tries: 6 } }))
    answer = 500
    const otherFails = () => update(stamp, webhooks.change(idIn(club), { set: { failingSince: now } }))
    // Its second transaction notes that it has failed.
    await interleave('TransactWriteCommand', otherFails, () => send(club), 2)
    expect([taken.length, (await deliveryIn(club)).state, (await mailsOf(club)).rows.length]).toEqual([1, 'dead', 1])
  })

  it('failing for three days turns the webhook off until an administrator turns it on', async () => {
    const club = await aClub()
    await aWebhook(club, { failingSince: '2026-11-18T18:00:00.000Z' })
    answer = 503
    await send(club)
    expect(await webhookIn(club)).toMatchObject({ state: 'off', offSince: now })
    expect((await mailsOf(club)).rows).toEqual([{ userId: club.user('admin'), news: 'off' }])
    answer = 200
    await send(club)
    expect([taken.length, (await deliveryIn(club)).why]).toEqual([1, 'off'])
    const again = await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test', ofOne(club))
    expect(again.status).toBe(412)
    const body = { url: practice, kinds: ['event' as const], on: true }
    const on = await call('PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}', { ...ofOne(club), body })
    expect(on.body).toMatchObject({ on: true, failingSince: null, offSince: null })
  })

  it('that succeeds clears the webhook’s failure', async () => {
    const club = await aClub()
    await aWebhook(club, { failingSince: '2026-11-21T10:00:00.000Z', told: true })
    await send(club)
    expect((await webhookIn(club))?.failingSince).toBeUndefined()
  })

  it('does not follow redirects', async () => {
    const club = await aClub()
    await aWebhook(club)
    answer = 302
    await send(club)
    expect([taken.map(({ path }) => path), (await deliveryIn(club)).why]).toEqual([['/webhooks/club'], 'redirected'])
  })

  it('is also signed with the previous secret for a day', async () => {
    const club = await aClub()
    await aWebhook(club)
    const rotated = await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret', ofOne(club))
    const { secret: other } = rotated.body
    expect(other).toMatch(/^whsec_[\w-]{43}$/)
    await send(club)
    expect([secret, other].map((each) => isSigned(taken[0] as ReceivedDelivery, each, now))).toEqual([true, true])
    const again = await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}', {
      ...ofOne(club),
      deliveryId,
    })
    expect(again.status).toBe(200)
    const later = '2026-11-22T18:00:00.000Z'
    await send(club, later)
    expect([secret, other].map((each) => isSigned(taken[1] as ReceivedDelivery, each, later))).toEqual([false, true])
    // No list contains it again.
    const list = await call('GET /rest-api/developers/club/{orgId}/webhooks', admin(club))
    expect(JSON.stringify(list.body)).not.toContain('whsec_')
  })

  it('is signed with a still valid secret, however many rotations have followed', async () => {
    const club = await aClub()
    await aWebhook(club)
    let last = ''
    for (let times = 0; times < 8; times++)
      last = (await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret', ofOne(club))).body.secret
    await send(club)
    expect([secret, last].map((each) => isSigned(taken[0] as ReceivedDelivery, each, now))).toEqual([true, true])
    // The current one, the previous one, and four older ones.
    expect(taken[0]?.signature.match(/v1=/g)).toHaveLength(6)
  })

  it('that is due and was lost is found by the sweep', async () => {
    const club = await aClub()
    await aWebhook(club)
    await dueHandler({ time: now })
    const sent = sqs.commandCalls(SendMessageCommand).map(({ args }) => JSON.parse(args[0].input.MessageBody ?? '{}'))
    expect(sent).toContainEqual(idIn(club))
  })

  it('that is due is queued even if another one fails, which is reported as an error', async () => {
    const [club, other] = [await aClub(), await aClub()]
    for (const each of [club, other]) await aWebhook(each)
    const isOf = (each: Club, { MessageBody = '' }: { MessageBody?: string }) =>
      MessageBody.includes(each.organizationId)
    sqs.on(SendMessageCommand).callsFake(async (input: { MessageBody?: string }) => {
      if (isOf(club, input)) throw new Error('on purpose')
      return {}
    })
    await expect(dueHandler({ time: now })).rejects.toThrow('could not be sent on')
    expect(sqs.commandCalls(SendMessageCommand).some(({ args }) => isOf(other, args[0].input))).toBe(true)
  })

  it('is postponed without counting an attempt when its club has reached the limit per minute', async () => {
    const [club, other] = [await aClub(), await aClub()]
    for (const each of [club, other]) await aWebhook(each)
    const day = now.slice(0, '2026-11-21T18:00'.length)
    const id = { day, who: `by-club-${club.organizationId}`, what: 'told' as const }
    await update(stamp, budgetsUsed.upsert(id, { set: { day, used: 300 } }))
    await send(club)
    await send(other)
    expect(taken).toHaveLength(1)
    const delivery = await deliveryIn(club)
    expect(delivery).toMatchObject({ state: 'waiting', tries: 0 })
    const [sent] = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input)
    const delay = sent?.DelaySeconds ?? 0
    expect([JSON.parse(sent?.MessageBody ?? '{}'), delay >= 60 && delay < 300]).toEqual([idIn(club), true])
    // The sweep for forgotten deliveries finds it a minute after that.
    expect(Date.parse(delivery.dueAt ?? '') - Date.parse(now)).toBe((delay + 60) * 1000)
    await send(club, new Date(Date.parse(now) + delay * 1000).toISOString())
    expect([taken.length, (await deliveryIn(club)).state]).toEqual([2, 'delivered'])
  })

  it('is completed wherever it is interrupted, and repeated only with the same id', async () => {
    const club = await aClub()
    const cuts = await killedAtEvery(async (dies) => {
      taken.length = 0
      await aWebhook(club)
      await dies(() => send(club))
      // A message left in the queue is delivered again; deliveries already tried wait until they are due.
      await send(club, '2026-11-21T18:05:00.000Z')
      await send(club, '2026-11-21T18:10:00.000Z')
      expect(await deliveryIn(club)).toMatchObject({ state: 'delivered' })
      expect([1, 2]).toContain(taken.length)
      expect(new Set(taken.map(({ body }) => JSON.parse(body).id))).toEqual(new Set(['c'.repeat(22)]))
    })
    expect(cuts).toBeGreaterThanOrEqual(3)
  })

  it('is recorded once, even after failures and repeated messages', async () => {
    const club = await aClub()
    await aWebhook(club, { kinds: ['event'] })
    const heard = {
      ...{ kind: 'Event', ...events.key(club.game), change: 'created' as const, at: now },
      told: { by: 'somebody', stamped: stamp.at, version: 9, changed: { name: {} } },
    }
    await failingCall('TransactWriteCommand', () => deliverTo(changedHandler, heard).catch(() => undefined))
    sqs.on(SendMessageCommand).rejectsOnce(new Error('on purpose')).resolves({})
    await deliverTo(changedHandler, heard).catch(() => undefined)
    await Promise.all([deliverTo(changedHandler, heard), deliverTo(changedHandler, heard)])
    // In addition to the existing one.
    expect(await all(deliveries.of(idIn(club)))).toHaveLength(2)
    const { body } = await call('GET /api/v1/organizations/{orgId}/changes', { ...admin(club), query: {} })
    expect(body.changes).toHaveLength(1)
    // The sweep finds what was not sent.
    sqs.reset()
    sqs.on(SendMessageCommand).resolves({})
    await dueHandler({ time: '2026-11-21T18:05:00Z' })
    const sent = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input.MessageBody ?? '')
    expect(sent.filter((each) => each.includes(club.organizationId))).toHaveLength(2)
  })

  it('is created from a change of the wanted kinds, once', async () => {
    const club = await aClub()
    await aWebhook(club, { kinds: ['fee'] })
    const event = { kind: 'Event', ...events.key(club.game), change: 'created' as const, at: now }
    const told = { by: 'somebody', stamped: stamp.at, version: 1, changed: { name: {} } }
    await deliverTo(changedHandler, { ...event, told })
    expect(await all(deliveries.of(idIn(club)))).toHaveLength(1)
    await aWebhook(club)
    const next = { ...event, told: { ...told, version: 2 } }
    await Promise.all([deliverTo(changedHandler, next), deliverTo(changedHandler, next)])
    const rows = await all<Delivery>(deliveries.of(idIn(club)))
    expect(rows.map(({ about, verb, state }) => [about, verb, state])).toEqual([
      [club.game.eventId, 'added', 'waiting'],
      [club.game.eventId, 'added', 'waiting'],
    ])
    expect(sqs.commandCalls(SendMessageCommand)).toHaveLength(1)
  })
})

describe('a club’s webhooks', () => {
  it('list their deliveries with results, and can be tested by hand', async () => {
    const club = await aClub()
    await aWebhook(club)
    const test = await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test', ofOne(club))
    await deliverTo(
      deliverHandler,
      { ...idIn(club), deliveryId: test.body.deliveryId, pk: '', sk: '' } as object as ChangedItem,
      now,
    )
    expect(JSON.parse(taken[0]?.body ?? '{}')).toMatchObject({ kind: 'test', objectId: club.organizationId })
    const { body } = await call('GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries', {
      ...ofOne(club),
      query: {},
    })
    expect(body.deliveries).toMatchObject([
      { kind: 'test', state: 'delivered', tries: 1, status: 200, lastAt: now },
      { kind: 'event', state: 'waiting', tries: 0, status: null, lastAt: null },
    ])
  })
})
