// apart: it changes keys, so it has its own secrets
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { App } from 'aws-cdk-lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SecretName } from '#functions/registry.ts'
import type { Sealed } from '#functions/secrets/sealed.ts'
import { root } from '#infra/bundle.ts'
import { dataStack } from '#infra/data.ts'
import { stageNamed } from '#infra/stages.ts'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { rotate } from '#scripts/rotate/rotate.ts'
import { folder } from '../../infra/synthesized.ts'
import { serveSecrets } from '../dynamodb.ts'

let secrets: SecretsManagerClient
let close = () => {}
beforeAll(async () => {
  const app = new App({ outdir: folder(), builtinCloudFormationValidation: false })
  dataStack(app, stageNamed('local'))
  app.synth()
  const assembly = readAssembly(app.outdir, { origin: 'http://127.0.0.1', secretValue: () => 'a secret of the tests' })
  const served = await serveSecrets(assembly, folder())
  close = served.close
  const arns = assembly.ofType('AWS::SecretsManager::Secret').map(assembly.arn)
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = served.endpoint
  process.env['CURSORS_SECRET'] = arns.find((arn) => arn.includes('CursorSecret'))
  process.env['LINKS_SECRET'] = arns.find((arn) => arn.includes('LinkSecret'))
  process.env['PUSH_SECRET'] = arns.find((arn) => arn.includes('PushSecret'))
  process.env['SEALS_SECRET'] = arns.find((arn) => arn.includes('SealSecret'))
  secrets = new SecretsManagerClient({ region: assembly.region, endpoint: served.endpoint })
  // The first synthesis waits for CDK to load.
}, 120_000)
afterAll(() => close())

const later = () => new Date(Date.now() + 3_600_000)
const arnOf = (name: SecretName) => process.env[`${name.toUpperCase()}_SECRET`] ?? ''

/** A freshly started function, with no keys cached. */
async function started() {
  vi.resetModules()
  return import('#functions/secrets/signing.ts')
}

test('rotation of any other secret is rejected', async () => {
  const other = rotate(secrets, 'arn:aws:secretsmanager:us-east-1:1:secret:OriginSecret', {
    leaked: true,
    now: later(),
  })
  await expect(other).rejects.toThrow(/Only CursorSecret, LinkSecret and SealSecret/)
})

test('rotation of the push key is rejected with the reason and the runbook’s chapter for a leak', async () => {
  const SecretId = arnOf('push')
  const before = await secrets.send(new GetSecretValueCommand({ SecretId }))
  const [, page = ''] = await rotate(secrets, SecretId, { leaked: true, now: later() }).then(
    () => [],
    ({ message }: Error) =>
      /until its owner turns notifications off and on\..* RUNBOOK\.md, "(.+)"/.exec(message) ?? [],
  )
  expect(page).not.toBe('')
  expect(readFileSync(join(root, 'infra/RUNBOOK.md'), 'utf8')).toContain(`\n## ${page}\n`)
  expect((await secrets.send(new GetSecretValueCommand({ SecretId }))).VersionId).toBe(before.VersionId)
})

describe('the sealing keys', () => {
  const item = { pk: 'KEY#o1.a1', sk: 'KEY' }
  async function sealing() {
    vi.resetModules()
    return import('#functions/secrets/sealed.ts')
  }

  test('stay usable after someone has set another value by hand', async () => {
    const { seal } = await sealing()
    const sealed = await seal(item, 'api_before')
    const SecretString = 'b'.repeat(64)
    await secrets.send(new PutSecretValueCommand({ SecretId: arnOf('seals'), SecretString }))
    for (let i = 0; i < 2; i++) await rotate(secrets, arnOf('seals'), { leaked: true, now: later() })
    const { unseal } = await sealing()
    expect(await unseal(item, sealed)).toBe('api_before')
  })

  test('can be rotated any number of times, and everything sealed with earlier ones can be decrypted', async () => {
    const long = await sealing()
    const sealed: Sealed[] = [await long.seal(item, 'first')]
    for (const text of ['second', 'third', 'fourth']) {
      await rotate(secrets, arnOf('seals'), { leaked: true, now: later() })
      sealed.push(await (await sealing()).seal(item, text))
    }
    expect(new Set(sealed.map((each) => each.split(':')[1])).size).toBeGreaterThanOrEqual(3)
    const opened = await sealing()
    expect(await Promise.all(sealed.map((each) => opened.unseal(item, each)))).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ])
    // A function that has been running all along fetches keys it does not know.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await Promise.all(sealed.map((each) => long.unseal(item, each)))).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ])
  })
})

describe.each(['cursors', 'links'] as const)('the key of %s', (name) => {
  test('is rotated while functions sign and verify, and no signature fails', async () => {
    const functions = [await started(), await started(), await started()]
    const old = (await functions[0]?.signatureOf(name, 'old')) ?? ''
    const done = new AbortController()
    let read = 0
    const failed: string[] = []
    const work = functions.map(async (one, i) => {
      for (let turn = 0; !done.signal.aborted || turn < 50; turn++) {
        const text = `${i} ${turn}`
        const signature = await one.signatureOf(name, text)
        for (const other of functions) {
          if (!(await other.isSigned(name, text, signature))) failed.push(text)
          read++
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    const id = await rotate(secrets, arnOf(name), { leaked: false, now: later() })
    // A function started afterwards knows the previous key; of two equally recent keys, as all are here, the new one signs.
    const fresh = await started()
    expect((await fresh.signatureOf(name, 'new')).slice(0, 8)).toBe(id?.slice(0, 8))
    for (const each of [fresh, ...functions]) expect(await each.isSigned(name, 'old', old)).toBe(true)
    done.abort()
    await Promise.all(work)
    expect(failed).toEqual([])
    expect(read).toBeGreaterThanOrEqual(450)
  })

  test('cannot be rotated twice within 15 minutes, except after a leak', async () => {
    const old = await (await started()).signatureOf(name, 'leaked')
    await rotate(secrets, arnOf(name), { leaked: false, now: later() })
    const again = rotate(secrets, arnOf(name), { leaked: false, now: new Date() })
    await expect(again).rejects.toThrow(/less than fifteen minutes/)
    expect(await (await started()).isSigned(name, 'leaked', old)).toBe(true)
    await rotate(secrets, arnOf(name), { leaked: true, now: new Date() })
    expect(await (await started()).isSigned(name, 'leaked', old)).toBe(false)
  })
})
