import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBucket } from './bucketServer.ts'
import { aCheckout } from './aCheckout.ts'

const s3 = await aBucket()
afterAll(s3.close)
const { put, deploy } = aCheckout(s3.origin)
beforeEach(() => s3.files.clear())

type Stack = { keys?: string[]; takes?: string[]; gives?: string[] }
const assembly = (stacks: Record<string, Stack>) =>
  Object.fromEntries(
    Object.entries(stacks).map(([name, { keys = [], takes = [], gives = [] }]) => [
      `touchline-dev-${name}.template.json`,
      JSON.stringify({
        Resources: {
          Takes: { Type: 'x', Properties: takes.map((each) => ({ 'Fn::ImportValue': each })) },
          ...Object.fromEntries(
            keys.map((RouteKey, i) => [`Route${i}`, { Type: 'AWS::ApiGatewayV2::Route', Properties: { RouteKey } }]),
          ),
        },
        Outputs: Object.fromEntries(gives.map((Name, i) => [`Given${i}`, { Value: i, Export: { Name } }])),
      }),
    ]),
  )
const gateway = { gives: ['api'] }
const signedIn = { takes: ['api'] }
const [today, open, line] = ['GET /today', 'GET /open', '$connect']
const before = {
  api: { ...gateway, keys: [open, line] },
  routes: { ...signedIn, keys: [today, 'GET /stays'] },
  'more-routes': { ...signedIn, keys: ['GET /more'] },
}
const deployed = () =>
  s3.files.set('touchline/dev/deployments/2026-11-15T10:00:00.000Z.json.gz', gzipSync(JSON.stringify(assembly(before))))

test.each([
  [
    'to the gateway’s stack',
    { api: { ...before.api, keys: [open, today] }, routes: { ...signedIn, keys: ['GET /stays'] } },
    'api',
  ],
  [
    'to a stack beside it',
    { routes: signedIn, 'more-routes': { ...signedIn, keys: ['GET /more', today] } },
    'more-routes',
  ],
])(
  'a stack that loses a route to another is deployed first, alone: %s',
  async (_, after, to) => {
    deployed()
    put(assembly({ ...before, ...after }))
    const { out, deployed: stacks } = await deploy('--despite-weaknesses')
    expect(out).toContain(
      `GET /today moves from touchline-dev-routes to touchline-dev-${to}, and is unavailable until touchline-dev-${to} is deployed.\n`,
    )
    expect(stacks).toEqual(['touchline-dev-routes --exclusively', '--all'])
  },
  60_000,
)

test('a stack that exports to the other is deployed before it without a separate step', async () => {
  deployed()
  put(assembly({ ...before, api: gateway, routes: { ...signedIn, keys: [today, 'GET /stays', open] } }))
  const { out, deployed: stacks } = await deploy('--despite-weaknesses')
  expect([out.includes('is away'), stacks]).toEqual([false, ['--all']])
}, 60_000)

test.each([
  [
    'each gets a route of the other',
    { routes: { ...signedIn, keys: ['GET /more', 'GET /stays'] }, 'more-routes': { ...signedIn, keys: [today] } },
  ],
  [
    'it imports what no stack exports yet',
    { api: { ...before.api, keys: [today], gives: ['api', 'new'] }, routes: { takes: ['api', 'new'] } },
  ],
])(
  'nothing is deployed if the losing stack cannot be first: %s',
  async (_, after) => {
    deployed()
    put(assembly({ ...before, ...after }))
    const { err, deployed: stacks } = await deploy('--despite-weaknesses')
    expect(err).toBe(
      'The stacks that lose a route cannot be deployed first: deploy once without these routes, then with them. Nothing was deployed.\n',
    )
    expect(stacks).toEqual([])
  },
  60_000,
)
