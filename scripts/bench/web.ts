import { gzipSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'
import type { Bench } from './cloud.ts'
import { openPhone } from './runLighthouse.ts'
import { mostUsedScreens } from './measuredScreens.ts'
import { paintFigures } from './paints.ts'
import { deployReference, startFront } from './reference.ts'
import type { Figure } from './report.ts'
import { scriptLimits, firstLoadOf } from './screens.ts'
import { warmFigures } from './warm.ts'

/**
 * What a signed-in phone loads on the way to the most used screens, how their largest paints compare, and how soon a
 * warm start shows them. Lighthouse runs on a device of a signed-in person who has visited before today.
 */
export async function webFigures(bench: Bench): Promise<Figure[]> {
  const reference = await deployReference(bench.cloud)
  const screens = await mostUsedScreens(bench)
  const { origin, close } = await startFront(bench.cloud.origin)
  const phones = { parent: await openPhone(origin, 'parent'), coach: await openPhone(origin, 'coach') }
  const openedScreens = screens.map((screen) => ({ ...screen, phone: phones[screen.account] }))
  try {
    const scripts = await scriptsOfToday(phones.parent.context, origin)
    const total = scripts.reduce((sum, { gz }) => sum + gz, 0)
    const warmStarts: Figure[] = []
    for (const screen of openedScreens) warmStarts.push(...(await warmFigures(screen, origin)))
    return [
      { what: 'script on the way to Today', value: total / 1024, unit: 'KB gz', atMost: scriptLimits.today },
      {
        what: 'chunks of the login on the way to Today',
        value: scripts.filter(({ name }) => /login|amplify/i.test(name)).length,
        unit: 'files',
        atMost: 0,
      },
      ...screens.slice(1).flatMap(({ label: what, screen }): Figure[] => {
        const { script, files } = firstLoadOf(screen)
        return [
          { what: `script on the way to ${what}`, value: script, unit: 'KB gz', atMost: scriptLimits.other },
          { what: `files of script on the way to ${what}`, value: files, unit: 'files', atMost: scriptLimits.files },
        ]
      }),
      ...(await paintFigures(openedScreens, origin, origin + reference)),
      ...warmStarts,
    ]
  } finally {
    await Promise.all([phones.parent.close(), phones.coach.close()])
    close()
  }
}

/** The scripts that are loaded when the app has rendered the day; the snapshot shown before needs none. */
async function scriptsOfToday(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const body = response.body()
    // Bodies of later scripts are not read: the page may be closed by then.
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
