import type { BrowserContext } from 'playwright-core'
import { medianOf, type openPhone, repeatRuns, runLighthouse } from './runLighthouse.ts'
import type { MeasuredScreen } from './measuredScreens.ts'
import type { Figure } from './report.ts'

export type ScreenOnPhone = MeasuredScreen & { phone: Awaited<ReturnType<typeof openPhone>> }

/**
 * The largest paint of each screen on a phone that has visited before today but has no cached files, compared with that
 * of the UI kit as its documentation sets it up: alternating, so that a busy machine affects all alike.
 */
export async function paintFigures(screens: ScreenOnPhone[], origin: string, reference: string): Promise<Figure[]> {
  for (const screen of screens) await visit(screen, origin)
  const [today] = screens
  if (!today) throw new Error('No screen is opened.')
  const rounds = await repeatRuns(async () => {
    const paints = new Map<string, number>()
    for (const { label: what, path, phone } of screens) {
      paints.set(what, (await runLighthouse(origin + path, phone.port, { method: 'devtools' })).largest)
    }
    const referencePaint = await runLighthouse(reference, today.phone.port, { method: 'devtools' })
    await forgetDay(today.phone.context, origin)
    const first = await runLighthouse(origin + today.path, today.phone.port, { method: 'devtools' })
    return { paints, theirs: referencePaint.largest, first: first.largest }
  })
  const usual = medianOf(rounds, ({ theirs }) => theirs)
  const first = medianOf(rounds, (each) => each.first)
  return [
    {
      what: 'the kit as its documentation sets it up, on a slowed-down phone: largest paint',
      value: usual,
      unit: 'ms',
    },
    ...screens.flatMap(({ label: what, waitsForServer }): Figure[] => {
      const largest = medianOf(rounds, ({ paints }) => paints.get(what) ?? Number.NaN)
      const unmeasuredReason = waitsForServer?.paint
      return [
        { what: `${what} on the same: largest paint`, value: largest, unit: 'ms' },
        {
          what: `largest paint of ${what}, share of the kit’s${unmeasuredReason ? `: ${unmeasuredReason}` : ''}`,
          value: largest / usual,
          unit: 'ratio',
          ...(!unmeasuredReason && { atMost: 0.3 }),
        },
      ]
    }),
    {
      what: 'largest paint of Today on the first visit of a day, share of the kit’s',
      value: first / usual,
      unit: 'ratio',
    },
  ]
}

/** Opens a screen and leaves it; the module that saves its snapshot is loaded once the screen is complete. */
export async function visit({ phone, path, card }: ScreenOnPhone, origin: string): Promise<void> {
  const page = await phone.context.newPage()
  await page.goto(origin + path)
  await page.locator('#root:not([inert])').locator(card).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
  await page.goto(`${origin}/icon.svg`)
  await page.close()
}

/** Leaves the device signed in, without anything of this day's Today. */
async function forgetDay(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.goto(`${origin}/icon.svg`)
  // The prefix that web/session/stored.ts and web/early/snapshot.ts use for a person's data; tokens have another.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith('touchline.of.') && !name.includes('.picture/')) localStorage.removeItem(name)
  })
  await page.close()
}
