import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Template } from '#scripts/deploy/templates.ts'
import { aBucket } from './aBucket.ts'
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

test('a preview says what changes beside the last deployment, and neither deploys nor puts anything down', async () => {
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

test('it tells of data that would be lost and goes on, where a deployment is refused unless that is meant', async () => {
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

test('it says where nothing changes, and where nothing was deployed before', async () => {
  expect(await deploy('--preview')).toMatchObject({
    out: 'There is no record of an earlier deployment of dev: everything would be new.\n',
    ...{ err: '', code: 0, commands: synthesis },
  })
  deployed(newest, { Table: table('pk'), today: lambda('2'), Rights: policy('Get', 'Put') })
  const { out, code } = await deploy('--preview')
  expect([out, code]).toEqual([`Nothing has changed since the deployment of ${newest}.\n`, 0])
  expect([...files.keys()]).toHaveLength(1)
}, 60_000)

test('one that stops after another had stopped says the way out, and the first that stops does not', async () => {
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
