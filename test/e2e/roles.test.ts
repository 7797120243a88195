import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { tablesOfAreas } from '../tsv.ts'
import { laptop, mayComplain, signedIn } from './pages.ts'
import { claimsOf, get, startUtc, teamOf, tokensOf } from './people.ts'
import { countRequests, goTo } from './walking.ts'

/**
 * `test/web/<area>/roles.tsv`, written by hand from the specification's rights: what each account gets at each screen that is not the same
 * for everybody. `shown`; `refused` by Forbidden, in place or by being led there; `said`: refused in the screen's own words;
 * `elsewhere`: led to what is there for them. The whole table in the long run; in the short one every other address for an account that
 * does not see it, and of those between every third for one that does: the walk opens each screen for somebody who does.
 */
mayComplain(/status of 40[34]/)
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
/** What the addresses name: the coach's club and team, another team of it, and a player of the parent who is on the coach's. */
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
/** What somebody is given at an address; on a busy machine that they are led on from there comes a little later than the screen. */
async function givenAt(page: Page, path: string, expected: string): Promise<string> {
  await goTo(page, path)
  await vi
    .waitUntil(async () => (await standsAt(page, path)) === expected, { timeout: 5000, interval: 200 })
    .catch(() => {})
  return standsAt(page, path)
}

async function standsAt(page: Page, path: string): Promise<string> {
  const at = new URL(page.url())
  // Led there, where its heading may be still to come.
  if (at.pathname === '/forbidden') return 'refused'
  if (await page.getByRole('heading', { name: 'Forbidden', exact: true }).count()) return 'refused'
  if (at.pathname !== path.split('?')[0]) return 'elsewhere'
  const state = page.locator('[role=dialog] h2, main h2, [role=dialog] p, main p').filter({ hasText: ownWords })
  return (await state.count()) > 0 ? 'said' : 'shown'
}

describe('the rights table, in the browser', () => {
  it.each(accounts)('is what %s meets', async (account) => {
    const ids = await named()
    const page = await signedIn(account as AccountName, { viewport: laptop })
    countRequests(page)
    const met: Cell[] = []
    const mine = asked.filter((cell) => cell.account === account)
    for (const cell of mine) {
      const path = cell.address.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
      met.push({ ...cell, expected: await givenAt(page, path, cell.expected) })
    }
    expect(met).toEqual(mine)
  })
})
