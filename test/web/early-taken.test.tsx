import { unstable_serialize } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import type { Early } from '#web/early/earlyResponse.ts'
import { createPlan } from '#web/early/plan.ts'
import { startEarly } from '#web/early/start.ts'
import { screenAt } from '#web/paths.ts'
import { screenList } from '#web/screens.ts'
import { flags, staffRoles } from '#shared/permissions.ts'
import { standInServer } from './fakeServer.tsx'
import { open } from './shell-open.tsx'
import { head } from './register/family.ts'
import { adminOf, organizationId as orgId, profile, teamId, today } from './people.ts'
import { sample } from './sample.ts'

type Details = AnswerOf<'GET /rest-api/organization/details/{orgId}'>
/** What the script in the page's head requests must be what the screen itself reads, so that each early response is used. */
const server = standInServer()
const plan = createPlan(() => [])
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete window.touchlineEarly
  history.replaceState(null, '', '/')
})

const of = (letter: string) => `${orgId}.${letter}0000000000a`
const playerId = of('p')
const eventId = `${teamId}.e0000000000a`
const register = `/register/${teamId}.r0000000000a`
const addresses = [
  '/today',
  '/calendar?month=2026-02',
  `/${orgId}/calendar`,
  `/${orgId}/${teamId}/calendar?related=true&month=2026-12`,
  `/${orgId}/${teamId}/teams`,
  `/${orgId}/teams`,
  `/dashboard/player/${playerId}?o=${teamId}`,
  `/dashboard/player/${playerId}`,
  `/family/${playerId}?o=${teamId}`,
  `/calendar/event/${eventId}`,
  '/calendar/links',
  '/chat',
  '/academy',
  `/academy/storage/${orgId}/organization`,
  `/academy/storage/${orgId}/${teamId}/organization/${of('s')}`,
  `/academy/assignment/organization/${orgId}/player/${playerId}`,
  `/agreements/${of('w')}/proof/${playerId}?o=${teamId}`,
  '/access-tokens',
  '/email',
  `/email/${of('m')}`,
  '/payments',
  '/notices',
  '/my-data',
  '/recordings',
  `/recordings/${teamId}.z0000000000a`,
  '/organizations',
  `/join/${of('i')}`,
  '/user/edit/user-1',
  register,
  `${register}/player/${playerId}`,
  `${register}/org-unit/${teamId}`,
  `${register}/org-unit/${teamId}/player/${playerId}`,
  `/academy/storage/organization/${orgId}/player/${playerId}/${of('s')}`,
  '/agreements',
  `/academy/assignment/${orgId}/${teamId}/organization`,
  `/academy/task/todo/${of('s')}`,
  `/audit/${orgId}`,
  `/${orgId}/calendar/new`,
  `/${orgId}/${teamId}/calendar/deleted`,
  `/${orgId}/calendar/types`,
  `/calendar/event/${eventId}/edit`,
  `/${orgId}/${teamId}/calendar/import`,
  `/${orgId}/developers`,
  `/${orgId}/${teamId}/email`,
  `/email-team/${teamId}`,
  `/email-teams/${orgId}`,
  `/o/${teamId}/addPlayers`,
  `/o/${teamId}/exportPlayers`,
  `/o/${teamId}/inviteFamilies`,
  `/o/${orgId}/duplicates`,
  `/${orgId}/payments`,
  `/${orgId}/${teamId}/payments`,
  `/${orgId}/teams/paymentprocessors`,
  `/${orgId}/registrations`,
  `/${orgId}/${teamId}/registrations`,
  `/${orgId}/${teamId}/team-registration/${teamId}.r0000000000a`,
  `/${orgId}/event-registration/${of('r')}`,
  `/settings/${orgId}/administrators`,
  `/settings/${teamId}/settings`,
  `/links/${teamId}`,
  `/venues/${orgId}`,
  `/venues/${orgId}?o=${teamId}`,
  `/${orgId}/subscriptions/licenses`,
  `/${orgId}/first-steps`,
  `/createteam/${orgId}`,
  `/team/edit/${teamId}`,
  '/admin',
  '/admin/reports/stats',
  '/admin/reports/org-list',
  '/admin/reports/organization-subscriptions',
  `/admin/club/${orgId}`,
  '/admin/mail-delivery',
  '/admin/support',
  '/admin/support/user-2',
  '/admin/user/user-2',
]
/** A user with every right. */
const reader = adminOf([...flags], [{ id: teamId, name: 'U12 Falcons', permissions: [] }])
const organizations = reader.organizations.map((club) => ({ ...club, customRegistrationEnabled: true }))

test.each(addresses)('the early requests of %s are all used by its screen', { timeout: 30_000 }, async (address) => {
  server.answers({
    'GET /rest-api/users/profile': { ...profile(), roles: [...staffRoles] },
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': { ...reader, organizations },
    // The screen makes its further requests only for an open registration.
    'GET /rest-api/register/{registrationId}/open': head,
    // Its page of administrators is rendered once the club is known.
    'GET /rest-api/organization/details/{orgId}': () => sample('GET /rest-api/organization/details/{orgId}') as Details,
  })
  history.replaceState(null, '', address)
  const real = fetch
  // Early responses never arrive, so that the mock server answers the screen's own requests.
  const early = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', early)
  startEarly(plan, [], new Date())
  vi.stubGlobal('fetch', real)
  const asked = window.touchlineEarly ?? []
  const { record } = screenAt(location.pathname)
  expect(asked.length).toBe(address === '/today' ? 1 : 2 + (record.beside?.length ?? 0))
  // The cache keys of the components.
  const known = vi.spyOn(Map.prototype, 'set')
  open(address)
  await expect.poll(() => window.touchlineEarly?.map(({ read }) => read), { timeout: 15_000 }).toEqual([])
  const keys = new Set(known.mock.calls.map(([key]) => key))
  // A paged list has cache keys of its own and is rendered after its first page.
  const paged = [...keys].flatMap((key) => (typeof key === 'string' && key.startsWith('$inf$') ? [key] : []))
  const route = ([key]: Early['swrKey']) => JSON.stringify(key)
  const isKnown = (each: Early['swrKey']) =>
    keys.has(unstable_serialize(each)) || paged.some((key) => key.includes(route(each)))
  expect(asked.map((each) => each.swrKey).filter((each) => !isKnown(each))).toEqual([])
})

test('the addresses cover all screens that have a first read', () => {
  const named = new Set(addresses.map((address) => screenAt(new URL(address, 'http://a').pathname).screen))
  expect([...named].toSorted()).toEqual(screenList.flatMap(({ screen, first }) => (first ? [screen] : [])).toSorted())
})
