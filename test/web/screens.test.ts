import { expect, it } from 'vitest'
import { matchRoutes } from 'react-router-dom'
import { screenList } from '#web/screens.ts'

/** The screen that the router shows at an address. */
const at = (address: string) => {
  const path = matchRoutes(
    screenList.map(({ path }) => ({ path })),
    address,
  )?.at(-1)?.route.path
  return screenList.find((screen) => screen.path === path)
}
const org = 'o0000000000a'
const team = `${org}.t0000000000a`

it.each([
  `/settings/${org}/settings`,
  `/settings/${org}/administrators`,
  `/settings/${org}/registration`,
  `/settings/${org}/billing`,
  `/agreements/${org}`,
  `/links/${org}`,
  `/venues/${org}`,
  `/dashboard/player/${org}.p0000000000a?o=${team}`,
  `/email-team/${team}`,
])('%s opens over the page', (address) => expect(at(address)?.frame).toBe('dialog'))

it.each([
  ['paymentprocessors', 'payment processors'],
  ['subscriptions', 'billing, by the keyword of the teams screen'],
])('the keyword %s shows its own view', (keyword, name) => {
  expect(at(`/${org}/teams/${keyword}`)?.name).toBe(name)
  expect(at(`/${org}/${team}/teams/${keyword}`)?.name).toBe(name)
})

it('has each area’s screens, and no two areas call one the same', () => {
  const areas = import.meta.glob<Record<string, object>>('../../web/*/screens.ts', { eager: true })
  const names = Object.values(areas).flatMap((area) => Object.values(area).flatMap((records) => Object.keys(records)))
  expect(screenList.map(({ screen }) => screen).sort()).toEqual(names.sort())
})
