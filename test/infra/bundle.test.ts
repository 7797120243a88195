import { existsSync, readdirSync, readFileSync } from 'node:fs'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { gzipSync } from 'node:zlib'
import { buildFolder, bundleFunctions, entries, filesLoadedAtStart, root } from '#infra/bundle.ts'
import { registry } from '#infra/registry.ts'
import { routes } from '#shared/api/index.ts'
import { buildLock, withLock } from '#scripts/local/start/build.ts'
import { bundles } from '#scripts/local/start/bundles.ts'

/** The same bundles as for the local cloud and the e2e tests, built once for all. */
const outdir = join(buildFolder, 'functions')
beforeAll(() => withLock(join(root, buildLock), bundles), 300_000)

const said = routes.map(({ route }) => route.does)

describe.each(Object.keys(entries))('the bundle of %s', (name) => {
  const file = join(outdir, name, 'index.mjs')

  test('runs standalone and exports a handler', async () => {
    expect((await import(/* @vite-ignore */ file)).handler).toBeTypeOf('function')
  })

  test('omits what never runs in Lambda, and has a separate source map', () => {
    const parts = readdirSync(join(outdir, name)).filter((part) => part.endsWith('.mjs'))
    const text = parts.map((part) => readFileSync(join(outdir, name, part), 'utf8')).join('\n')
    const imported = [...text.matchAll(/import\("([^"]+)"\)/g)].map(([, module = '']) => module)
    const others = imported.filter((module) => !/^node:|^\.\//.test(module))
    expect(others).toEqual(['@smithy/core/event-streams'])
    expect(parts.length > 1).toBe(registry[name]?.codeSplitting === true)
    expect(text).not.toContain('sourceMappingURL')
    // Route descriptions are only for readers of the contract; and the product never calls the backup API.
    expect(said.filter((words) => text.includes(words))).toEqual([])
    expect(text).not.toMatch(/\brefuses:\[/)
    expect(text).not.toContain('BackupInUseException')
    // If `import()` reaches the table in a bundle that is not split into chunks, all commands of its client are included: 20 KB.
    expect(text).not.toContain('"CreateBackup"')
    expect(existsSync(`${file}.map`)).toBe(true)
  })
})

const kbOf = (name: string, files: Iterable<string>) =>
  [...files].reduce(
    (sum, part) => sum + gzipSync(readFileSync(join(outdir, name, part)), { level: 9 }).length / 1024,
    0,
  )

test.each(['session', 'today', 'calendar', 'teams', 'chat'])(
  '%s, which every visit waits for, loads at most 84 KB at start',
  (name) => {
    expect(kbOf(name, filesLoadedAtStart(join(outdir, name)))).toBeLessThanOrEqual(84)
  },
)

test('mail-send loads at most 90 KB at start, and each area’s letters on demand', () => {
  const sender = join(outdir, 'mail-send')
  const kb = (files: Iterable<string>) => kbOf('mail-send', files)
  const all = readdirSync(sender).filter((part) => part.endsWith('.mjs'))
  expect(kb(filesLoadedAtStart(sender))).toBeLessThanOrEqual(90)
  expect(kb(all)).toBeGreaterThan(kb(filesLoadedAtStart(sender)) + 20)
})

test('a function calls the table of its own region with a signature when no endpoint is set', async () => {
  const environment = {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'a key',
    AWS_SECRET_ACCESS_KEY: 'a secret',
    AWS_ENDPOINT_URL_DYNAMODB: undefined,
    TABLE_NAME: 'clubs',
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const asked = vi.spyOn(https, 'request').mockImplementation(() => {
    throw new Error('Unexpected request.')
  })
  vi.spyOn(console, 'error').mockReturnValue()
  syncBuiltinESMExports()
  const { handler } = (await import(/* @vite-ignore */ join(outdir, 'today', 'index.mjs?asks'))) as {
    handler: (event: object, context: object) => Promise<{ statusCode: number }>
  }
  const claims = { sub: 'u', username: 'u', token_use: 'access', auth_time: '1', iat: '1', exp: '9999999999' }
  const http = { method: 'GET', path: '/rest-api/today/requests', sourceIp: '192.0.2.1' }
  const event = {
    version: '2.0',
    routeKey: 'GET /rest-api/today/requests',
    rawPath: http.path,
    rawQueryString: '',
    headers: {},
    requestContext: { http, authorizer: { jwt: { claims } }, timeEpoch: Date.now() },
  }
  expect((await handler(event, { getRemainingTimeInMillis: () => 5000 })).statusCode).toBe(500)
  const [options] = asked.mock.calls[0] as unknown as [{ host: string; headers: Record<string, string> }]
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  syncBuiltinESMExports()
  expect(options.host).toBe('dynamodb.eu-central-1.amazonaws.com')
  expect(options.headers['authorization']).toMatch(
    /^AWS4-HMAC-SHA256 Credential=a key\/\d{8}\/eu-central-1\/dynamodb\//,
  )
})

test('bundling an unknown function is rejected by name', async () => {
  await expect(bundleFunctions({ areas: ['todya'] })).rejects.toThrow(/There is no function "todya": choose from/)
})
