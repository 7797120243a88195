import { join } from 'node:path'
import { bucketFiles } from './services/distribution/bucketFiles.ts'
import type { Files } from './services/distribution/files.ts'
import { createTables } from './services/dynamodb/createTables.ts'
import { type DynamoDb, startDynamoDb } from './services/dynamodb/startDynamoDb.ts'
import { openQueues } from './services/sqs/queues.ts'
import { secretOf } from './services/lambda/environment.ts'
import type { Targets } from './gate/startGate.ts'
import { type MailService, startMail } from './services/ses/mail.ts'
import { called, onlyKnown } from './onlyKnown.ts'
import { type Buckets, startBuckets } from './services/s3/buckets.ts'
import type { CorsRule } from './services/s3/cors.ts'
import { secretsHandler } from './services/secrets/handle.ts'
import type { Secrets } from './services/secrets/store.ts'
import type { Assembly, Clock, Handle, Invoke, Mail, Resource } from './types.ts'
import { startUserPools, type UserPools } from './services/user-pool/user-pools.ts'

/** What keeps something: it goes on when the app changes, and its state survives a restart. */
export type Backing = {
  mail: MailService
  files: Files
  userPools: { handle: Handle; jwks(poolId: string): unknown }
  /** What stands in for the services, with the app's queues made. */
  targetsFor: (assembly: Assembly) => Promise<Targets>
  close: () => Promise<void>
}

type Options = { assembly: Assembly; dataDir: string; clock: Clock; invoke: Invoke; secrets: Secrets }

/** Starts tables, accounts, buckets, queues and mail in `dataDir`. Rejects with a StartError; nothing stays then. */
export async function startBacking({ assembly, dataDir, clock, invoke, secrets }: Options): Promise<Backing> {
  const mail = startMail({ dir: join(dataDir, 'mail'), clock })
  const buckets = openBuckets(assembly, dataDir, clock)
  const queues = openQueues(join(dataDir, 'queues'))
  const [tables, pools] = await Promise.allSettled([
    startTables(assembly, dataDir),
    openUserPools(assembly, dataDir, { clock, invoke, sendMail: mail.send }),
  ])
  const close = async (): Promise<void> => {
    if (pools.status === 'fulfilled') await pools.value.close()
    if (tables.status === 'fulfilled') await tables.value.close()
    await queues.close()
  }
  if (tables.status === 'rejected' || pools.status === 'rejected') {
    await close()
    throw tables.status === 'rejected' ? tables.reason : (pools as PromiseRejectedResult).reason
  }
  return {
    mail,
    files: bucketFiles(buckets),
    userPools: pools.value,
    async targetsFor(app) {
      const sqs = await queues.serve(app)
      return {
        dynamodb: tables.value.endpoint,
        cognito: pools.value.handle,
        s3: buckets.handle,
        ses: mail.handleSes,
        secrets: secretsHandler(app, secrets),
        ...(sqs && { sqs }),
      }
    },
    close,
  }
}

// The first line of each: what is acted on. The others: what nobody can notice here.
const TABLE = [
  ...'AttributeDefinitions GlobalSecondaryIndexes KeySchema LocalSecondaryIndexes StreamSpecification'.split(' '),
  ...'TableName TimeToLiveSpecification'.split(' '),
  ...'BillingMode ContributorInsightsSpecification DeletionProtectionEnabled OnDemandThroughput'.split(' '),
  ...'PointInTimeRecoverySpecification ProvisionedThroughput Replicas SSESpecification TableClass Tags'.split(' '),
  ...'WriteOnDemandThroughputSettings WriteProvisionedThroughputSettings'.split(' '),
]
const BUCKET = [
  ...'BucketName CorsConfiguration'.split(' '),
  ...'BucketEncryption LifecycleConfiguration LoggingConfiguration OwnershipControls'.split(' '),
  ...'PublicAccessBlockConfiguration Tags'.split(' '),
]

async function startTables(assembly: Assembly, dataDir: string): Promise<DynamoDb> {
  for (const table of assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')) {
    onlyKnown(table.properties, TABLE, called(table))
  }
  const database = await startDynamoDb({ dir: join(dataDir, 'dynamodb') })
  try {
    await createTables(assembly, database.endpoint)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function openBuckets(assembly: Assembly, dataDir: string, clock: Clock): Buckets {
  const buckets = assembly.ofType('AWS::S3::Bucket').map((bucket) => {
    onlyKnown(bucket.properties, BUCKET, called(bucket))
    const { CorsConfiguration } = assembly.resolve<{ CorsConfiguration?: { CorsRules: CorsRule[] } }>(
      bucket.stack,
      bucket.properties,
    )
    return { name: assembly.physicalId(bucket), ...(CorsConfiguration && { cors: CorsConfiguration.CorsRules }) }
  })
  return startBuckets({ dir: join(dataDir, 'buckets'), buckets, clock, secretOf })
}

type Surroundings = { clock: Clock; invoke: Invoke; sendMail(mail: Mail): Promise<unknown> }

function openUserPools(
  assembly: Assembly,
  dataDir: string,
  { clock, invoke, sendMail }: Surroundings,
): Promise<UserPools> {
  const propertiesOf = ({ stack, properties }: Resource) => assembly.resolve<Record<string, unknown>>(stack, properties)
  const groups = assembly.ofType('AWS::Cognito::UserPoolGroup').map(propertiesOf)
  const pools = assembly.ofType('AWS::Cognito::UserPool').map((resource) => {
    const id = assembly.physicalId(resource)
    const properties = propertiesOf(resource)
    return {
      id,
      properties,
      groups: groups.filter(({ UserPoolId }) => UserPoolId === id).map(({ GroupName }) => String(GroupName)),
      triggers: triggersOf(assembly, properties.LambdaConfig ?? {}),
    }
  })
  const clients = assembly.ofType('AWS::Cognito::UserPoolClient').map((resource) => {
    const properties = propertiesOf(resource)
    return { id: assembly.physicalId(resource), poolId: String(properties.UserPoolId), properties }
  })
  const issuer = (poolId: string) => `https://cognito-idp.${assembly.region}.amazonaws.com/${poolId}`
  return startUserPools({ dir: join(dataDir, 'user-pools'), pools, clients, clock, sendMail, invoke, issuer })
}

// The ARN of the function, or for newer triggers an object that holds it.
const triggersOf = (assembly: Assembly, config: object): Record<string, Resource | undefined> =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const arn = typeof value === 'string' ? value : String((value as { LambdaArn?: string }).LambdaArn)
      return [name, assembly.byArn(arn)]
    }),
  )
