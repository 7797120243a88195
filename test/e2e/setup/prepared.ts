import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { seedDemo } from '#scripts/demo/seedDemo.ts'
import { signInDemo } from '#scripts/demo/signIn.ts'
import { type Cloud, startCloud } from '#scripts/local/cloud.ts'
import { quickFolder } from '#scripts/local/memory.ts'
import { alone, build } from '#scripts/local/start/build.ts'
import { fingerprint } from '#scripts/local/start/fingerprint.ts'
import { walkthroughs } from '#shared/rules/walkthroughs.ts'

const root = join(import.meta.dirname, '../../..')
const kept = join(root, '.build/seeded')
const done = join(root, '.build/seeded.done')

/**
 * When every journey begins: a Wednesday in May at ten in the morning at the clubs' home. Always the same day, so that no
 * run meets a weekend, the end of a month, a change of clocks or midnight; and far ahead of the machine's own time, by
 * which DynamoDB Local deletes what has expired.
 */
export const beginning = '2030-05-15T15:00:00Z'

/**
 * Builds what has changed, and keeps the demo as it is at the beginning, made anew when its sources have changed. Gives the
 * folder of the synthesized app.
 */
export async function prepared(): Promise<string> {
  const assemblyDir = await build({ root, say: () => undefined })
  await alone(join(root, '.build/seeding'), () => seedOnce(assemblyDir))
  return assemblyDir
}

/**
 * Of the tournament one group that plays on that day, and those of the two teams that journeys name: the other nine would be three
 * quarters of all that is written, and of what each worker's cloud copies.
 */
const groups = 'AEJ'

async function seedOnce(assemblyDir: string): Promise<void> {
  const sources = fingerprint(root, ['functions', 'shared', 'infra', 'scripts', 'test/e2e/setup', 'package-lock.json'])
  if (existsSync(done) && readFileSync(done, 'utf8') === sources) return
  rmSync(done, { force: true })
  const dataDir = quickFolder('seeding')
  const cloud = await startCloud({ assemblyDir, dataDir, port: 0, log: () => {} })
  try {
    cloud.clock.set(beginning)
    await seedDemo({ cloud, now: beginning, groups })
    for (const name of ['coach', 'admin'] as const) await hasBeenShownAround(cloud.origin, name)
    await mailsHaveCome(cloud)
  } finally {
    await cloud.close()
  }
  rmSync(kept, { recursive: true, force: true })
  cpSync(dataDir, kept, { recursive: true })
  rmSync(dataDir, { recursive: true })
  writeFileSync(done, sources)
}

/** A folder of its own for a cloud, as it is at the beginning. */
export const copyTo = (dataDir: string): void => cpSync(kept, dataDir, { recursive: true })

/** Whoever coaches would be shown around in the middle of a journey; the journey that is about it begins by itself. */
async function hasBeenShownAround(origin: string, name: AccountName) {
  const { access } = await signInDemo(origin, name)
  for (const walkthroughId of walkthroughs) {
    const query = new URLSearchParams({ walkthroughId, isCompleted: 'true' })
    const headers = { authorization: `Bearer ${access}` }
    await fetch(`${origin}/rest-api/users/update-feature-walkthrough?${query}`, { method: 'POST', headers })
  }
}

/**
 * The demo asks the families with an account by mail. Before the first of those mails whatever sends it has to be started, which
 * takes as long as the machine is busy; after the last one nothing comes for a while.
 */
async function mailsHaveCome({ mail }: Cloud) {
  const count = async () => (await mail.messages()).length
  for (let before = 0, quiet = 0; quiet < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    const now = await count()
    quiet = now > 0 && now === before ? quiet + 1 : 0
    before = now
  }
}
