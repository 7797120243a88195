import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { prefetchPage } from '#web/chunks.ts'
import { fillPath } from '#web/paths.ts'
import { nothingPending } from '#web/api/pendingRequests.ts'
import { screenList } from '#web/screens.ts'
import { standInServer } from './fakeServer.tsx'
import { waitForRender } from './waitForRender.ts'
import { open } from './shell-open.tsx'
import { organizationId as orgId, teamId } from './people.ts'

/**
 * Each screen declares its first read, which is requested before the app has loaded, or `first-reads.tsv` gives the reason
 * why not. For screens without one this checks which requests they make before rights are known: all with `npm run
 * test:long`, a sample with `npm test`.
 */
standInServer()
let over = Promise.withResolvers<void>()
afterEach(async () => {
  vi.unstubAllGlobals()
  // Test files share one page, including its counter of pending requests.
  cleanup()
  over.resolve()
  over = Promise.withResolvers()
  await waitFor(() => expect(nothingPending()).toBe(true))
})

const lines = readFileSync(join(import.meta.dirname, 'first-reads.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
const table = lines.map((line) => line.split('\t'))
const reasons = new Map(
  table.map(([screen = '', asks = '', why = '']) => [screen, { asks: asks.split(' ').filter(Boolean), why }]),
)
const without = screenList.filter(({ first, frame, redirect }) => !first && frame !== 'bare' && !redirect)

test('every screen has a first read or a reason for having none', () => {
  expect([...reasons.keys()]).toEqual(without.map(({ screen }) => screen).toSorted())
  expect([...reasons].filter(([, { why }]) => !why).map(([screen]) => screen)).toEqual([])
})

const of = (letter: string) => `${orgId}.${letter}0000000000a`
const example: Record<string, string> = {
  orgId,
  organizationId: orgId,
  id: orgId,
  unitId: teamId,
  orgUnitId: orgId,
  teamId,
  playerId: of('p'),
  agreementId: of('w'),
  eventId: `${teamId}.e0000000000a`,
  registrationId: `${teamId}.r0000000000a`,
  storageItemId: of('s'),
  folderId: of('s'),
  invitationId: of('i'),
  page: 'settings',
}
/** Requests of the frame on every screen, including the user's rights. */
const ofFrame = [
  '/api/v1/playersAndTeams',
  '/rest-api/users/profile',
  '/rest-api/chat/unread-count',
  '/rest-api/users/expiration-token',
  '/rest-api/users/token',
]
const patterns = routes
  .filter(({ key }) => key.startsWith('GET '))
  .map(({ key }) => ({
    path: key.slice(4),
    at: new RegExp(
      `^${key
        .slice(4)
        .replaceAll('.', '\\.')
        .replace(/\{\w+\}/g, '[^/]+')}$`,
    ),
  }))

const share = process.env['RUNS'] === undefined ? 8 : 1
test.each(without.filter((_, i) => i % share === 0))(
  '$screen makes no other requests before rights are known',
  { timeout: 30_000 },
  async (record) => {
    const params = Object.fromEntries(
      record.path
        .split('/')
        .filter((each) => each.startsWith(':'))
        .map((each) => each.replace(/^:|\?$/g, ''))
        .map((name) => [name, example[name] ?? 'any']),
    )
    const address = fillPath(record.path, params, {})
    await prefetchPage(address)
    const asked = new Set<string>()
    // No request is answered during this check.
    vi.stubGlobal('fetch', (to: string | Request) => {
      asked.add(new URL(typeof to === 'string' ? to : to.url, location.origin).pathname)
      return over.promise.then(() => Promise.reject(new TypeError('The test is over.')))
    })
    open(address)
    const reads = () => {
      const own = [...asked].filter((path) => !ofFrame.includes(path))
      return [...new Set(own.map((path) => patterns.find(({ at }) => at.test(path))?.path ?? path))].toSorted()
    }
    const expected = reasons.get(record.screen)?.asks ?? []
    await vi.waitFor(() => expect(document.querySelector('main')).not.toBeNull())
    await expect.poll(reads, { timeout: 10_000 }).toEqual(expected)
    // Catches requests that are made a moment later.
    await waitForRender()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(reads()).toEqual(expected)
  },
)
