import axe, { type AxeResults, type ElementContext, type Result, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }

/**
 * What axe finds on a page, or in a part of it by its selector. The page is told of axe once, however often it is looked at;
 * frames from elsewhere are not looked into, since there are none.
 */
export async function violationsOn(page: Page, options: RunOptions, part = 'html'): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const given: { part: string; options: RunOptions } = { part, options: { ...options, resultTypes: ['violations'] } }
  return page.evaluate(async ({ part, options }) => {
    const { axe } = window as unknown as { axe: Axe }
    return (await axe.run(part, options)).violations
  }, given)
}
