import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumEnv, chromiumPath } from '../browser.ts'
import { type AccountName, accounts, demoPassword } from '../demo/accounts.ts'
import { percentiles } from './report.ts'

/** How often Lighthouse runs; the median counts. */
const runs = 5
/** Lighthouse's default slowdown, and the least benchmark index of a computer that it is meant for. */
const [lighthouseSlowdown, lighthouseHost] = [4, 1500]

/**
 * The CPU slowdown with which this machine simulates Lighthouse's phone. The default of four is for a computer with a
 * benchmark index of 1,500 to 2,000; for a slower one, Lighthouse's documentation (docs/throttling.md, "Calibrating the
 * CPU slowdown") asks for less, so that the phone is the same.
 */
export const slowdownFor = (host: number) => lighthouseSlowdown * Math.min(1, host / lighthouseHost)

export async function repeatRuns<T>(runOnce: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let i = 0; i < runs; i++) all.push(await runOnce())
  return all
}
export const medianOf = <T>(all: T[], value: (each: T) => number): number => percentiles(all.map(value)).p50

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** A browser with a signed-in person, and its debugging port for Lighthouse. */
export async function openPhone(origin: string, account: AccountName) {
  const profile = mkdtempSync(join(tmpdir(), 'touchline-browser-'))
  const [port, executablePath] = [await freePort(), await chromiumPath()]
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...chromiumArgs, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'],
    // The time zone is not an override per page: Lighthouse's page loses that before it is left, and then saves another
    // day's content.
    env: { ...chromiumEnv(executablePath), TZ: 'America/Chicago' },
    chromiumSandbox: false,
    locale: 'en-US',
    // Lighthouse's phone viewport.
    viewport: { width: 412, height: 823 },
  })
  async function close() {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const page = await context.newPage()
    await page.goto(origin)
    await page.getByLabel('E-mail').fill(accounts[account].email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    // On a busy machine the page is idle before the pool has answered: the sign-in is only complete on another page.
    await page.waitForURL(({ pathname }) => pathname !== '/login')
    // Waits for the day, which is saved on the device when the page is left; some accounts have nothing on it.
    await page.locator('#root:not([inert])').getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.close()
  } catch (error) {
    await close()
    throw error
  }
  return { context, port, close }
}

export type LighthouseResult = Awaited<ReturnType<typeof runLighthouse>>

type Throttling = { method?: 'simulate' | 'devtools'; cpuSlowdownMultiplier?: number }

/**
 * Runs Lighthouse on a page as on a slow phone. Lighthouse clears the cache and the service worker first, so it is a
 * first visit; its own throttling is simulated, that of the developer tools really slows the browser down.
 */
export async function runLighthouse(
  url: string,
  port: number,
  { method = 'simulate', cpuSlowdownMultiplier = lighthouseSlowdown }: Throttling = {},
) {
  const runOnce = () =>
    lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      throttlingMethod: method,
      throttling: { cpuSlowdownMultiplier },
      onlyCategories: ['performance', 'accessibility'],
    })
  // On a busy machine the browser may close the page during the run.
  const result = await runOnce().catch(runOnce)
  if (!result) throw new Error('Lighthouse gave no report.')
  const { categories, audits } = result.lhr
  return {
    performance: (categories['performance']?.score ?? 0) * 100,
    accessibility: (categories['accessibility']?.score ?? 0) * 100,
    first: audits['first-contentful-paint']?.numericValue ?? Number.NaN,
    blocked: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    files: (audits['network-requests']?.details as { items: unknown[] } | undefined)?.items.length ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    largest: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    host: result.lhr.environment.benchmarkIndex,
  }
}
