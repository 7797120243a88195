import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { root } from '#infra/bundle.ts'
import { folder } from '../infra/synthesized.ts'
import { aBucket } from './bucketServer.ts'

const s3 = await aBucket()
const { files } = s3
afterAll(s3.close)

const home = folder()
const asked = join(home, 'asked.txt')
const stacksAsked = join(home, 'stacks.txt')
const cdk = join(home, 'cdk.mjs')
const instead = join(home, 'instead.mjs')
// A stub for the cdk command that records which assembly it was to deploy, and the outputs of the deployment.
writeFileSync(
  cdk,
  `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
const after = (name) => process.argv[process.argv.indexOf(name) + 1]
appendFileSync(${JSON.stringify(asked)}, readFileSync(join(after('--app'), 'release.json'), 'utf8') + '\\n')
const stacks = process.argv.slice(process.argv.indexOf('deploy') + 1, process.argv.indexOf('--app'))
appendFileSync(${JSON.stringify(stacksAsked)}, stacks.join(' ') + '\\n')
if (process.env.CDK_STOPS) process.exit(1)
mkdirSync(dirname(after('--outputs-file')), { recursive: true })
writeFileSync(after('--outputs-file'), '{}')`,
)
writeFileSync(
  instead,
  `import processes from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
const { spawn } = processes
processes.spawn = (command, args, options) =>
  command === 'cdk' ? spawn(process.execPath, [${JSON.stringify(cdk)}, ...args], options) : spawn(command, args, options)
syncBuiltinESMExports()`,
)

async function deploy(args: string[], env: Record<string, string> = {}) {
  writeFileSync(asked, '')
  writeFileSync(stacksAsked, '')
  const child = spawn(
    process.execPath,
    ['--import', instead, join(root, 'scripts/deploy.ts'), '--stage', 'dev', ...args],
    {
      env: {
        ...{ HOME: home, PATH: home, AWS_EC2_METADATA_DISABLED: 'true' },
        ...{ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
        AWS_ENDPOINT_URL_S3: s3.origin,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const [deployed, stacks] = [asked, stacksAsked].map((name) => readFileSync(name, 'utf8').trim())
  return { out, err, code, deployed, stacks: stacks?.split('\n') }
}

const instants = ['2026-11-01T10:00:00.000Z', '2026-11-08T10:00:00.000Z', '2026-11-15T10:00:00.000Z'] as const
const [first, second, third] = instants
const keys = () => [...files.keys()].filter((key) => key.includes('/deployments/'))
beforeEach(() => {
  files.clear()
  for (const at of instants) {
    const assembly = { 'release.json': at, 'touchline-dev-areas.template.json': JSON.stringify({ Resources: {} }) }
    files.set(`touchline/dev/deployments/${at}.json.gz`, gzipSync(JSON.stringify(assembly)))
  }
})
const begun = (mark: object) => files.set('touchline/dev/begun.json', Buffer.from(JSON.stringify(mark)))

test('a rollback deploys the previous deployment, is stored itself, and a second one reverses it', async () => {
  begun({ at: '2026-11-15T09:50:00.000Z' })
  expect(await deploy(['--rollback'])).toMatchObject({ deployed: second, code: 0 })
  expect(keys()).toHaveLength(4)
  expect(await deploy(['--rollback'])).toMatchObject({ deployed: third, code: 0 })
}, 60_000)

test('a rollback after a stopped deployment deploys the last successful one, also when it is repeated', async () => {
  begun({ at: '2026-11-22T10:00:00.000Z' })
  expect(await deploy(['--rollback'], { CDK_STOPS: '1' })).toMatchObject({ deployed: third, code: 1 })
  expect(keys()).toHaveLength(3)
  expect(await deploy(['--rollback'])).toMatchObject({ deployed: third, code: 0 })
}, 60_000)

test('a stopped rollback to a given time is continued, and an unknown time is rejected', async () => {
  expect(await deploy(['--to', first], { CDK_STOPS: '1' })).toMatchObject({ deployed: first, code: 1 })
  expect(await deploy(['--rollback'])).toMatchObject({ deployed: first, code: 0 })
  const { err, deployed } = await deploy(['--to', '2026-10-01T10:00:00.000Z'])
  expect(err).toContain('There was no deployment at 2026-10-01T10:00:00.000Z.')
  expect(deployed).toBe('')
}, 60_000)

test('a preview of a rollback lists its changes, without deploying or storing anything', async () => {
  const { out, code, deployed } = await deploy(['--rollback', '--preview'])
  expect(out).toContain(`${second}  <- this one`)
  expect(out).toContain(`Nothing has changed since the deployment of ${third}.`)
  expect([code, deployed, keys().length]).toEqual([0, '', 3])
  expect(files.has('touchline/dev/begun.json')).toBe(false)
}, 60_000)

type Stacks = Record<string, { gives?: string[]; takes?: string[]; Resources?: object }>
const releaseOf = (at: string, stacks: Stacks) => ({
  'release.json': at,
  ...Object.fromEntries(
    Object.entries(stacks).map(([name, { gives = [], takes = [], Resources = {} }]) => [
      `touchline-dev-${name}.template.json`,
      JSON.stringify({
        Resources: {
          ...Resources,
          Takes: { Type: 'x', Properties: takes.map((each) => ({ 'Fn::ImportValue': each })) },
        },
        Outputs: Object.fromEntries(gives.map((Name, i) => [`Given${i}`, { Value: i, Export: { Name } }])),
      }),
    ]),
  ),
})
const released = (at: string, stacks: Stacks) =>
  files.set(`touchline/dev/deployments/${at}.json.gz`, gzipSync(JSON.stringify(releaseOf(at, stacks))))
/** With an additional area: what the web stack imports from the gateway, and the gateway from the areas. */
const less: Stacks = { areas: { gives: ['a'] }, api: { takes: ['a'], gives: ['b'] }, web: { takes: ['b'] } }
const more: Stacks = {
  areas: { gives: ['a', 'new'] },
  api: { takes: ['a', 'new'], gives: ['b', 'newer'] },
  web: { takes: ['b', 'newer'] },
}
const lettingGo = ['touchline-dev-web --exclusively', 'touchline-dev-api --exclusively', '--all']

test('stacks whose imports are removed release them first, importing ones before exporting ones', async () => {
  released(second, less)
  released(third, more)
  const preview = await deploy(['--rollback', '--preview'])
  const said =
    'These stacks stop using exports that will be removed, or lose routes to other stacks, and are deployed first: touchline-dev-web, touchline-dev-api.'
  expect(preview.out).toContain(said)
  expect(await deploy(['--rollback'])).toMatchObject({ stacks: lettingGo, code: 0 })
  expect(await deploy(['--rollback'])).toMatchObject({ stacks: ['--all'], code: 0 })
}, 60_000)

test('if a stack needs an export that does not exist yet, the output names the stacks to deploy before it', async () => {
  const takes = (...names: string[]) => ({
    areas: { gives: ['a', 'old'] },
    api: { gives: ['b'] },
    web: { takes: names },
  })
  released(second, { areas: { gives: ['a'] }, api: { gives: ['b', 'newer'] }, web: { takes: ['newer'] } })
  released(third, takes('a', 'old'))
  const { err, stacks } = await deploy(['--rollback'], { CDK_STOPS: '1' })
  const app = join(root, '.build/deployment')
  expect(err).toContain(
    `If an export is still in use by touchline-dev-web, which also imports new exports of touchline-dev-api, first deploy these stacks one after the other: npx cdk deploy touchline-dev-api touchline-dev-web --exclusively --app ${app}. Then deploy again.`,
  )
  expect(stacks).toEqual(['--all'])
  released(third, takes('a'))
  expect((await deploy(['--rollback'], { CDK_STOPS: '1' })).err).not.toContain('If an export')
}, 60_000)

test('a rollback deploys to all users at once with changed templates, and stores the original ones', async () => {
  const group = (name: string) => JSON.stringify({ Resources: { Group: { Type: 'x', Properties: { name } } } })
  const [canary, all] = ['Canary10Percent10Minutes', 'AllAtOnce'].map((name) =>
    group(`CodeDeployDefault.Lambda${name}`),
  ) as [string, string]
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const assembly = {
    'release.json': second,
    'touchline-dev-areas.template.json': canary,
    'touchline-dev-areas.assets.json': `{"files":{"${hashOf(canary)}":{"objectKey":"${hashOf(canary)}.json"}}}`,
    'manifest.json': `{"stackTemplateAssetObjectUrl":"s3://assets/${hashOf(canary)}.json"}`,
  }
  files.set(`touchline/dev/deployments/${second}.json.gz`, gzipSync(JSON.stringify(assembly)))
  expect(await deploy(['--rollback'])).toMatchObject({ deployed: second, code: 0 })
  const unfolded = (name: string) => readFileSync(join(root, '.build/deployment', name), 'utf8')
  expect(unfolded('touchline-dev-areas.template.json')).toBe(all)
  expect(unfolded('touchline-dev-areas.assets.json')).toBe(
    `{"files":{"${hashOf(all)}":{"objectKey":"${hashOf(all)}.json"}}}`,
  )
  expect(unfolded('manifest.json')).toContain(`/${hashOf(all)}.json`)
  const newest = files.get(keys().toSorted().at(-1) ?? '')
  expect(JSON.parse(gunzipSync(newest ?? '').toString())).toEqual(assembly)
}, 60_000)

test('stacks also release the exports of a stopped deployment first', async () => {
  released(third, less)
  const at = '2026-11-22T10:00:00.000Z'
  begun({ at, assemblies: [releaseOf(at, more)] })
  expect(await deploy(['--rollback'], { CDK_STOPS: '1' })).toMatchObject({ stacks: lettingGo.slice(0, 1), code: 1 })
  expect(await deploy(['--rollback'])).toMatchObject({ stacks: lettingGo, code: 0 })
}, 60_000)

test('stacks also release those of a stopped deployment stored in the old format', async () => {
  released(third, less)
  const at = '2026-11-22T10:00:00.000Z'
  begun({ at, assembly: releaseOf(at, more) })
  expect(await deploy(['--rollback'])).toMatchObject({ stacks: lettingGo, code: 0 })
}, 60_000)

test('a rollback that deletes data of a stopped deployment is rejected without --lose-data', async () => {
  const Files = { Type: 'AWS::S3::Bucket', Properties: {} }
  released(third, less)
  const at = '2026-11-22T10:00:00.000Z'
  begun({ at, assemblies: [releaseOf(at, { ...less, areas: { gives: ['a'], Resources: { Files } } })] })
  const { out, err, code, deployed } = await deploy(['--rollback'])
  expect(out).toContain('Data that would be lost:\n  Bucket Files is deleted with its data.\n')
  expect(err).toContain('Nothing was deployed, because data would be lost. To deploy anyway, add --lose-data.')
  expect([code, deployed]).toEqual([1, ''])
  expect(await deploy(['--rollback', '--lose-data'])).toMatchObject({ deployed: third, code: 0 })
  expect(await deploy(['--to', third])).toMatchObject({ deployed: third, code: 0 })
}, 60_000)

test('stacks release the exports of each deployment stopped since a successful one', async () => {
  released(first, more)
  released(third, less)
  const at = '2026-11-22T10:00:00.000Z'
  begun({ at, assemblies: [releaseOf(at, { areas: less['areas'] ?? {} })] })
  expect(await deploy(['--to', first], { CDK_STOPS: '1' })).toMatchObject({ deployed: first, code: 1 })
  expect(await deploy(['--to', third])).toMatchObject({ stacks: lettingGo, code: 0 })
}, 60_000)

test('a rollback to another version of OriginSecret is rejected, as it would reject all requests', async () => {
  const says = (version: string) => {
    const header = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', 'arn', `:SecretString:says::${version}}}`]] }
    return { web: { Resources: { Distribution: { Type: 'x', Properties: { header } } } } }
  }
  released(first, says('v1'))
  released(second, says('v2'))
  released(third, says('v2'))
  const sentence =
    /^That deployment used another version of OriginSecret, .* with the current originVersion in infra\/stages\.ts instead\./m
  const preview = await deploy(['--to', first, '--preview'])
  expect([preview.out, preview.code]).toEqual([expect.stringMatching(sentence), 0])
  const { err, deployed, code } = await deploy(['--to', first])
  expect([err, deployed, code]).toEqual([expect.stringMatching(sentence), '', 1])
  expect(await deploy(['--rollback'])).toMatchObject({ deployed: second, code: 0 })
}, 60_000)
