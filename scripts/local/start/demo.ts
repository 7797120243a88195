import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accounts, demoPassword } from '#scripts/demo/accounts.ts'
import type { Cloud } from '../cloud.ts'

/** Fills a new cloud with the demo; a cloud that was filled before keeps its data. */
export async function seedOnce(cloud: Cloud, dataDir: string, log: (line: string) => void): Promise<void> {
  // Written at the end: an interrupted seeding is continued, and does not add anything twice.
  const seededFile = join(dataDir, 'seeded')
  if (existsSync(seededFile)) return
  log('Adding the demo data.')
  const { seedDemo } = await import('#scripts/demo/seedDemo.ts')
  const now = new Date(cloud.clock.now()).toISOString()
  // The product's own writes time out early, as requests must; a busy machine may need longer, and nobody is waiting here.
  for (let attemptsLeft = 4; attemptsLeft >= 0; attemptsLeft--) {
    try {
      await seedDemo({ cloud, now })
      break
    } catch (error) {
      if (attemptsLeft === 0 || (error as Error).name !== 'TimeoutError') throw error
    }
  }
  writeFileSync(seededFile, '')
}

/** The welcome text: addresses and demo accounts. */
export function welcome(origin: string): string {
  const width = Math.max(...Object.values(accounts).map(({ email }) => email.length))
  return [
    '',
    `Touchline is at  ${origin}`,
    `Its mail is at   ${origin}/_local/mail`,
    '',
    `Sign in with the password ${demoPassword} as`,
    ...Object.values(accounts).map(({ email, description }) => `  ${email.padEnd(width)}  ${description}`),
    '',
    'Ctrl-C ends it.',
  ].join('\n')
}
