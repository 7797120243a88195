import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, ElementContext, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }

/** Less than half of what the package's own entry gives, which is sent to each page anew. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds on a page, or in a part of it by its selector. The page is told of axe once, however often it is looked at;
 * frames from elsewhere are not looked into, since there are none; nor are style sheets fetched once more, which only rules read that
 * are not asked.
 */
export async function violationsOn(page: Page, options: RunOptions, part = 'html'): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const given: { part: string; options: RunOptions } = {
    part,
    options: { ...options, resultTypes: ['violations'], preload: false },
  }
  return page.evaluate(async ({ part, options }) => {
    const { axe } = window as unknown as { axe: Axe }
    return (await axe.run(part, options)).violations
  }, given)
}
