import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { accessibilityViolations } from './accessibility.ts'
import { narrowViewport, unreachableElements, zoomed } from './reachability.ts'
import { newPage, signedIn } from './pages.ts'
import { teamOf } from './people.ts'
import { openPath, setView, trackRequests } from './walking.ts'

/**
 * Checks dialogs on the narrowest phone and at 200% zoom; `walk.test.ts` checks the screens themselves. Part of the long run,
 * which sets `RUNS`.
 */
const isLong = process.env['RUNS'] !== undefined
const views = [
  { colorScheme: 'light', viewport: narrowViewport },
  { colorScheme: 'dark', viewport: zoomed },
] as const

/** A dialog, and the buttons and menu items that open it, in order. */
type Opening = { path: string; by: (string | RegExp)[] }

async function open(page: Page, { path, by }: Opening): Promise<void> {
  await openPath(page, path)
  for (const name of by) {
    const button = page.getByRole('button', { name, exact: true }).or(page.getByRole('menuitem', { name, exact: true }))
    await button.locator('visible=true').first().click()
  }
  await page.getByRole('dialog').last().waitFor()
}

async function lookAt(page: Page, openings: Opening[]): Promise<string[]> {
  const found: string[] = []
  for (const opening of openings)
    for (const view of views) {
      await setView(page, view)
      await open(page, opening)
      const what = `${opening.by.join(', ')} on ${opening.path} at ${view.viewport.width}`
      const findings = [...(await unreachableElements(page)), ...(await accessibilityViolations(page))]
      found.push(...findings.map((finding) => `${what}: ${finding}`))
      await page.keyboard.press('Escape')
    }
  return found
}

async function on(name: AccountName): Promise<Page> {
  const page = await signedIn(name, { viewport: narrowViewport, deviceScaleFactor: 2 })
  trackRequests(page)
  return page
}

/** Pages with each of the faults that `unreachableElements` finds. */
const faulty = {
  'scrolls sideways by 80': '<h1 style="width: 400px">Today</h1>',
  'button “Save all of it” is cut off by':
    '<button style="width: 60px; overflow: hidden; white-space: nowrap">Save all of it</button>',
  'nav “” scrolls sideways by':
    '<nav aria-label="" style="overflow-x: auto"><a href="/x" style="display: block; width: 500px">Chat</a></nav>',
  'bars cover':
    '<header style="position: sticky; top: 0; height: 200px"></header><p style="height: 2000px"></p>' +
    '<footer style="position: fixed; inset: auto 0 0 0; height: 150px"></footer>',
  'button “Add” is under div “Saved”':
    '<button>Add</button><div style="position: absolute; inset: 0; background: white">Saved</div>',
  'a “Today” is under nothing: outside':
    '<nav style="position: fixed; left: -200px; width: 100px"><a href="/today">Today</a></nav>',
  'button “Send” is beyond what can be scrolled to':
    '<div role="dialog" aria-label="Ask" style="position: fixed; inset: 0; height: 300px; overflow: hidden">' +
    '<p style="height: 800px"></p><button>Send</button></div>',
}

it.each(Object.entries(faulty))('outOfReachOn finds: %s', async (finding, html) => {
  const page = await newPage({ viewport: narrowViewport })
  await page.setContent(`<meta charset="utf-8"><style>body { margin: 0 }</style><div id="root">${html}</div>`)
  expect((await unreachableElements(page)).filter((each) => each.startsWith(finding))).toHaveLength(1)
})

it('outOfReachOn finds nothing where everything can be read and reached', async () => {
  const page = await newPage({ viewport: narrowViewport })
  const table =
    '<div role="region" aria-label="Fees" tabindex="0" style="overflow-x: auto"><table style="width: 600px"><td>$1</td></table></div>'
  const bars = '<header style="position: sticky; top: 0; height: 56px; background: white"></header>'
  const long =
    '<p style="height: 2000px">Text</p><button>Save</button><span class="visually-hidden" style="position: absolute; width: 1px; overflow: hidden">for screen readers</span>'
  await page.setContent(`<style>body { margin: 0 }</style><div id="root">${bars}${table}${long}</div>`)
  expect(await unreachableElements(page)).toEqual([])
})

describe.runIf(isLong)('dialogs on a narrow phone and at 200% zoom can be read and reached', () => {
  it('by a parent', async () => {
    const found = await lookAt(await on('parent'), [
      { path: '/today', by: ['My Players'] },
      { path: '/payments?myPlayers=true', by: [/^Show /] },
    ])
    expect(found).toEqual([])
  })

  it('by an administrator', async () => {
    const { orgId, teamId } = await teamOf('admin')
    const found = await lookAt(await on('admin'), [
      { path: `/${orgId}/${teamId}/payments`, by: ['Charge a fee'] },
      { path: `/${orgId}/${teamId}/teams`, by: ['Add player'] },
      { path: `/${orgId}/${teamId}/registrations`, by: ['Create a registration'] },
      { path: `/${orgId}/${teamId}/registrations`, by: ['Help'] },
      { path: `/settings/${orgId}/administrators`, by: ['Invite administrator'] },
      { path: `/academy/assignment/${orgId}/${teamId}/organization`, by: ['New assignment'] },
      { path: `/academy/storage/${orgId}/organization`, by: ['Add', 'New link'] },
      { path: `/${orgId}/billing`, by: ['Change number'] },
    ])
    expect(found).toEqual([])
  })
})
