import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, ElementContext, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }

/** Less than half the size of the package's own entry, and injected into each page. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Axe violations of a page, or of the part matching a selector. The script is injected once per page. There are no frames from
 * elsewhere to check, and style sheets are not preloaded, as only disabled rules read them.
 */
export async function violationsOn(page: Page, options: RunOptions, part = 'html'): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const axeInput: { part: string; options: RunOptions } = {
    part,
    options: { ...options, resultTypes: ['violations'], preload: false },
  }
  return page.evaluate(async ({ part, options }) => {
    const { axe } = window as unknown as { axe: Axe }
    return (await axe.run(part, options)).violations
  }, axeInput)
}
