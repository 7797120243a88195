import { gzipSync } from 'node:zlib'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Organization } from '#functions/table/organizations.ts'
import { launch } from '../browser.ts'
import { accounts, adminFlags, demoPassword } from '../demo/accounts.ts'
import { demoPart } from '../demo/ids.ts'
import type { Bench } from './cloud.ts'
import { waitForIdleWorkers } from './parts.ts'
import { type Figure, percentiles } from './report.ts'
import { stamp } from './stamp.ts'

const SEND = 'POST /rest-api/mail/email/{emailId}/send'
const INBOX = 'GET /rest-api/mail/getEmails'
/** The number of teams, and of families in each. */
const [teamCount, familyCount] = [30, 50]
/** How often sending is timed; all but the last are cancelled. */
const repetitions = 5
/** After this many milliseconds without work, workers have processed the creation of the club. */
const restMs = 2000

/** The cost of emails: sending one to 1,500 people, a family's list of them, and reading one on a phone. */
export async function emailFigures(bench: Bench): Promise<Figure[]> {
  return [...(await sendingFigures(bench)), ...(await inboxFigures(bench))]
}

const idOf = async (bench: Bench, account: 'admin' | 'parent') =>
  (JSON.parse((await bench.get('/rest-api/users/profile', account)).text) as { id: string }).id

async function sendingFigures(bench: Bench): Promise<Figure[]> {
  const organizationId = demoPart('o', 'bench, email')
  const teamIds = await clubOfFamilies(organizationId, await idOf(bench, 'admin'))
  const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'We are closed.' }] }] }
  const sent: number[] = []
  await waitForIdleWorkers(restMs)
  let emailId = ''
  for (let i = 0; i < repetitions; i++) {
    emailId = `${organizationId}.${demoPart('m', `bench ${i}`)}`
    const body = { subject: `Bench ${i}`, content, to: { teamIds } }
    sent.push((await bench.send('POST', `/rest-api/mail/email/${emailId}/send`, 'admin', body)).ms)
    if (i === repetitions - 1) break
    await bench.send('POST', `/rest-api/mail/email/${emailId}/take-back`, 'admin', {})
    await waitForIdleWorkers(restMs)
  }
  const accepted = await bench.lastCost(SEND)
  const mails = await mailsOf(bench, `Bench ${repetitions - 1}`, teamCount * familyCount)
  const { text } = await bench.get(`/rest-api/mail/team/email-recipients/${emailId}`, 'admin')
  const { recipients } = JSON.parse(text) as { recipients: unknown[] }
  return [
    { what: 'email to 1,500 people: accepted over HTTP, p50', value: percentiles(sent).p50, unit: 'ms', atMost: 300 },
    { what: 'email to 1,500 people: accepted, round trips', value: accepted.trips, unit: 'trips', atMost: 6 },
    { what: 'email to 1,500 people: accepted', value: accepted.writeUnits, unit: 'write units' },
    { what: 'email to 1,500 people: first page of who got it', value: recipients.length, unit: 'people', atLeast: 50 },
    { what: 'email to 1,500 people: mails', value: mails.length, unit: 'mails', atLeast: 1500, atMost: 1500 },
    { what: 'email to 1,500 people: addresses', value: new Set(mails).size, unit: 'addresses', atLeast: 1500 },
  ]
}

/**
 * The recipients of the mails with this subject: waits until there are `count` of them or five minutes have passed, and
 * ten more seconds for any others.
 */
async function mailsOf({ cloud }: Bench, subject: string, count: number): Promise<string[]> {
  const findMails = async () =>
    (await cloud.mail.messages()).filter((each) => each.subject === subject).flatMap(({ to }) => to)
  for (let seconds = 0; seconds < 300 && (await findMails()).length < count; seconds++) await setTimeout(1000)
  await setTimeout(10_000)
  return findMails()
}

/** Creates a club with families that have addresses, run by the demo's administrator. */
async function clubOfFamilies(organizationId: string, userId: string): Promise<string[]> {
  const { organizationAdministrators } = await import('#functions/table/administrators.ts')
  const { families } = await import('#functions/table/players.ts')
  const { emailUsers } = await import('#functions/table/emailUsers.ts')
  const { profiles } = await import('#functions/table/profiles.ts')
  const { chunks } = await import('#functions/table/chunks.ts')
  const { write } = await import('#functions/table/table.ts')
  const { seedClub } = await import('../demo/seed.ts')
  const sport = { name: 'Soccer', fieldLabel: 'Field' }
  const organization: Organization = { organizationId, name: 'Bench email', sport, timezone: 'America/Chicago' }
  const squads = Array.from({ length: teamCount }, (_, t) => ({
    team: {
      teamId: `${organizationId}.${demoPart('t', `team ${t}`)}`,
      name: `Team ${t}`,
      organizationName: organization.name,
      sport,
      isRosterVisible: true,
    },
    players: Array.from({ length: familyCount }, (_, p) => ({
      playerId: `${organizationId}.${demoPart('p', `player ${t} ${p}`)}`,
      firstName: `Ada${t}`,
      lastName: `Diaz${p}`,
    })),
    events: [],
  }))
  await seedClub(stamp, { organization, squads })
  const admin = { userId, firstName: 'Bench', lastName: 'Admin' }
  await write(stamp, ...organizationAdministrators.appoint(organization, { ...admin, flags: [...adminFlags] }))
  const players = squads.flatMap(({ players }) => players)
  for (const batch of chunks(players, 5))
    await Promise.all(
      batch.map(async ({ playerId, lastName }) => {
        const parent = { userId: `bench-${playerId}`, firstName: 'Pat', lastName }
        const email = `${playerId}@bench.example`
        await write(stamp, profiles.create({ ...parent, email }), emailUsers.create({ email, userId: parent.userId }))
        await families.join(stamp, { playerId, userId: parent.userId, relation: 'own' })
      }),
    )
  return squads.map(({ team }) => team.teamId)
}

async function inboxFigures(bench: Bench): Promise<Figure[]> {
  const { receivedEmails } = await import('#functions/table/receivedEmails.ts')
  const { write } = await import('#functions/table/table.ts')
  const userId = await idOf(bench, 'parent')
  const { emails } = JSON.parse((await bench.get('/rest-api/mail/getEmails', 'parent')).text) as {
    emails: { id: string }[]
  }
  const [first] = emails
  if (!first) throw new Error('The demo’s parent has no email.')
  const line = { subject: 'Saturday: we meet at the school', from: 'Carmen Coach', orgUnitName: 'U12 Falcons' }
  const rows = Array.from({ length: 50 }, (_, i) => ({
    ...line,
    userId,
    emailId: `${demoPart('o', 'bench, inbox')}.${demoPart('m', `inbox ${i}`)}`,
    beginning: 'x'.repeat(80),
    players: ['Mia', 'Leo'],
    sentAt: `2020-11-20T12:00:${String(i).padStart(2, '0')}Z`,
  }))
  await write(stamp, ...rows.map((row) => receivedEmails.create(row)))
  await bench.get('/rest-api/mail/getEmails', 'parent')
  const inbox = await bench.lastCost(INBOX)
  const { reading, editorsOnReading, editorsOnWriting } = await scriptFigures(bench, first.id)
  return [
    { what: 'inbox of 50, with the access read', value: inbox.readUnits, unit: 'read units', atMost: 5 },
    { what: 'reading an email: script beyond the shell’s', value: reading / 1024, unit: 'KB gz', atMost: 22 },
    { what: 'reading an email: scripts of the editor', value: editorsOnReading, unit: 'files', atMost: 0 },
    { what: 'writing an email: scripts of the editor', value: editorsOnWriting, unit: 'files', atLeast: 1 },
  ]
}

/** Fetches a script again: a browser drops loaded files as soon as a page navigates. */
const textAt = async (url: string) => (await fetch(url)).text()

/** The scripts of the screens on which a family reads and a coach writes, beyond those of every screen. */
async function scriptFigures({ cloud: { origin } }: Bench, emailId: string) {
  const browser = await launch()
  try {
    const scriptsAt = async (page: Page, path: string) => {
      const urls = new Set<string>()
      page.removeAllListeners('request')
      page.on('request', (request) => {
        if (request.resourceType() === 'script') urls.add(request.url())
      })
      await page.goto(origin + path)
      await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor()
      await page.waitForLoadState('networkidle')
      return new Map(await Promise.all([...urls].map(async (url) => [url, await textAt(url)] as const)))
    }
    const signedIn = async ({ email }: { email: string }) => {
      const page = await browser.newPage({ locale: 'en-US', serviceWorkers: 'block' })
      await page.goto(origin)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
      return page
    }
    const family = await signedIn(accounts.parent)
    const players = await scriptsAt(family, '/players')
    const today = await scriptsAt(family, '/today')
    const reading = await scriptsAt(family, `/email/${emailId}`)
    const teamId = emailId.split('.').slice(0, 2).join('.')
    const writingScripts = await scriptsAt(await signedIn(accounts.coach), `/email-team/${teamId}`)
    const ownScripts = [...reading].filter(([name]) => !(players.has(name) && today.has(name)))
    const editors = (scripts: ReadonlyMap<string, string>) =>
      [...scripts.values()].filter((body) => body.includes('ProseMirror')).length
    return {
      reading: ownScripts.reduce((sum, [, body]) => sum + gzipSync(body, { level: 9 }).length, 0),
      editorsOnReading: editors(reading),
      editorsOnWriting: editors(writingScripts),
    }
  } finally {
    await browser.close()
  }
}
