import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { seedDemo } from '#scripts/demo/seedDemo.ts'
import { signInDemo } from '#scripts/demo/signIn.ts'
import { type Cloud, startCloud } from '#scripts/local/cloud.ts'
import { createTempFolder } from '#scripts/local/tempFolder.ts'
import { build, withLock } from '#scripts/local/start/build.ts'
import { fingerprint } from '#scripts/local/start/fingerprint.ts'
import { walkthroughs } from '#shared/rules/walkthroughs.ts'

const root = join(import.meta.dirname, '../../..')
const seededFolder = join(root, '.build/seeded')
const doneFile = join(root, '.build/seeded.done')

/**
 * The time at which every test begins: a Wednesday in May at 10 a.m. in the clubs' time zone. It is fixed, so that no run meets
 * a weekend, the end of a month, a change to or from daylight saving time, or midnight. It is far ahead of the machine's clock,
 * because DynamoDB Local deletes expired items by that clock.
 */
export const startInstant = '2030-05-15T15:00:00Z'

/**
 * Builds what has changed, and seeds the demo at `startInstant` again when its sources have changed. Returns the folder of the
 * synthesized app.
 */
export async function prepare(): Promise<string> {
  const assemblyDir = await build({ root, log: () => undefined })
  await withLock(join(root, '.build/seeding'), () => seedOnce(assemblyDir))
  return assemblyDir
}

/**
 * The tournament's groups to seed: one that plays on that day, and those of the two teams that tests name. The other nine
 * groups would be three quarters of all the data that is written and copied for each worker.
 */
const groups = 'AEJ'

async function seedOnce(assemblyDir: string): Promise<void> {
  const sources = fingerprint(root, ['functions', 'shared', 'infra', 'scripts', 'test/e2e/setup', 'package-lock.json'])
  if (existsSync(doneFile) && readFileSync(doneFile, 'utf8') === sources) return
  rmSync(doneFile, { force: true })
  const dataDir = createTempFolder('seeding')
  const cloud = await startCloud({ assemblyDir, dataDir, port: 0, log: () => {} })
  try {
    cloud.clock.set(startInstant)
    await seedDemo({ cloud, now: startInstant, groups })
    for (const name of ['coach', 'admin'] as const) await completeWalkthroughs(cloud.origin, name)
    await waitForMails(cloud)
  } finally {
    await cloud.close()
  }
  rmSync(seededFolder, { recursive: true, force: true })
  cpSync(dataDir, seededFolder, { recursive: true })
  rmSync(dataDir, { recursive: true })
  writeFileSync(doneFile, sources)
}

/** Copies the seeded data into the data folder of a cloud. */
export const copyTo = (dataDir: string): void => cpSync(seededFolder, dataDir, { recursive: true })

/**
 * Marks the walkthroughs as completed, so that they do not open in the middle of other tests; the walkthrough's test resets
 * this itself.
 */
async function completeWalkthroughs(origin: string, name: AccountName) {
  const { access } = await signInDemo(origin, name)
  for (const walkthroughId of walkthroughs) {
    const query = new URLSearchParams({ walkthroughId, isCompleted: 'true' })
    const headers = { authorization: `Bearer ${access}` }
    await fetch(`${origin}/rest-api/users/update-feature-walkthrough?${query}`, { method: 'POST', headers })
  }
}

/**
 * The demo sends mails to families with an account. Waits until the first has arrived (its worker may be slow to start) and no
 * more have arrived for four seconds.
 */
async function waitForMails({ mail }: Cloud) {
  const count = async () => (await mail.messages()).length
  for (let countBefore = 0, quietRounds = 0; quietRounds < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    const currentCount = await count()
    quietRounds = currentCount > 0 && currentCount === countBefore ? quietRounds + 1 : 0
    countBefore = currentCount
  }
}
