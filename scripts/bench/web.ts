import { gzipSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'
import type { Cloud } from '../local/cloud.ts'
import { look, middle, openPhone, times } from './look.ts'
import { deployReference, startFront } from './reference.ts'
import type { Figure } from './report.ts'
import { wayTo } from './screens.ts'
import { warmFigures } from './warm.ts'

/** The screens that people open most beside Today. */
const mainScreens = [
  ['the calendar', 'MonthScreen'],
  ['a roster', 'TeamScreen'],
  ['the chat', 'ChatScreen'],
  ['the library', 'StorageScreen'],
  ['the fees', 'MyPaymentsScreen'],
  ['a registration', 'RegisterScreen'],
] as const

/**
 * What a signed-in parent's phone loads on the way to Today, how its largest paint compares, and how soon a warm start shows
 * the day. Lighthouse sees the device of somebody who is signed in and was there before today.
 */
export async function webFigures(cloud: Cloud): Promise<Figure[]> {
  const reference = await deployReference(cloud)
  const { origin, close } = await startFront(cloud.origin)
  const phone = await openPhone(origin, 'parent')
  const { context, port } = phone
  try {
    const scripts = await scriptsOfToday(context, origin)
    const total = scripts.reduce((sum, { gz }) => sum + gz, 0)
    const warm = await warmFigures(context, origin)
    const paints = await times(async () => {
      // In turn, so that a busy machine is busy for both.
      const ours = await look(`${origin}/today`, port, 'devtools')
      const theirs = await look(origin + reference, port, 'devtools')
      await forgetDay(context, origin)
      const first = await look(`${origin}/today`, port, 'devtools')
      return { ours: ours.largest, theirs: theirs.largest, first: first.largest }
    })
    const [largest, usual] = [middle(paints, ({ ours }) => ours), middle(paints, ({ theirs }) => theirs)]
    const first = middle(paints, ({ first }) => first)
    return [
      { what: 'script on the way to Today', value: total / 1024, unit: 'KB gz', atMost: 150 },
      {
        what: 'chunks of the login on the way to Today',
        value: scripts.filter(({ name }) => /login|amplify/i.test(name)).length,
        unit: 'files',
        atMost: 0,
      },
      ...mainScreens.flatMap(([what, screen]): Figure[] => {
        const { script, files } = wayTo(screen)
        return [
          { what: `script on the way to ${what}`, value: script, unit: 'KB gz', atMost: 205 },
          { what: `files of script on the way to ${what}`, value: files, unit: 'files', atMost: 16 },
        ]
      }),
      { what: 'Today on a slowed-down phone: largest paint', value: largest, unit: 'ms' },
      { what: 'the kit as its documentation sets it up, on the same: largest paint', value: usual, unit: 'ms' },
      { what: 'largest paint, share of the kit’s', value: largest / usual, unit: 'ratio', atMost: 0.5 },
      { what: 'largest paint on the first visit of a day, share of the kit’s', value: first / usual, unit: 'ratio' },
      ...warm,
    ]
  } finally {
    await phone.close()
    close()
  }
}

/** The device is signed in, and has nothing of this day yet. */
async function forgetDay(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.goto(`${origin}/icon.svg`)
  // The names that web/session/stored.ts gives to what is kept of a person; the tokens have others.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith('touchline.of.')) localStorage.removeItem(name)
  })
  await page.close()
}

/** The scripts that are there when the app has drawn the day; the picture of it that is shown before needs none. */
async function scriptsOfToday(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const body = response.body()
    // Of what comes after the day nothing is asked: the page may be closed by then.
    body.catch(() => undefined)
    bodies.set(response.url(), body)
  })
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('#root:not([inert]) article')) return
      observer.disconnect()
      const files = performance.getEntriesByType('resource').map(({ name }) => name)
      document.documentElement.dataset['onTheWay'] = files.filter((name) => name.endsWith('.js')).join(' ')
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.goto(`${origin}/today`)
  const onTheWay = await page.waitForFunction(() => document.documentElement.dataset['onTheWay'])
  const scripts = new Set((await onTheWay.jsonValue())?.split(' '))
  const loaded = await Promise.all(
    [...scripts].map(async (name) => ({ name, gz: gzipSync((await bodies.get(name)) ?? '', { level: 9 }).length })),
  )
  await page.close()
  return loaded
}
