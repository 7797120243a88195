import { expect, test } from 'vitest'
import { mediaFolders } from '#functions/registry.ts'
import { prefixesOf } from '#infra/prefixes.ts'
import { routes } from '#shared/api/index.ts'
import { screenList } from '#web/screens.ts'
import { isPage } from '#web/worker/pages.ts'

const elsewhere = [
  ...prefixesOf(routes.map(({ key }) => key)),
  ...mediaFolders.map((folder) => `/${folder}/*`),
  '/_local/*',
]
const id = 'o0000000000a'

test.each(screenList.filter(({ path }) => path !== '*'))(
  'the service worker treats the screen $path as a page of the app',
  ({ path }) => {
    const address = path
      .replace(':orgId', id)
      .replace(':teamId', `${id}.t0000000000a`)
      .replaceAll(/:\w+\??/g, 'x')
    expect(isPage(address, elsewhere)).toBe(true)
  },
)

test.each(routes.map(({ key }) => key))('the service worker does not treat the route %s as a page', (key) => {
  const path = key.slice(key.indexOf(' ') + 1).replaceAll(/\{\w+\}/g, `${id}.t0000000000a.e0000000000a`)
  expect(isPage(path, elsewhere)).toBe(false)
})

test.each([
  '/avatar/9d0ef187',
  '/_local/mail',
  '/config.json',
  '/sw.js',
  '/icons/icon-192.png',
  '/assets/shell-BhL9m59M.js',
])('the service worker does not treat the file %s as a page', (path) => expect(isPage(path, elsewhere)).toBe(false))
