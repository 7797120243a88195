import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import type { TestProject } from 'vitest/node'
import { dataStack } from '#infra/data.ts'
import { stageNamed } from '#infra/stages.ts'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { createClock } from '#scripts/local/clock.ts'
import { createTables } from '#scripts/local/services/dynamodb/createTables.ts'
import { startDynamoDb } from '#scripts/local/services/dynamodb/startDynamoDb.ts'
import { secretsHandler } from '#scripts/local/services/secrets/handle.ts'
import { openSecrets } from '#scripts/local/services/secrets/store.ts'
import type { Assembly } from '#scripts/local/types.ts'

/**
 * DynamoDB Local with the table as deployed, for all function tests; each test makes its own clubs in it. One instance per
 * worker, as DynamoDB Local handles requests one at a time.
 */
export async function setup({ vitest }: TestProject) {
  // Files that run in a process of their own use the same one.
  if (process.env.TABLE_NAME) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'touchline-table-'))
  // The infrastructure tests validate the templates against CloudFormation's rules, which take seconds to load.
  const app = new App({ outdir: join(folder, 'assembly'), builtinCloudFormationValidation: false })
  dataStack(app, stageNamed('local'))
  app.synth()
  const assembly = readAssembly(app.outdir, { origin: 'http://127.0.0.1', secretValue: () => 'a secret of the tests' })
  const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable')
  if (!table) throw new Error('The data stack has no table.')
  const TableName = assembly.physicalId(table)
  const workers = Array.from({ length: vitest.config.maxWorkers })
  const databases = await Promise.all(workers.map(() => database(assembly)))
  const secrets = await serveSecrets(assembly, folder)
  const arnOf = (name: string) =>
    assembly
      .ofType('AWS::SecretsManager::Secret')
      .map(assembly.arn)
      .find((arn) => arn.includes(name))
  Object.assign(process.env, {
    TABLE_NAME: TableName,
    AWS_REGION: assembly.region,
    DATABASES: databases.map(({ endpoint }) => endpoint).join(' '),
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    CURSORS_SECRET: arnOf('CursorSecret'),
    LINKS_SECRET: arnOf('LinkSecret'),
    PUSH_SECRET: arnOf('PushSecret'),
    SEALS_SECRET: arnOf('SealSecret'),
    // Nothing listens there: tests that deliver to a club’s webhook set that up themselves.
    WEBHOOKS_ADDRESS: 'http://127.0.0.1:41733/webhooks',
  })
  return async () => {
    await Promise.all(databases.map(({ close }) => close()))
    secrets.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function database(assembly: Assembly) {
  const { endpoint, close } = await startDynamoDb({})
  // No streams, as no worker of the product follows the table here. `projections.ts` emulates partial index projections.
  await createTables(assembly, endpoint, { streams: false, wide: true })
  return { endpoint, close }
}

/** Secrets Manager with the data stack's secrets, served by the local cloud's implementation. */
export async function serveSecrets(assembly: Assembly, dir: string) {
  const handle = secretsHandler(assembly, openSecrets(dir, createClock()))
  const server = createServer((request, response) => void handle(request, response, '/'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
