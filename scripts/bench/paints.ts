import type { BrowserContext } from 'playwright-core'
import { look, middle, type openPhone, times } from './look.ts'
import type { Opened } from './opened.ts'
import type { Figure } from './report.ts'

export type OnPhone = Opened & { phone: Awaited<ReturnType<typeof openPhone>> }

/**
 * The largest paint of each screen, on a phone that has visited before today and has no cached files, compared with that of the
 * UI kit set up as documented: alternating, so that a busy machine affects all of them.
 */
export async function paintFigures(opened: OnPhone[], origin: string, reference: string): Promise<Figure[]> {
  for (const screen of opened) await visit(screen, origin)
  const [today] = opened
  if (!today) throw new Error('No screen is opened.')
  const rounds = await times(async () => {
    const paints = new Map<string, number>()
    for (const { what, path, phone } of opened) {
      paints.set(what, (await look(origin + path, phone.port, 'devtools')).largest)
    }
    const theirs = await look(reference, today.phone.port, 'devtools')
    await forgetDay(today.phone.context, origin)
    const first = await look(origin + today.path, today.phone.port, 'devtools')
    return { paints, theirs: theirs.largest, first: first.largest }
  })
  const usual = middle(rounds, ({ theirs }) => theirs)
  const first = middle(rounds, (each) => each.first)
  return [
    {
      what: 'the kit as its documentation sets it up, on a slowed-down phone: largest paint',
      value: usual,
      unit: 'ms',
    },
    ...opened.flatMap(({ what, waits }): Figure[] => {
      const largest = middle(rounds, ({ paints }) => paints.get(what) ?? Number.NaN)
      const why = waits?.paint
      return [
        { what: `${what} on the same: largest paint`, value: largest, unit: 'ms' },
        {
          what: `largest paint of ${what}, share of the kit’s${why ? `: ${why}` : ''}`,
          value: largest / usual,
          unit: 'ratio',
          ...(!why && { atMost: 0.3 }),
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

/** Opens the screen and leaves it; the module that stores its snapshot is loaded once the screen is complete. */
export async function visit({ phone, path, card }: OnPhone, origin: string): Promise<void> {
  const page = await phone.context.newPage()
  await page.goto(origin + path)
  await page.locator('#root:not([inert])').locator(card).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
  await page.goto(`${origin}/icon.svg`)
  await page.close()
}

/** Removes the day's snapshot, while the device stays signed in. */
async function forgetDay(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.goto(`${origin}/icon.svg`)
  // The key prefixes of web/session/stored.ts and web/early/snapshot.ts for a user's data; tokens have other keys.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith('touchline.of.') && !name.includes('.picture/')) localStorage.removeItem(name)
  })
  await page.close()
}
