import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { tablesOfAreas } from '../tsv.ts'
import { allowConsoleErrors, laptop, signedIn } from './pages.ts'
import { claimsOf, get, startUtc, teamOf, tokensOf } from './people.ts'
import { openPath, trackRequests } from './walking.ts'

/**
 * `test/web/<area>/roles.tsv`, written by hand from the specification's rights, states what each account gets at each screen
 * that differs by account: `shown`; `refused`, by Forbidden, in place or by a redirect; `said`, refused in the screen's own
 * words; `elsewhere`, redirected to another screen. The long run checks the whole table. The short one checks every other
 * address for an account that does not see it, and a third of the remaining ones for one that does, as `walk.test.ts` opens
 * each screen for such an account.
 */
allowConsoleErrors(/status of 40[34]/)
vi.setConfig({ testTimeout: 600_000 })

const {
  head: [, ...accounts],
  lines,
} = tablesOfAreas(import.meta.glob<string>('../web/*/roles.tsv', { eager: true, query: '?raw', import: 'default' }))
type Cell = { address: string; account: AccountName; expected: string }
const cells = lines.map(([address = '', ...expected]) =>
  accounts.map((account, i): Cell => ({ address, account: account as AccountName, expected: expected[i] ?? '' })),
)
const asked = cells.flatMap((line, i) => {
  if (process.env['RUNS']) return line
  const isSeen = i % 2 === 0
  const some = line.filter(({ expected }) => (expected === 'shown') === isSeen)
  if (isSeen && some.length > 0 && i % 6 > 0) return []
  const those = some.length > 0 ? some : line
  return those[i % those.length] ?? []
})

type Named = { id: string }
type Club = Named & { teams: Named[] }
/**
 * Fills in the addresses' parameters: the coach's club and team, another team of the club, and a player of the parent on the
 * coach's team.
 */
async function named(): Promise<Record<string, string>> {
  const { orgId, teamId } = await teamOf('coach')
  const clubs = (await get('/api/v1/playersAndTeams', { as: 'admin' })).body?.['organizations'] as Club[]
  const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
  const entries = body?.['todaysEvents'] as { player: Named; event: Named }[]
  const entry = entries.find(({ event }) => event.id.startsWith(teamId))
  return {
    orgId,
    teamId,
    otherTeamId: clubs.find(({ id }) => id === orgId)?.teams.find(({ id }) => id !== teamId)?.id ?? '',
    playerId: entry?.player.id ?? '',
    eventId: entry?.event.id ?? '',
    userId: String(claimsOf((await tokensOf('parent')).access)['sub']),
  }
}

const ownWords =
  /You do not have permission to view billing|You cannot manage registrations|You cannot view fees here|Only for people who can edit administrators|You are not allowed to write emails here/
/** Returns what the account gets at an address. On a busy machine a redirect may follow a little after the screen. */
async function givenAt(page: Page, path: string, expected: string): Promise<string> {
  await openPath(page, path)
  await vi
    .waitUntil(async () => (await standsAt(page, path)) === expected, { timeout: 5000, interval: 200 })
    .catch(() => {})
  return standsAt(page, path)
}

async function standsAt(page: Page, path: string): Promise<string> {
  const at = new URL(page.url())
  // Redirected there; the heading may not be rendered yet.
  if (at.pathname === '/forbidden') return 'refused'
  if (await page.getByRole('heading', { name: 'Forbidden', exact: true }).count()) return 'refused'
  if (at.pathname !== path.split('?')[0]) return 'elsewhere'
  const state = page.locator('[role=dialog] h2, main h2, [role=dialog] p, main p').filter({ hasText: ownWords })
  return (await state.count()) > 0 ? 'said' : 'shown'
}

describe('screens by role', () => {
  it.each(accounts)('%s sees exactly what the rights table states', async (account) => {
    const ids = await named()
    const page = await signedIn(account as AccountName, { viewport: laptop })
    trackRequests(page)
    const met: Cell[] = []
    const mine = asked.filter((cell) => cell.account === account)
    for (const cell of mine) {
      const path = cell.address.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
      met.push({ ...cell, expected: await givenAt(page, path, cell.expected) })
    }
    expect(met).toEqual(mine)
  })
})
