import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import lighthouse from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright-core'
import { accounts, demoPassword } from '../demo/accounts.ts'
import { chromiumArgs, chromiumEnv, chromiumPath } from '../browser.ts'
import { type Figure, percentiles } from './report.ts'

/** How often Lighthouse looks; the middle counts. */
const looks = 3

/** What a signed-in parent's phone loads on the way to Today, and what Lighthouse says of it. */
export async function webFigures(origin: string): Promise<Figure[]> {
  const profile = mkdtempSync(join(tmpdir(), 'touchline-browser-'))
  const port = await freePort()
  const executablePath = await chromiumPath()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    env: chromiumEnv(executablePath),
    chromiumSandbox: false,
    timezoneId: 'America/Chicago',
    locale: 'en-US',
  })
  try {
    await signIn(context, origin)
    const scripts = await scriptsOfToday(context, origin)
    const total = scripts.reduce((sum, { gz }) => sum + gz, 0)
    const reports: Report[] = []
    for (let i = 0; i < looks; i++) reports.push(await look(`${origin}/today`, port))
    const middle = (value: (report: Report) => number) => percentiles(reports.map(value)).p50
    return [
      { what: 'script on the way to Today', value: total / 1024, unit: 'KB gz', atMost: 150 },
      {
        what: 'chunks of the login on the way to Today',
        value: scripts.filter(({ name }) => /login|amplify/i.test(name)).length,
        unit: 'files',
        atMost: 0,
      },
      {
        what: 'Lighthouse on Today, phone: performance',
        value: middle(({ performance }) => performance),
        unit: 'of 100',
        atLeast: 90,
      },
      {
        what: 'Lighthouse on Today, phone: accessibility',
        value: middle(({ accessibility }) => accessibility),
        unit: 'of 100',
        atLeast: 100,
      },
      { what: 'Lighthouse on Today: layout shift', value: middle(({ shift }) => shift), unit: 'CLS', atMost: 0.01 },
      { what: 'Lighthouse on Today: largest paint', value: middle(({ largest }) => largest), unit: 'ms' },
    ]
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

type Report = Awaited<ReturnType<typeof look>>

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function signIn(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByLabel('E-mail').fill(accounts.parent.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Moreno').first().waitFor()
  await page.close()
}

async function scriptsOfToday(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  const scripts: Promise<{ name: string; gz: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(
      response
        .body()
        .then((body) => ({ name: new URL(response.url()).pathname, gz: gzipSync(body, { level: 9 }).length })),
    )
  })
  await page.goto(`${origin}/today`)
  await page.getByText('Moreno').first().waitFor()
  const loaded = await Promise.all(scripts)
  await page.close()
  return loaded
}

async function look(url: string, port: number) {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    disableStorageReset: true,
    onlyCategories: ['performance', 'accessibility'],
  })
  if (!result) throw new Error('Lighthouse gave no report.')
  const { categories, audits } = result.lhr
  return {
    performance: (categories['performance']?.score ?? 0) * 100,
    accessibility: (categories['accessibility']?.score ?? 0) * 100,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    largest: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
  }
}
