import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { seedDemo } from '#scripts/demo/seedDemo.ts'
import { signInDemo } from '#scripts/demo/signIn.ts'
import { startCloud } from '#scripts/local/cloud.ts'
import { synthesize } from '#scripts/local/start/synthesize.ts'
import { walkthroughs } from '#shared/rules/walkthroughs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string
    /** What the product's own writes read from the environment, so that a journey can set its stage by them. */
    table: Record<string, string>
    webBucket: string
  }
}

/** More than all journeys together take on two cores, in milliseconds. */
const longestRun = 25 * 60_000

/** What everyone at the keyboard gets by `npm start`, for the journeys: built, synthesized, started, with the demo in it. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-e2e-'))
  const assemblyDir = join(folder, 'assembly')
  execFileSync('npm', ['run', '-s', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  await synthesize(assemblyDir)
  const cloud = await startCloud({ assemblyDir, dataDir: join(folder, 'data'), port: 0, log: () => {} })
  await dayThatLasts()
  await seedDemo({ cloud, now: new Date().toISOString() })
  for (const name of ['coach', 'admin'] as const) await hasBeenShownAround(cloud.origin, name)
  project.provide('origin', cloud.origin)
  project.provide('table', tableEnvironment())
  const web = cloud.assembly.ofType('AWS::S3::Bucket').find(({ stack }) => stack.endsWith('-web'))
  project.provide('webBucket', web ? cloud.assembly.physicalId(web) : '')
  return async () => {
    await cloud.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The demo is seeded around one day of the clubs, and journeys ask for the day that it is then: a run that crosses
 * Chicago's midnight would look for another day than was seeded. So one that would begin shortly before it begins after
 * it; nothing limits how long a global setup may take.
 */
async function dayThatLasts(): Promise<void> {
  const now = Temporal.Now.zonedDateTimeISO('America/Chicago')
  const left = now.until(now.startOfDay().add({ days: 1 })).total('milliseconds')
  if (left > longestRun) return
  process.stderr.write(`The journeys wait ${Math.ceil(left / 60_000)} min, until it is tomorrow in Chicago.\n`)
  await new Promise((resolve) => setTimeout(resolve, left + 1000))
}

/** Whoever coaches would be shown around in the middle of a journey; the journey that is about it begins by itself. */
async function hasBeenShownAround(origin: string, name: AccountName) {
  const { access } = await signInDemo(origin, name)
  for (const walkthroughId of walkthroughs) {
    const query = new URLSearchParams({ walkthroughId, isCompleted: 'true' })
    const headers = { authorization: `Bearer ${access}` }
    await fetch(`${origin}/rest-api/users/update-feature-walkthrough?${query}`, { method: 'POST', headers })
  }
}

/** Where the seeding found the table, for the processes of the tests. */
const tableEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(TABLE_NAME$|AWS_)/.test(name) ? [[name, value]] : [],
    ),
  )
