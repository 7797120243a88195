import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openapi } from '#scripts/openapi.ts'
import type { AnswerOf } from '#web/api.ts'
import ClubDevelopersScreen from '#web/developers/ClubDevelopersScreen.tsx'
import DevelopersScreen from '#web/developers/DevelopersScreen.tsx'
import TokensScreen from '#web/developers/TokensScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'

const server = standInServer()
type Token = AnswerOf<'GET /rest-api/developers/tokens'>['tokens'][number]
const display: Token = {
  tokenId: 'A'.repeat(20),
  name: 'Display',
  areas: ['calendar', 'fees'],
  madeAt: '2026-11-01T18:00:00Z',
  endsAt: '2027-01-30T18:00:00Z',
  usedOn: '2026-11-20',
  state: 'good',
  organizationId,
  organizationName: 'World Cup 2026',
}
const text = 'tlp_a_b_c'

it('creates a token, shows it once, and revokes one after confirmation', async () => {
  let tokens = [display]
  const made: unknown[] = []
  server.answers({
    'GET /rest-api/developers/tokens': () => ({ tokens, clubs: [{ id: organizationId, name: 'World Cup 2026' }] }),
    'POST /rest-api/developers/tokens/{orgId}': ({ body }) => {
      made.push(body)
      return { tokenId: 'B'.repeat(20), token: text, endsAt: display.endsAt }
    },
    'DELETE /rest-api/developers/tokens/{orgId}/{tokenId}': ({ params }) => {
      tokens = []
      return { tokenId: params['tokenId'] ?? '' }
    },
  })
  const { user } = showScreen(<TokensScreen />)
  const line = (await screen.findByText('Display · World Cup 2026')).closest('li')
  expect(line?.textContent).toContain('Calendar and Fees')
  expect(line?.textContent).toContain('Last used on 11/20/2026')
  await user.type(screen.getByRole('textbox', { name: 'Which program is it for?' }), 'Website')
  await user.click(screen.getByRole('checkbox', { name: 'Rosters' }))
  expect(screen.getByRole('combobox', { name: 'Expires after' })).toHaveProperty('value', '90')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your access token' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Token' }).value).toBe(text)
  expect(made).toEqual([
    { tokenId: expect.stringMatching(/^[0-9A-Z]{20}$/), name: 'Website', areas: ['calendar', 'rosters'], days: 90 },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain(text))
  expect(JSON.stringify(localStorage)).not.toContain(text)

  await user.click(screen.getByRole('button', { name: 'Revoke: Display' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Revoke “Display”?' }))
  await user.click(sure.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('No access tokens yet')).toBeDefined()
})

it('creates no token without permissions', async () => {
  server.answers({
    'GET /rest-api/developers/tokens': { tokens: [], clubs: [{ id: organizationId, name: 'World Cup 2026' }] },
  })
  const { user } = showScreen(<TokensScreen />)
  await user.type(await screen.findByRole('textbox', { name: 'Which program is it for?' }), 'Website')
  await user.click(screen.getByRole('checkbox', { name: 'Calendar' }))
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  expect((await screen.findAllByText('Please select one.')).length).toBeGreaterThan(0)
  expect(server.asked('POST /rest-api/developers/tokens/{orgId}')).toEqual([])
})

it('lists a club’s tokens to administrators, who can turn them off', async () => {
  let on = true
  const { organizationId: _, organizationName: __, ...token } = display
  server.answers({
    'GET /rest-api/developers/club/{orgId}': () => ({
      on,
      tokens: [{ ...token, state: 'expired', owner: { id: 'ana', name: 'Ana Okafor' } }],
    }),
    'PUT /rest-api/developers/club/{orgId}': ({ body }) => (({ on } = body as { on: boolean }), { on }),
    'GET /rest-api/developers/club/{orgId}/webhooks': { webhooks: [] },
  })
  const { user } = showScreen(<ClubDevelopersScreen />, {
    at: `/${organizationId}/developers`,
    path: '/:orgId/developers',
  })
  const line = await screen.findByText(/Display · Ana Okafor/)
  expect(line.textContent).toContain('Expired')
  await user.click(screen.getByRole('switch', { name: 'Allow members’ programs to read data' }))
  expect(await screen.findByText('Saved successfully')).toBeDefined()
  expect(server.asked('PUT /rest-api/developers/club/{orgId}')).toMatchObject([{ body: { on: false } }])
})

it('lists the calls a token can make, searches them, and shows an example', async () => {
  server.answers({ ['GET /openapi.json' as 'GET /api/v1/today']: JSON.parse(JSON.stringify(openapi())) as never })
  const { user } = showScreen(<DevelopersScreen />, { width: 'laptop' })
  expect(await screen.findByRole('heading', { name: 'Fees', level: 2 })).toBeDefined()
  expect(screen.queryByText('/rest-api/users/profile')).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search calls' }), 'month events')
  expect(await screen.findByText('1 call')).toBeDefined()
  const [route] = screen.getAllByText('/api/v1/teamEventsByMonth/{orgUnitId}')
  if (!route) throw new Error('The route is missing.')
  await user.click(route)
  const answer = await screen.findByRole('region', { name: 'Answer: GET /api/v1/teamEventsByMonth/{orgUnitId}' })
  expect(answer.textContent).toMatch(/^200 application\/json\n\{\n {2}events: \[\{/)
  expect(screen.getByText(/^Members of the club or team/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Copy as curl/ }))
  // The mock clipboard of user-event.
  const copied = await navigator.clipboard.readText()
  expect(copied).toBe(
    `curl '${window.location.origin}/api/v1/teamEventsByMonth/{orgUnitId}?start=…&end=…' \\\n  -H "Authorization: Bearer $TOKEN"`,
  )
  await user.clear(screen.getByRole('searchbox', { name: 'Search calls' }))
  await user.click(screen.getByRole('switch', { name: 'Include calls that tokens cannot make' }))
  expect(await screen.findByText('/rest-api/users/profile')).toBeDefined()
})

it('documents webhooks, their headers and the status for rate limits', async () => {
  server.answers({ ['GET /openapi.json' as 'GET /api/v1/today']: JSON.parse(JSON.stringify(openapi())) as never })
  const { user } = showScreen(<DevelopersScreen />, { width: 'laptop' })
  const told = await screen.findByRole('region', { name: 'What webhooks are sent' })
  for (const name of ['Touchline-Delivery', 'Touchline-Signature', '2XX'])
    expect(within(told).getByText(name)).toBeDefined()
  expect(told.textContent).toMatch(/POST application\/json\n\{\n {2}id: string\n {2}kind: .*"test"/)
  await user.type(screen.getByRole('searchbox', { name: 'Search calls' }), 'month events')
  const [route] = await screen.findAllByText('/api/v1/teamEventsByMonth/{orgUnitId}')
  if (!route) throw new Error('The route is missing.')
  await user.click(route)
  expect(await screen.findByText('429')).toBeDefined()
})

it('adds a webhook, shows its secret once, and lists its deliveries', async () => {
  const WEBHOOKS = 'GET /rest-api/developers/club/{orgId}/webhooks'
  const webhook: AnswerOf<typeof WEBHOOKS>['webhooks'][number] = {
    webhookId: 'W'.repeat(20),
    url: 'https://club.example/hook',
    kinds: ['event', 'fee'],
    on: false,
    madeAt: '2026-11-01T18:00:00Z',
    rotatedAt: '2026-11-01T18:00:00Z',
    failingSince: '2026-11-18T18:00:00Z',
    offSince: '2026-11-21T18:00:00Z',
  }
  const delivery = {
    deliveryId: `000000000-${'c'.repeat(22)}`,
    id: 'c'.repeat(22),
    kind: 'event' as const,
    verb: 'removed' as const,
    objectId: 'x',
    at: '2026-11-21T17:00:00Z',
    state: 'dead' as const,
    tries: 7,
    lastAt: '2026-11-21T17:00:00Z',
    status: 503,
    why: null,
  }
  let standing = [webhook]
  server.answers({
    'GET /rest-api/developers/club/{orgId}': { on: true, tokens: [] },
    [WEBHOOKS]: () => ({ webhooks: standing }),
    'POST /rest-api/developers/club/{orgId}/webhooks': ({ body }) => {
      const { webhookId } = body as { webhookId: string }
      return { webhookId, secret: 'whsec_once' }
    },
    'PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}': () => {
      standing = [{ ...webhook, on: true, failingSince: null, offSince: null }]
      return standing[0] ?? webhook
    },
    'GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries': { deliveries: [delivery], cursor: null },
    'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}': {
      deliveryId: delivery.deliveryId,
    },
  })
  const { user } = showScreen(<ClubDevelopersScreen />, {
    at: `/${organizationId}/developers`,
    path: '/:orgId/developers',
  })
  expect(await screen.findByText(/^No message has been delivered for three days,/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sent messages: club.example' }))
  const line = (await screen.findByText(/^Events · removed/)).closest('li')
  expect(line?.textContent).toContain('Given up')
  expect(line?.textContent).toContain('7 tries · response 503')
  expect(
    within(line as HTMLElement)
      .getByRole('button')
      .getAttribute('aria-disabled'),
  ).toBe('true')
  await user.click(screen.getByRole('switch', { name: 'Notify club.example of changes' }))
  await waitFor(() => expect(screen.queryByText(/^No message has been delivered/)).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Send again/ }))
  expect(await screen.findByText('It is being sent again.')).toBeDefined()

  const address = screen.getByRole('textbox', { name: 'Address' })
  await user.type(address, 'http://club.example')
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  expect((await screen.findAllByText('Please enter a web address that starts with https://')).length).toBeGreaterThan(0)
  await user.clear(address)
  await user.type(address, 'https://club.example/other')
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Webhook secret' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Secret' }).value).toBe('whsec_once')
  expect(server.asked('POST /rest-api/developers/club/{orgId}/webhooks')).toMatchObject([
    { body: { url: 'https://club.example/other', kinds: ['event'] } },
  ])
})
