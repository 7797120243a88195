import { matchRoutes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { areIdsValid, screenAt } from '#web/paths.ts'
import { screenList } from '#web/screens.ts'

const ids: Record<string, string> = {
  orgId: 'o0000000000a',
  id: 'o0000000000a',
  teamId: 'o0000000000a.t0000000000a',
  agreementId: 'o0000000000a.w0000000000a',
  playerId: 'o0000000000a.p0000000000a',
  invitationId: 'o0000000000a.t0000000000a.i0000000000a',
  storageItemId: 'o0000000000a.s0000000000a',
}
/** Fills in a path pattern, with or without its optional parameters. */
const filledIn = (path: string, whole: boolean) =>
  path
    .split('/')
    .filter((segment) => whole || !segment.endsWith('?'))
    .map((segment) => (segment.startsWith(':') ? (ids[segment.replace(/^:|\?$/g, '')] ?? 'x1') : segment))
    .join('/')
    .replace('*', 'nowhere/at-all')
const addresses = screenList.flatMap(({ path }) => [filledIn(path, true) || '/', filledIn(path, false) || '/'])
const routes = screenList.map(({ screen, path }) => ({ id: screen, path }))

describe('the screen at an address', () => {
  it('is the one the router finds, in whichever form the address is written', () => {
    const written = addresses.flatMap((path) => [
      path,
      `${path}/`,
      path.toUpperCase(),
      path.replace(/[a-z]/, (letter) => `%${letter.codePointAt(0)?.toString(16)}`),
      `${path}/more`,
      `/today${path}`,
      `${path}%`,
      path.replace('/', '%2F'),
    ])
    for (const pathname of written) {
      const found = matchRoutes(routes, pathname)?.at(-1)
      // An invalid id leads to Not found, whatever the router matches.
      const expected = found && areIdsValid(found.params) ? found.route.id : 'notFound'
      const { screen, params } = screenAt(pathname)
      expect([pathname, screen, params]).toEqual([pathname, expected, found?.params ?? {}])
    }
  })
  it.each(screenList.filter(({ path }) => path !== '*').map(({ screen, path }) => [screen, path]))(
    '%s is found at %s',
    (screen, path) => {
      expect(screenAt(filledIn(path, true)).screen).toBe(screen)
    },
  )
})
