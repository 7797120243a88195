import type { Page } from 'playwright-core'
import { launch } from '../browser.ts'
import { type AccountName, accounts, demoPassword } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'

type SlowedScreen = {
  page: Page
  /** The slowest interaction up to its paint, and the longest task, in milliseconds, since the last call. */
  slowest(): Promise<{ reaction: number; task: number }>
  /** Slows the CPU down four times from here on. */
  slow(): Promise<void>
}

/** Opens a screen on a laptop as a signed-in account, and runs `measure` on it. */
export async function withScreen<T>(
  { cloud: { origin } }: Bench,
  { as: account, path }: { as: AccountName; path: string },
  measure: (screen: SlowedScreen) => Promise<T>,
): Promise<T> {
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
    await page.goto(origin)
    await page.getByLabel('E-mail').fill(accounts[account].email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate(() => {
      const longest = { reaction: 0, task: 0 }
      Object.assign(globalThis, { kept: longest })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.reaction = Math.max(longest.reaction, duration)
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration)
      }).observe({ type: 'longtask' })
    })
    return await measure({
      page,
      slowest: () =>
        page.evaluate(() => {
          const { kept } = globalThis as unknown as { kept: { reaction: number; task: number } }
          const measured = { ...kept }
          Object.assign(kept, { reaction: 0, task: 0 })
          return measured
        }),
      slow: async () => {
        const session = await page.context().newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      },
    })
  } finally {
    await browser.close()
  }
}
