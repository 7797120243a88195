import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accounts, demoPassword } from '#scripts/demo/accounts.ts'
import type { Cloud } from '../cloud.ts'

/** Fills a new cloud with the demo; one that was filled before stays as people have left it. */
export async function fillOnce(cloud: Cloud, dataDir: string, say: (line: string) => void): Promise<void> {
  // Written at the end: a seeding that was interrupted is taken up again, and adds nothing twice.
  const done = join(dataDir, 'seeded')
  if (existsSync(done)) return
  say('Filling in the demo data.')
  const { seedDemo } = await import('#scripts/demo/seedDemo.ts')
  const now = new Date(cloud.clock.now()).toISOString()
  // The product's own writes give up early, as a request must; a busy machine may take longer, and nobody waits here.
  for (let left = 4; left >= 0; left--) {
    try {
      await seedDemo({ cloud, now })
      break
    } catch (error) {
      if (left === 0 || (error as Error).name !== 'TimeoutError') throw error
    }
  }
  writeFileSync(done, '')
}

/** What someone needs to look around. */
export function welcome(origin: string): string {
  const width = Math.max(...Object.values(accounts).map(({ email }) => email.length))
  return [
    '',
    `Touchline is at  ${origin}`,
    `Its mail is at   ${origin}/_local/mail`,
    '',
    `Sign in with the password ${demoPassword} as`,
    ...Object.values(accounts).map(({ email, is }) => `  ${email.padEnd(width)}  ${is}`),
    '',
    'Ctrl-C ends it.',
  ].join('\n')
}
