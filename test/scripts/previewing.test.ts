import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Template } from '#scripts/deploy/templates.ts'
import { aBucket } from './bucketServer.ts'
import { aCheckout } from './aCheckout.ts'

const s3 = await aBucket()
const { files } = s3
afterAll(s3.close)

const { put, deploy, deployIn } = aCheckout(s3.origin)

const table = (KeySchema: string) => ({ Type: 'AWS::DynamoDB::GlobalTable', Properties: { KeySchema } })
const lambda = (Code: string) => ({ Type: 'AWS::Lambda::Function', Properties: { Code } })
const policy = (...Action: string[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: { PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource: 'team' }] } },
})
const assembly = (Resources: Template['Resources']) => ({
  'manifest.json': '{}',
  'touchline-dev-data.template.json': JSON.stringify({ Resources }),
})
const [older, newest] = ['2026-11-08T10:00:00.000Z', '2026-11-15T10:00:00.000Z'] as const
const deployed = (at: string, Resources: Template['Resources']) =>
  files.set(`touchline/dev/deployments/${at}.json.gz`, gzipSync(JSON.stringify(assembly(Resources))))

beforeEach(() => {
  files.clear()
  put(assembly({ Table: table('pk'), today: lambda('2'), Rights: policy('Get', 'Put') }))
})

const synthesis = ['npm run -s build', 'cdk synth -c stage=dev --quiet --no-notices']

test('a preview lists the changes since the last deployment, without deploying or storing anything', async () => {
  deployed(older, { Table: table('pk') })
  deployed(newest, { Table: table('pk'), today: lambda('1'), Rights: policy('Get') })
  const before = [...files.keys()]
  const { out, err, code, commands } = await deploy('--preview')
  expect(out).toBe(`Changes since the deployment of ${newest}:
  Functions with new code: today.
  IAM Policy: 1 changed.
New permissions:
  Rights: may Put on team
`)
  expect([err, code]).toEqual(['', 0])
  expect(commands).toEqual(synthesis)
  expect([...files.keys()]).toEqual(before)
}, 60_000)

test('a preview lists data that would be lost, while a deployment is rejected without --lose-data', async () => {
  deployed(newest, { Table: table('id'), today: lambda('2'), Rights: policy('Get', 'Put') })
  const lost =
    'Data that would be lost:\n  GlobalTable Table is replaced by an empty one, because its KeySchema changes.\n'
  const preview = await deploy('--preview')
  expect([preview.out.endsWith(lost), preview.err, preview.code]).toEqual([true, '', 0])
  const refused = await deploy('--despite-weaknesses')
  expect(refused.out).toContain(lost)
  expect([refused.err, refused.code]).toEqual([
    'Nothing was deployed, because data would be lost. To deploy anyway, add --lose-data.\n',
    1,
  ])
  expect(refused.commands.filter((command) => command.startsWith('cdk deploy'))).toEqual([])
  expect([...files.keys()]).toHaveLength(1)
}, 60_000)

test('a preview says if nothing changes, and if there is no earlier deployment', async () => {
  expect(await deploy('--preview')).toMatchObject({
    out: 'There is no record of an earlier deployment of dev: everything would be new.\n',
    ...{ err: '', code: 0, commands: synthesis },
  })
  deployed(newest, { Table: table('pk'), today: lambda('2'), Rights: policy('Get', 'Put') })
  const { out, code } = await deploy('--preview')
  expect([out, code]).toEqual([`Nothing has changed since the deployment of ${newest}.\n`, 0])
  expect([...files.keys()]).toHaveLength(1)
}, 60_000)

test('a deployment that stops after another stopped one suggests a rollback, and the first one does not', async () => {
  const same = { Table: table('pk'), today: lambda('1'), Rights: policy('Get', 'Put') }
  deployed(newest, same)
  const stops = () => deployIn({ STOPS_AT: '--all' }, '--despite-weaknesses')
  const first = await stops()
  expect([first.code, first.err]).toEqual([1, expect.not.stringContaining('--rollback')])
  const second = await stops()
  expect(second.err).toContain(
    `first go back to the last one that succeeded, of ${newest}: npm run deploy -- --stage dev --rollback. Then deploy again.`,
  )
}, 60_000)
