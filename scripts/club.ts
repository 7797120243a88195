import { parseArgs } from 'node:util'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { region } from '#infra/stages.ts'
import { isId } from '#shared/ids.ts'
import { exportClub } from './club/exportClub.ts'
import { importClub } from './club/importClub.ts'

const help = `Exports a club from a stage, or imports it into another; scripts/club/README.md describes what is included.

  npm run club -- export <id> --to <folder>  --table <TableName> --media <MediaBucket>
  npm run club -- import <folder>            --table <TableName> --media <MediaBucket> --pool <UserPoolId>

The names are printed by the stage's deployment.`

const option = { type: 'string', default: '' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { table: option, media: option, pool: option, to: option, help: { type: 'boolean' } },
})
const [command, argument = ''] = positionals
const { table: TableName, media: Bucket, pool: UserPoolId, to } = values
const at = { region }
const table = { db: new DynamoDBClient(at), TableName }
// A configured endpoint is the local cloud's, which uses path-style bucket addresses.
const media = { s3: new S3Client({ ...at, forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined }), Bucket }

if (command === 'export' && isId('organization', argument) && to && TableName && Bucket)
  console.log(await exportClub({ table, media, organizationId: argument, folder: to }))
else if (command === 'import' && argument && TableName && Bucket && UserPoolId) {
  const pool = { accounts: new CognitoIdentityProviderClient(at), UserPoolId }
  console.log(await importClub({ table, media, pool, folder: argument, now: new Date().toISOString() }))
} else {
  console.log(help)
  if (!values.help) process.exitCode = 1
}
