import type { Bench } from './cloud.ts'
import { type Figure, percentiles } from './report.ts'
import { withScreen } from './slowedScreen.ts'

/** How often the month is left and reopened. */
const repetitions = 6

/** A club's month of 600 events as a grid: its size, and how long it takes to switch to it from another month. */
export const monthScreenFigures = (bench: Bench, organizationId: string): Promise<Figure[]> =>
  withScreen(
    bench,
    { as: 'admin', path: `/${organizationId}/calendar?view=month&month=2031-03` },
    async ({ page, slowest, slow: slowDown }) => {
      const grid = page.getByRole('table', { name: 'March 2031' })
      await grid.getByRole('link').first().waitFor({ timeout: 60_000 })
      const links = await grid.getByRole('link').count()
      const nodes = await page.locator('*').count()
      await slowDown()
      const [leaveTimes, returnTimes]: [number[], number[]] = [[], []]
      for (let i = 0; i <= repetitions; i++) {
        await slowest()
        await page.getByRole('button', { name: 'Next month' }).click()
        await page.getByRole('table', { name: 'April 2031' }).waitFor()
        await page.waitForTimeout(300)
        const leaveTime = await slowest()
        await page.getByRole('button', { name: 'Previous month' }).click()
        await grid.getByRole('link').first().waitFor()
        await page.waitForTimeout(300)
        const returnTime = await slowest()
        // The first time includes reading the other month.
        if (i === 0) continue
        leaveTimes.push(leaveTime.reaction)
        returnTimes.push(returnTime.reaction)
      }
      const p50 = (values: number[]) => percentiles(values).p50
      return [
        { what: 'month of 600 events as a grid: links to events', value: links, unit: 'links', atLeast: 60 },
        { what: 'month of 600 events as a grid', value: nodes, unit: 'nodes', atMost: 1500 },
        {
          what: 'to a month of 600 events at a quarter of the speed',
          value: p50(returnTimes),
          unit: 'ms',
          atMost: 100,
        },
        {
          what: 'from it to the next month at a quarter of the speed',
          value: p50(leaveTimes),
          unit: 'ms',
          atMost: 100,
        },
      ]
    },
  )
