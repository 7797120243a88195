import { expect, it } from 'vitest'
import { unseal } from '#functions/secrets/sealed.ts'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { update } from '#functions/table/table.ts'
import { webhooks, webhookSecrets } from '#functions/table/webhooks.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { aToken, practice, tokenId } from './exampleRequests.ts'
import { byToken } from './requestByToken.ts'

const overview = ({ organizationId }: Club) => `/api/v1/orgOverview/${organizationId}`

it('a token is limited to a number of calls per day', async () => {
  const club = await aClub()
  const token = await aToken(club, club.user('admin'))
  const day = '2026-11-21'
  const id = { day, who: `by-token-${club.organizationId}.${tokenId}`, what: 'call' as const }
  await update(stamp, budgetsUsed.upsert(id, { set: { day, used: 10_000 - 1 } }))
  const both = await Promise.all([byToken(overview(club), { token }), byToken(overview(club), { token })])
  expect(both.filter(({ answer }) => answer['code'] === 'out_of_budget')).toHaveLength(1)
  // Six hours of that day are left.
  const over = await byToken(overview(club), { token })
  expect([over.status, over.headers['retry-after']]).toEqual([429, '21600'])
  expect((await byToken(overview(club), { token, now: '2026-11-22T00:00:00Z' })).status).toBe(200)
})

it('tokens of a club share a limit per minute, separate from other clubs', async () => {
  const [club, other] = [await aClub(), await aClub()]
  const one = await aToken(club, club.user('admin'), { id: 'A'.repeat(20) })
  const two = await aToken(club, club.user('coach'), { id: 'B'.repeat(20) })
  const theirs = await aToken(other, other.user('admin'))
  const day = '2026-11-21T18:00'
  const id = { day, who: `by-club-${club.organizationId}`, what: 'burst' as const }
  await update(stamp, budgetsUsed.upsert(id, { set: { day, used: 300 - 1 } }))
  const now = '2026-11-21T18:00:20Z'
  const both = await Promise.all([one, two].map((token) => byToken(overview(club), { token, now })))
  const over = both.filter(({ status }) => status === 429)
  expect(over.map(({ headers }) => headers['retry-after'])).toEqual(['40'])
  expect((await byToken(overview(other), { token: theirs, now })).status).toBe(200)
  const later = { now: '2026-11-21T18:01:00Z' }
  for (const token of [one, two]) expect((await byToken(overview(club), { token, ...later })).status).toBe(200)
})

const used = async (club: Club, what: 'call' | 'burst', day: string) => {
  const who = what === 'call' ? `by-token-${club.organizationId}.${tokenId}` : `by-club-${club.organizationId}`
  return (await budgetsUsed.get({ day, who, what }, { consistent: true }))?.used ?? 0
}
const [day, minute] = ['2026-11-21', '2026-11-21T18:00']

it('a call counts for both the day and the minute, or for neither', async () => {
  const club = await aClub()
  const token = await aToken(club, club.user('admin'))
  expect((await byToken(overview(club), { token })).status).toBe(200)
  expect([await used(club, 'call', day), await used(club, 'burst', minute)]).toEqual([1, 1])

  const ofDay = { day, who: `by-token-${club.organizationId}.${tokenId}`, what: 'call' as const }
  await update(stamp, budgetsUsed.upsert(ofDay, { set: { day, used: 10_000 } }))
  for (let i = 0; i < 3; i++) expect((await byToken(overview(club), { token })).status).toBe(429)
  expect(await used(club, 'burst', minute)).toBe(1)

  await update(stamp, budgetsUsed.upsert(ofDay, { set: { day, used: 1 } }))
  const ofMinute = { day: minute, who: `by-club-${club.organizationId}`, what: 'burst' as const }
  await update(stamp, budgetsUsed.upsert(ofMinute, { set: { day: minute, used: 300 } }))
  const over = await byToken(overview(club), { token })
  expect([over.status, over.headers['retry-after']]).toEqual([429, '60'])
  expect(await used(club, 'call', day)).toBe(1)
})

it('rejected calls count too', async () => {
  const club = await aClub()
  const token = await aToken(club, club.user('admin'), { areas: ['calendar'] })
  const asked = [
    await byToken('/api/v1/nothing', { token }),
    await byToken(overview(club), { token, method: 'POST' }),
    await byToken(`/rest-api/fee/totals/${club.organizationId}`, { token }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([404, 403, 403])
  expect([await used(club, 'call', day), await used(club, 'burst', minute)]).toEqual([3, 3])
})

it('saving a webhook again replaces its address and secret, and turns it on', async () => {
  const club = await aClub()
  const { organizationId, organizationId: orgId } = club
  const as = club.user('admin')
  const named = (url: string) =>
    call('POST /rest-api/developers/club/{orgId}/webhooks', {
      as,
      orgId,
      body: { webhookId: 'N'.repeat(20), url, kinds: ['event'] },
    })
  const id = { organizationId, webhookId: 'N'.repeat(20) }
  expect((await named('https://webhooks.touchline.example/one')).status).toBe(200)
  const urls = ['two', 'three'].map((each) => `https://webhooks.touchline.example/${each}`)
  const both = await Promise.all(urls.map(named))
  const told = both.flatMap(({ status, body }, i) => (status === 200 ? [[urls[i], body.secret]] : []))
  expect(told.length).toBeGreaterThanOrEqual(1)
  for (const each of both.filter(({ status }) => status !== 200)) expect(each.refusal.code).toBe('conflict')
  const stands = async () => {
    const kept = await webhookSecrets.get(id, { consistent: true })
    const secret = kept && (await unseal(webhookSecrets.key(id), kept.current))
    return [(await webhooks.get(id, { consistent: true }))?.url, secret]
  }
  expect(told).toContainEqual(await stands())

  // Turned off automatically meanwhile: saving it again turns it back on.
  const off = { state: 'off', failingSince: stamp.at, offSince: stamp.at, told: true } as const
  await update(stamp, webhooks.change(id, { set: off }))
  expect((await named('https://webhooks.touchline.example/four')).status).toBe(200)
  const list = await call('GET /rest-api/developers/club/{orgId}/webhooks', { as, orgId })
  expect(list.body.webhooks).toMatchObject([
    { url: 'https://webhooks.touchline.example/four', on: true, failingSince: null, offSince: null },
  ])
})

const admin = (club: Club) => ({ as: club.user('admin'), orgId: club.organizationId })

it('a club has at most five webhooks, also with concurrent requests', async () => {
  const club = await aClub()
  const make = (i: number, path = `/${i}`) =>
    call('POST /rest-api/developers/club/{orgId}/webhooks', {
      ...admin(club),
      body: { webhookId: String(i).padStart(20, '0'), url: practice + path, kinds: ['event'] },
    })
  await make(0)
  const made = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => make(i)))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(made.find(({ status }) => status !== 200)?.refusal.faults?.[0]).toMatchObject({ code: 'too_many', limit: 5 })
  const list = await call('GET /rest-api/developers/club/{orgId}/webhooks', admin(club))
  expect(list.body.webhooks).toHaveLength(5)
  // Repeated, as after a lost response: the same one with a new secret.
  const again = await make(0)
  expect([again.status, again.body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
  // With a correction made before it was repeated.
  await make(0, '/other')
  const urls = (await call('GET /rest-api/developers/club/{orgId}/webhooks', admin(club))).body.webhooks
  expect(urls.map(({ url }) => url)).toContain(`${practice}/other`)
  expect(urls.map(({ url }) => url)).not.toContain(`${practice}/0`)
  const gone = { ...admin(club), webhookId: '0'.repeat(20) }
  await call('DELETE /rest-api/developers/club/{orgId}/webhook/{webhookId}', gone)
  expect((await make(7)).status).toBe(200)
})
