import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { dataStack } from '#infra/data.ts'
import { stageNamed } from '#infra/stages.ts'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { createTables } from '#scripts/local/services/dynamodb/createTables.ts'
import { startDynamoDb } from '#scripts/local/services/dynamodb/startDynamoDb.ts'

/** DynamoDB Local with the very table that deploys, for all tests of functions; each makes clubs of its own in it. */
export async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-table-'))
  const app = new App({ outdir: join(folder, 'assembly') })
  dataStack(app, stageNamed('local'))
  app.synth()
  const assembly = readAssembly(app.outdir, { origin: 'http://127.0.0.1', secretValue: () => 'a secret of the tests' })
  const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable')
  if (!table) throw new Error('The data stack has no table.')
  const { endpoint, close } = await startDynamoDb({ dir: join(folder, 'dynamodb') })
  await createTables(assembly, endpoint)
  Object.assign(process.env, {
    TABLE_NAME: assembly.physicalId(table),
    AWS_REGION: assembly.region,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    CURSOR_SECRET: 'a secret of the tests',
    LINK_SECRET: 'another secret of the tests',
  })
  return async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}
