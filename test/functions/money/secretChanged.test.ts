import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const now = '2026-11-21T18:00:00Z'
const keys = (connect: string) => ({ key: 'sk_test', publishable: 'pk_test', platform: `platform_${connect}`, connect })

/** Secrets Manager after the secret has changed: its current and its previous version. */
let stages: Record<string, string | undefined>
beforeEach(() => {
  stages = { AWSCURRENT: 'whsec_first' }
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('fetch', async (_url: URL, { body }: { body: string }) => {
    const connect = stages[(JSON.parse(body) as { VersionStage: string }).VersionStage]
    if (connect === undefined) return Response.json({ __type: 'ResourceNotFoundException' }, { status: 400 })
    return Response.json({ VersionId: 'aaaaaaaa-0000', SecretString: JSON.stringify(keys(connect)) })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The receiver of Stripe's events in a freshly started function: whether it accepts an event signed with this secret. */
async function started() {
  vi.resetModules()
  const { stripeEvents } = await import('#functions/webhooks/stripe.ts')
  const { verify } = stripeEvents('connect')
  return async (secret: string): Promise<boolean> => {
    const text = JSON.stringify({ id: 'evt_1', type: 'x', account: 'acct_1', data: { object: { id: 'pi_1' } } })
    const t = Date.parse(now) / 1000
    const signature = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')
    const headers = { 'stripe-signature': `t=${t},v1=${signature}` }
    try {
      await verify({ bytes: Buffer.from(text), headers, now })
      return true
    } catch {
      return false
    }
  }
}

it('accepts event signatures made with the current or the previous Stripe secret, but no older one', async () => {
  const takes = await started()
  expect([await takes('whsec_first'), await takes('whsec_second')]).toEqual([true, false])
  stages = { AWSCURRENT: 'whsec_second', AWSPREVIOUS: 'whsec_first' }
  vi.advanceTimersByTime(11 * 60_000)
  expect([await takes('whsec_first'), await takes('whsec_second')]).toEqual([true, true])
  expect(await takes('platform_whsec_second')).toBe(false)
  stages = { AWSCURRENT: 'whsec_third', AWSPREVIOUS: 'whsec_second' }
  vi.advanceTimersByTime(11 * 60_000)
  expect([await takes('whsec_first'), await takes('whsec_second'), await takes('whsec_third')]).toEqual([
    false,
    true,
    true,
  ])
})
