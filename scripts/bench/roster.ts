import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Organization } from '#functions/table/organizations.ts'
import type { PlayerRow } from '#shared/rules/playerRows.ts'
import { adminFlags } from '../demo/accounts.ts'
import { demoPart } from '../demo/ids.ts'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { withScreen } from './slowedScreen.ts'
import { stamp } from './stamp.ts'

const mega = 1024 * 1024
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** The heap of this process, without the local cloud's functions, which have their own. */
function heap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Surnames spread over the alphabet, as in a real club. */
const surnames =
  'Abreu Brandt Costa Diaz Evans Fischer Garcia Hughes Ito Jensen Khan Lopez Moore Novak Ortiz Perez Quinn Rossi Silva Tran Unger Vega Wood'.split(
    ' ',
  )

/** The cost of rosters, lists and tables of players, in a club and in one ten times as large. */
export async function rosterFigures(bench: Bench): Promise<Figure[]> {
  const { id: admin } = JSON.parse((await bench.get('/rest-api/users/profile', 'admin')).text) as { id: string }
  const smallClub = await club(bench, 'small', 1000, admin)
  const largeClub = await club(bench, 'large', 10_000, admin)
  return [
    {
      what: 'roster: a team of 25, with the access read',
      value: largeClub.roster.readUnits,
      unit: 'read units',
      atMost: 2,
    },
    { what: 'roster: first 50 of 10,000, with the access read', value: largeClub.page, unit: 'read units', atMost: 3 },
    {
      what: 'roster: a team, club ten times as large',
      value: largeClub.roster.readUnits / smallClub.roster.readUnits,
      unit: 'ratio',
      atMost: 1,
    },
    {
      what: 'roster: first 50, club ten times as large',
      value: largeClub.page / smallClub.page,
      unit: 'ratio',
      atMost: 1,
    },
    { what: 'import of 10,000: writing round trips for 25 rows', value: largeClub.trips, unit: 'trips', atMost: 3 },
    { what: 'import of 10,000: more memory', value: largeClub.memory, unit: 'MB', atMost: 64 },
    { what: 'import: longest wait for progress', value: largeClub.wait, unit: 'ms' },
    ...(await tableFigures(bench, largeClub.organizationId)),
    ...(await filterFigures(bench, largeClub.organizationId)),
  ]
}

async function club(bench: Bench, name: string, size: number, admin: string) {
  const { organizationAdministrators } = await import('#functions/table/administrators.ts')
  const { runPart } = await import('#functions/families/imports/runPart.ts')
  const { imports, importParts } = await import('#functions/table/imports.ts')
  const { seedClub } = await import('../demo/seed.ts')
  const { chunks } = await import('#functions/table/chunks.ts')
  const { write } = await import('#functions/table/table.ts')
  const organizationId = demoPart('o', `bench ${name}`)
  const sport = { name: 'Soccer', fieldLabel: 'Field' }
  const organization: Organization = { organizationId, name: `Bench ${name}`, sport, timezone: 'America/Chicago' }
  const teamId = `${organizationId}.${demoPart('t', 'team')}`
  const team = { teamId, name: 'Team', organizationName: organization.name, sport, isRosterVisible: true }
  const roster = Array.from({ length: 25 }, (_, i) => ({
    playerId: `${organizationId}.${demoPart('p', `roster ${i}`)}`,
    firstName: `Ada${i}`,
    lastName: 'Aalto',
  }))
  await seedClub(stamp, { organization, squads: [{ team, players: roster, events: [] }] })
  const person = { userId: admin, firstName: 'Bench', lastName: 'Admin' }
  await write(stamp, ...organizationAdministrators.appoint(organization, { ...person, flags: [...adminFlags] }))
  const rows = Array.from(
    { length: size },
    (_, i): PlayerRow => ({
      row: i + 2,
      firstName: `Nia${i % 100}`,
      lastName: `${surnames[i % surnames.length]}${String(i).padStart(5, '0')}`,
      bornOn: '2014-01-01',
      guardians: [{ name: 'Pat Diaz', email: `pat${i}@example.org` }],
    }),
  )
  const id = { orgUnitId: organizationId, importId: `bench${name}`.padEnd(16, '0') }
  const counts = { done: 0, part: 0, row: 0, steps: 0, added: 0, changed: 0, same: 0, kept: 0, turn: 0 }
  const parts = chunks(rows, 100)
  for (const [part, partPlayers] of parts.entries())
    await write(stamp, importParts.create({ ...id, part, rows: partPlayers, startedAt: stamp.at }))
  const newImport = { ...id, name, startedBy: admin, startedAt: stamp.at, rows: size, refused: [] }
  await write(stamp, imports.create({ ...newImport, ...counts, parts: parts.length, state: 'running' }))
  const heapBefore = heap()
  let [memory, waitMs] = [0, 0]
  for (;;) {
    const currentImport = await imports.get(id, { consistent: true })
    if (currentImport?.state !== 'running') break
    const startedAt = performance.now()
    const steps = await runPart(currentImport, stamp, false)
    waitMs = Math.max(waitMs, (performance.now() - startedAt) / steps)
    memory = Math.max(memory, (heap() - heapBefore) / mega)
  }
  const { steps = 0 } = (await imports.get(id, { consistent: true })) ?? {}
  await bench.get(`/api/v1/team/${teamId}`, 'admin')
  const teamCost = await bench.lastCost('GET /api/v1/team/{teamId}')
  await bench.get(`/rest-api/teams/players/${organizationId}`, 'admin')
  const page = await bench.lastCost('GET /rest-api/teams/players/{orgId}')
  return { organizationId, roster: teamCost, page: page.readUnits, trips: steps / (size / 25), memory, wait: waitMs }
}

/** All players as a table, compared with paging through their list. */
async function tableFigures(bench: Bench, organizationId: string): Promise<Figure[]> {
  const startedAt = performance.now()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
    const { text } = await bench.get(`/rest-api/teams/players/${organizationId}${query}`, 'admin')
    cursor = (JSON.parse(text) as { cursor: string | null }).cursor
  }
  const pagingMs = performance.now() - startedAt
  // The same columns as a page of the list.
  const columns = 'firstName,lastName,team,tags'
  const path = `/api/v1/playerReportByOrganization/${organizationId}`
  const { text, ms } = await bench.get(`${path}?columns=${columns}`, 'admin')
  const wholeRoster = await bench.get(path, 'admin')
  const lines = text.trim().split('\n').length - 1
  return [
    { what: 'CSV of 10,000 players: lines', value: lines, unit: 'lines', atLeast: 10_025 },
    { what: 'CSV of 10,000, share of walking the pages', value: ms / pagingMs, unit: 'ratio', atMost: 0.25 },
    { what: 'the same with birthdays, numbers and grown-ups', value: wholeRoster.ms / pagingMs, unit: 'ratio' },
    { what: 'CSV of 10,000: more memory', value: await tableMemory(organizationId), unit: 'MB', atMost: 48 },
  ]
}

/** The most additional memory while creating the whole table, checked every thousand lines. */
async function tableMemory(organizationId: string): Promise<number> {
  const { linesOf } = await import('#functions/teams/reportLines.ts')
  const { players } = await import('#functions/table/players.ts')
  const { usualColumns } = await import('#shared/rules/reportColumns.ts')
  const heapBefore = heap()
  let [highest, count] = [heapBefore, 0]
  const now = new Date().toISOString()
  for await (const lines of linesOf(players.everyone(organizationId), usualColumns, organizationId, now))
    if (lines.length > 0 && ++count % 10 === 0) highest = Math.max(highest, heap())
  return (highest - heapBefore) / mega
}

/** Typing into the filter of 10,000 players, with the CPU slowed down four times. */
const filterFigures = (bench: Bench, organizationId: string): Promise<Figure[]> =>
  withScreen(bench, { as: 'admin', path: `/${organizationId}/teams` }, async ({ page, slowest, slow: slowDown }) => {
    const box = page.getByRole('searchbox').first()
    await box.waitFor()
    await slowDown()
    await box.press('N')
    await page.getByText('Abreu00000').first().waitFor({ timeout: 60_000 })
    const { task } = await slowest()
    for (const letter of 'ia42 Abreu') {
      await box.press(letter === ' ' ? 'Space' : letter)
      await page.waitForTimeout(250)
    }
    const { reaction } = await slowest()
    const nodes = await page.locator('main *').count()
    return [
      { what: 'filter at 10,000: slowest letter at a quarter of the speed', value: reaction, unit: 'ms', atMost: 50 },
      { what: 'filter at 10,000: first index, longest task', value: task, unit: 'ms', atMost: 300 },
      { what: 'filter at 10,000: elements on the page', value: nodes, unit: 'nodes', atMost: 500 },
    ]
  })
