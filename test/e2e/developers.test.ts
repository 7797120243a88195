import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { accessibilityViolations, scrollsHorizontally } from './accessibility.ts'
import { allowConsoleErrors, isShown, laptop, newPage, signInAt } from './pages.ts'
import { get, origin, teamOf } from './people.ts'

allowConsoleErrors(/status of 40[13]/)

it('a coach creates an access token on a phone; a program reads with it, and gets 401 once it is revoked', async () => {
  const { orgId, teamId } = await teamOf('coach')
  // Signs in by password just now, so that creating a token does not ask for it again.
  const page = await newPage()
  await page.goto(`${origin}/login?redirectUri=${encodeURIComponent('/access-tokens')}`)
  await signInAt(page, accounts.coach.email)
  await page.getByLabel('Which program is it for?').fill('Display in the clubhouse')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
  expect(token).toMatch(/^tlp_/)
  expect(await scrollsHorizontally(page)).toBe(false)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const month = `/api/v1/teamEventsByMonth/${teamId}?start=2026-01-01&end=2027-12-31`
  const read = await get(month, { token })
  expect([read.status, Array.isArray(read.body?.['events'])]).toEqual([200, true])
  expect((await get(`/rest-api/fee/totals/${orgId}`, { token })).status).toBe(403)
  expect((await get(month, { token, method: 'DELETE' })).status).toBe(403)

  await page.getByRole('button', { name: 'Revoke: Display in the clubhouse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await isShown(page.getByText('Token revoked.'))
  expect((await get(month, { token })).status).toBe(401)
})

it('the developer documentation opens without signing in, on a laptop', async () => {
  const page = await newPage({ viewport: laptop })
  await page.goto(`${origin}/developers`)
  await page.getByText('/api/v1/teamEventsByMonth/{orgUnitId}').click()
  await isShown(page.getByRole('region', { name: /^Call:/ }))
  expect(await accessibilityViolations(page)).toEqual([])
  const document = await fetch(`${origin}/openapi.json`)
  expect(((await document.json()) as { openapi: string }).openapi).toBe('3.1.0')
})

type Taken = { path: string; signature: string; body: string }
it('a webhook receives a signed test delivery', async () => {
  const { orgId } = await teamOf('admin')
  const club = `/rest-api/developers/club/${orgId}`
  const send = (path: string, body: object, method = 'POST') =>
    get(path, { as: 'admin', method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const webhookId = 'J0URNEY0000000000000'
  const url = 'https://webhooks.touchline.example/journey'
  const made = await send(`${club}/webhooks`, { webhookId, url, kinds: ['team'] })
  const secret = String(made.body?.['secret'])
  expect((await send(`${club}/webhook/${webhookId}/test`, {})).status).toBe(200)
  const came = async () =>
    ((await (await fetch(`${origin}/_local/webhooks/`)).json()) as Taken[]).find(({ path }) => path === '/journey')
  await expect.poll(async () => (await came())?.body).toContain('"kind":"test"')
  const { body, signature } = (await came()) as Taken
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  expect(given).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
  const list = `${club}/webhook/${webhookId}/deliveries`
  const states = async () => (await get(list, { as: 'admin' })).body?.['deliveries'] as { state: string }[]
  await expect.poll(async () => (await states()).map(({ state }) => state)).toEqual(['delivered'])
  expect((await get(`${club}/webhook/${webhookId}`, { as: 'admin', method: 'DELETE' })).status).toBe(200)
})
