import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handler as deliverHandler } from '#functions/developers/deliverHandler.ts'
import { sqs } from '#functions/runtime/queues.ts'
import type { Clear } from '#functions/secrets/sealed.ts'
import { update } from '#functions/table/table.ts'
import { deliveries, webhookSecrets } from '#functions/table/webhooks.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { type ChangedItem, deliverTo } from '../workers.ts'
import { aWebhook, deliveryId, webhookId } from './exampleRequests.ts'
import { isSigned, type ReceivedDelivery } from './isSigned.ts'

const taken: ReceivedDelivery[] = []
const standing = process.env['WEBHOOKS_ADDRESS'] ?? ''
/** The club's own program, which accepts everything. */
const take = async (to: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
  taken.push({ path: to, body, signature: headers['touchline-signature'] ?? '' })
  return new Response('{}')
}
beforeEach(() => {
  taken.length = 0
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (...[to, init]: Parameters<typeof fetch>) =>
    typeof to === 'string' && to.startsWith(standing) ? take(to, init as never) : real(to, init),
  )
  // Stubs this client only: other files of the same process have mocks of theirs.
  Object.assign(sqs, { send: () => Promise.resolve({}) })
})
afterEach(() => vi.unstubAllGlobals())
afterAll(() => void Reflect.deleteProperty(sqs, 'send'))

const now = '2026-11-21T18:00:00.000Z'
const idIn = (club: Club) => ({ organizationId: club.organizationId, webhookId, deliveryId })
const send = (club: Club, at = now) =>
  deliverTo(deliverHandler, { ...idIn(club), pk: '', sk: '' } as object as ChangedItem, at)
const deliveryIn = (club: Club) => deliveries.get(idIn(club), { consistent: true })
const ofOne = (club: Club) => ({ as: club.user('admin'), orgId: club.organizationId, webhookId })

describe('a webhook’s secret', () => {
  it('stored in plain text before sealing still signs, and is sealed on rotation', async () => {
    const club = await aClub()
    await aWebhook(club)
    const inTheClear = 'whsec_before' as Clear
    await update(stamp, webhookSecrets.change(idIn(club), { set: { current: inTheClear } }))
    const { secret: other } = (
      await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret', ofOne(club))
    ).body
    await send(club)
    expect([inTheClear, other].map((each) => isSigned(taken[0] as ReceivedDelivery, each, now))).toEqual([true, true])
    const kept = await webhookSecrets.get(idIn(club), { consistent: true })
    expect([kept?.current, kept?.previous]).toEqual([
      expect.stringMatching(/^sealed:/),
      expect.stringMatching(/^sealed:/),
    ])
  })

  it('that cannot be decrypted stops deliveries with no_secret until it is rotated', async () => {
    const [club, other] = [await aClub(), await aClub()]
    await Promise.all([aWebhook(club), aWebhook(other)])
    const theirs = await webhookSecrets.get(idIn(other), { consistent: true })
    await update(stamp, webhookSecrets.change(idIn(club), { set: { current: theirs?.current } }))
    await send(club)
    expect(taken).toEqual([])
    expect(await deliveryIn(club)).toMatchObject({ state: 'waiting', tries: 1, why: 'no_secret' })
    const list = await call('GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries', {
      ...ofOne(club),
      query: {},
    })
    expect(list.body.deliveries).toMatchObject([{ why: 'no_secret' }])
    const rotated = await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret', ofOne(club))
    const soon = '2026-11-21T18:01:00.000Z'
    await send(club, soon)
    expect(isSigned(taken[0] as ReceivedDelivery, rotated.body.secret, soon)).toBe(true)
    expect(await deliveryIn(club)).toMatchObject({ state: 'delivered' })
  })
})
