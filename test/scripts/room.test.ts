import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBucket } from './bucketServer.ts'
import { aCheckout } from './aCheckout.ts'

const s3 = await aBucket()
afterAll(s3.close)
const { put, deploy, deployWhere } = aCheckout(s3.origin)

const routes = (from: number, to: number) =>
  Object.fromEntries(
    Array.from({ length: to - from }, (_, i) => [
      `Route${i}`,
      { Type: 'AWS::ApiGatewayV2::Route', Properties: { RouteKey: `GET /${from + i}` } },
    ]),
  )
const templateOf = (Resources: object) => JSON.stringify({ Resources })
/** 310 routes in two stacks; WebSocket routes do not count. */
const assembly = {
  'manifest.json': '{}',
  'touchline-dev-api.template.json': templateOf({
    ...routes(0, 110),
    Line: { Type: 'AWS::ApiGatewayV2::Route', Properties: { RouteKey: '$connect' } },
  }),
  'touchline-dev-routes.template.json': templateOf(routes(110, 310)),
}
beforeEach(() => {
  s3.files.clear()
  put(assembly)
})

const account: [string | null, number] = [null, 300]
const says = (apis: string[], ...quotas: [string | null, number][]) => ({
  "apigatewayv2 get-apis --query Items[?Name=='touchline-dev-api'].ApiId": apis,
  'service-quotas list-service-quotas --service-code apigateway --quota-code L-65B5C802': quotas,
})
const given = (api: string, most: number): [string, number] => [`arn:aws:apigateway:us-east-1::/apis/${api}`, most]
const ask =
  'The gateway a1 may have 300 routes, but needs 310: in Service Quotas, request 1,000 "Routes per HTTP API" (L-65B5C802) for the resource arn:aws:apigateway:us-east-1::/apis/a1, and deploy again once that is granted.'

test.each([
  ['no increase was granted', says(['a1'], account)],
  ['another gateway’s increase was granted', says(['a1'], account, given('b2', 1000))],
])(
  'nothing is deployed if the gateway has a lower quota of routes: %s',
  async (_, answers) => {
    const { err, code, deployed } = await deployWhere(answers, '--despite-weaknesses')
    expect([err, code, deployed]).toEqual([`${ask} Nothing was deployed.\n`, 1, []])
    const preview = await deployWhere(answers, '--preview')
    expect([preview.out.includes(ask), preview.code]).toEqual([true, 0])
  },
  60_000,
)

test('a first deployment creates the gateway, and says which quota to request', async () => {
  const { out, err, code, deployed } = await deployWhere(says([], account), '--despite-weaknesses')
  expect(out).toContain('The gateway needs 310 routes, but a new one may only have 300.')
  expect(err).toContain('The gateway now exists.')
  expect([code, deployed]).toEqual([1, ['touchline-dev-api']])
  expect([...s3.files.keys()].filter((key) => key.includes('/deployments/'))).toEqual([])
}, 60_000)

test.each([
  ['a large enough increase was granted', says(['a1'], account, given('a1', 1000)), []],
  ['the aws command does not return the quota', {}, []],
  ['--despite-quota is given', says(['a1'], account), ['--despite-quota']],
])(
  'everything is deployed when %s',
  async (_, answers, args) => {
    const { deployed, code } = await deployWhere(answers, '--despite-weaknesses', ...args)
    expect([deployed, code]).toEqual([['--all'], 0])
  },
  60_000,
)

test('the quota is not queried for few routes', async () => {
  put({ ...assembly, 'touchline-dev-routes.template.json': templateOf(routes(110, 300)) })
  const { commands } = await deploy('--despite-weaknesses')
  expect(commands.filter((each) => each.startsWith('aws apigatewayv2'))).toEqual([])
}, 60_000)
