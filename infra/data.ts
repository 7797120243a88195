import { type App, CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { publicFolders, type SecretName } from '#functions/registry.ts'
import { indexes } from '#functions/table/indexes.ts'
import { alarm, alarmTopic, fiveMinutes } from './alarms.ts'
import { type Mail, mailIdentity } from './domain.ts'
import { scanForMalware } from './malware.ts'
import { region, type Stage, stackName } from './stages.ts'

const text = (name: string) => ({ name, type: AttributeType.STRING })

/**
 * The resources with data that must never be deleted or replaced: the table, the bucket of uploads, the keys for signing and encryption,
 * the SES identity, and the topic of alarms.
 */
export type Data = {
  table: TableV2
  media: Bucket
  secrets: Readonly<Record<SecretName, Secret>>
  /** What the distribution sends to the API (`says`), and sent `before`, on stages where the API answers nobody else. */
  origin?: Secret
  topic: Topic
  mailDomain?: string
  mail?: Mail
}

export function dataStack(app: App, stage: Stage): Data {
  const stack = new Stack(app, stackName(stage, 'data'), { env: { region }, terminationProtection: stage.retain })
  const removalPolicy = stage.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY

  const table = new TableV2(stack, 'Table', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    timeToLiveAttribute: 'ttl',
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage.retain,
    removalPolicy,
    // AWS's own key. A customer-managed key would encrypt no better, since the functions' roles decide who can read
    // either way. It would add a call, a bill and a second thing whose loss is the loss of every club's data.
    encryption: TableEncryptionV2.dynamoOwnedKey(),
    localSecondaryIndexes: [{ indexName: 'lsi1', sortKey: text(indexes.lsi1.sk), projectionType: ProjectionType.ALL }],
    globalSecondaryIndexes: [
      {
        indexName: 'gsi1',
        partitionKey: text(indexes.gsi1.pk),
        sortKey: text(indexes.gsi1.sk),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...indexes.gsi1.projection],
      },
      {
        indexName: 'gsi2',
        partitionKey: text(indexes.gsi2.pk),
        sortKey: text(indexes.gsi2.sk),
        projectionType: ProjectionType.ALL,
      },
    ],
  })

  const secrets = {
    cursors: signingKey(stack, 'CursorSecret', stage, 'Signs the cursors of paged lists'),
    push: signingKey(stack, 'PushSecret', stage, 'By it push services know that it is us who has devices told'),
    links: signingKey(stack, 'LinkSecret', stage, 'Signs the links in mail by which parents answer'),
    seals: signingKey(
      stack,
      'SealSecret',
      stage,
      'Seals what clubs are known by elsewhere, where it lies in the table',
    ),
  }

  const origin = stage.firewall
    ? { origin: signingKey(stack, 'OriginSecret', stage, 'Tells the API that the distribution asks', 'says') }
    : {}
  const topic = alarmTopic(stack, stage.alarmEmail)
  watchTable(stack, table, topic)

  const media = mediaBucket(stack, stage, topic)
  new CfnOutput(stack, 'TableName', { value: table.tableName })
  new CfnOutput(stack, 'MediaBucket', { value: media.bucketName })
  return { table, media, secrets, ...origin, topic, ...mailIdentity(stack, stage) }
}

/** A signing key that AWS generates and nobody knows. `jsonField`: the JSON field of the secret that holds it. */
function signingKey(stack: Stack, id: string, { retain }: Stage, description: string, jsonField?: string): Secret {
  const secret = new Secret(stack, id, {
    description,
    generateSecretString: {
      passwordLength: 64,
      excludePunctuation: true,
      ...(jsonField !== undefined && { secretStringTemplate: '{"before":""}', generateStringKey: jsonField }),
    },
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'Whoever has the key can forge what it signs, and nobody has: it is changed when that is in doubt, by one command ' +
      '(see README.md). The key before counts beside it; twice changed, nothing old counts, but what is sealed still opens.',
  })
  return secret
}

/**
 * What people upload. Only the functions that say so write to it, and only the distribution reads what is open; the rest is read at
 * addresses that a function has signed. Which distribution is not known yet: it is made after this stack, and names this bucket; any of
 * this account's will do.
 */
function mediaBucket(stack: Stack, { retain }: Stage, topic: Topic): Bucket {
  const bucket = new Bucket(stack, 'Media', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    // A picture that was replaced or taken down is deleted for good, as its owner wants it.
    versioned: false,
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      // Uploads that were never processed.
      { prefix: 'incoming/', expiration: Duration.days(1) },
      { prefix: 'copies/', expiration: Duration.days(8) },
    ],
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      resources: publicFolders.map((folder) => bucket.arnForObjects(`${folder}/*`)),
      conditions: { ArnLike: { 'AWS:SourceArn': `arn:aws:cloudfront::${stack.account}:distribution/*` } },
    }),
  )
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'A log of who looked at whose picture would be one more thing to protect, and nobody would read it.',
  })
  scanForMalware(stack, bucket, topic)
  return bucket
}

const operations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactGetItems',
  'TransactWriteItems',
]

function watchTable(stack: Stack, table: TableV2, topic: Topic) {
  const sumOf = (metricName: string, label: string) => {
    const usingMetrics = Object.fromEntries(
      operations.map((operation) => [
        operation.charAt(0).toLowerCase() + operation.slice(1),
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName,
          dimensionsMap: { TableName: table.tableName, Operation: operation },
          statistic: 'Sum',
          period: fiveMinutes,
        }),
      ]),
    )
    return new MathExpression({ expression: 'SUM(METRICS())', usingMetrics, label, period: fiveMinutes })
  }
  alarm(stack, 'TableThrottled', {
    metric: sumOf('ThrottledRequests', 'requests turned away by the table'),
    above: 10,
    periods: 1,
    impact: 'Screens load slowly or not at all and some answers are not saved: the table turns requests away.',
    page: 'table-throttled',
    topic,
  })
  alarm(stack, 'TableSystemErrors', {
    metric: sumOf('SystemErrors', 'errors of the table itself'),
    above: 5,
    periods: 1,
    impact: 'Nobody can rely on reading or saving anything: DynamoDB itself fails.',
    page: 'table-system-errors',
    topic,
  })
}
