import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { matchRoutes } from 'react-router-dom'
import type { ScreenRecord } from '#web/screenRecord.ts'
import { screenList } from '#web/screens.ts'

/** Returns the screen that the router matches at an address. */
const at = (address: string) => {
  const path = matchRoutes(
    screenList.map(({ path }) => ({ path })),
    address,
  )?.at(-1)?.route.path
  return screenList.find((screen) => screen.path === path)
}
const org = 'o0000000000a'
const team = `${org}.t0000000000a`

const rules = readFileSync(join(import.meta.dirname, '../../web/kit/Dialog.module.css'), 'utf8')
/** Returns the width and height of a dialog shape, from the style sheet. */
const sizeOf = (shape: string) => {
  const [, rule = ''] = new RegExp(`\\.${shape}\\.${shape} \\{([^}]*)\\}`).exec(rules) ?? []
  return ['width', 'height'].map((side) => new RegExp(`\\b${side}: ([^;]*);`).exec(rule)?.[1])
}
const wide = ['min(100%, 1600px)', '100%']
const page = ['min(100%, 1024px)', 'min(100%, 800px)']
it.each([
  [`/settings/${org}/settings`, wide],
  [`/settings/${org}/administrators`, wide],
  [`/settings/${org}/registration`, wide],
  [`/settings/${org}/billing`, wide],
  [`/agreements/${org}`, page],
  [`/links/${org}`, page],
  [`/venues/${org}`, page],
  [`/o/${org}/exportPlayers`, page],
  [`/o/${org}/addPlayers`, page],
  [`/dashboard/player/${org}.p0000000000a?o=${team}`, page],
  [`/email-team/${team}`, page],
])('%s opens as a dialog of the size %j', (address, size) => {
  const screen = at(address) as ScreenRecord
  expect([screen.frame, sizeOf(screen.dialog ?? 'wide')]).toEqual(['dialog', size])
})

it.each([
  ['paymentprocessors', 'payment processors'],
  ['subscriptions', 'billing, by the keyword of the teams screen'],
])('shows the view of the keyword %s', (keyword, name) => {
  expect(at(`/${org}/teams/${keyword}`)?.name).toBe(name)
  expect(at(`/${org}/${team}/teams/${keyword}`)?.name).toBe(name)
})

it('edits and toggles payment processors on the coach teams screen only', () => {
  const web = join(import.meta.dirname, '../../web')
  const withText = (text: RegExp) =>
    globSync('**/*.tsx', { cwd: web })
      .filter((file) => text.test(readFileSync(join(web, file), 'utf8')))
      .toSorted()
  const view = 'money/ProcessorsScreen'
  expect(withText(/payment-accounts\/(update|toggle)/)).toEqual(['money/ProcessorDialogs.tsx', `${view}.tsx`])
  expect(withText(/ProcessorDialogs/)).toEqual([`${view}.tsx`])
  const paths = screenList.filter((screen) => 'file' in screen && screen.file === view).map(({ path }) => path)
  expect(paths).toEqual(['/:orgId/:teamId?/teams/paymentprocessors'])
})

it('lists the screens of all areas, whose names are unique', () => {
  const areas = import.meta.glob<Record<string, object>>('../../web/*/screens.ts', { eager: true })
  const names = Object.values(areas).flatMap((area) => Object.values(area).flatMap((records) => Object.keys(records)))
  expect(screenList.map(({ screen }) => screen).sort()).toEqual(names.sort())
})
