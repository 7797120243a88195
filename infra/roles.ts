import { Aws, type Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { appendOnly, type FunctionRecord, localIndexes, type ProviderApi, type Partition } from '#functions/registry.ts'
import type { Data } from './data.ts'
import type { Mail } from './domain.ts'
import { queueArn } from './queues.ts'
import { providerSecretName, region, type Stage } from './stages.ts'

type RoleProps = { stage: Stage; data: Data }

/** The role of a function: it may do what its record says, write its traces and its log, and nothing else. */
export function roleOf(stack: Stack, name: string, record: FunctionRecord, { stage, data }: RoleProps): Role {
  const role = new Role(stack, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  for (const statement of statementsOf(record, { stage, data })) role.addToPolicy(statement)
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray has no resources to name: PutTraceSegments and PutTelemetryRecords are granted on all or nothing.',
  })
  for (const folder of Object.keys(record.media ?? {})) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${exportedName(data.media.stack, data.media.bucketArn)}/${folder}/*]`,
      reason: 'The files of a folder have names that are drawn when they come; which one is whose, our own code knows.',
    })
  }
  if (record.mail && data.mail) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:aws:ses:${region}:<AWS::AccountId>:identity/*]`,
      reason:
        'In its sandbox SES asks about the identity of who gets a mail. Whom it is from is the condition: only us.',
    })
  }
  return role
}

/** The export name of an attribute of another stack, as cdk-nag findings refer to it. */
export function exportedName(stack: Stack, value: string): string {
  const reference = stack.resolve(stack.exportValue(value)) as { 'Fn::ImportValue': string }
  return reference['Fn::ImportValue']
}

type Actions = readonly `${string}:${string}`[]

const readActions: Actions = [
  'dynamodb:GetItem',
  'dynamodb:BatchGetItem',
  'dynamodb:Query',
  // A transaction may have a condition on an item that it does not write.
  'dynamodb:ConditionCheckItem',
]
const writeActions: Actions = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']
/** A transaction needs the permissions of its operations and none of its own. */
const createActions: Actions = ['dynamodb:PutItem']

const isAppendOnly = (partition: Partition) => (appendOnly as readonly Partition[]).includes(partition)

function statementsOf(
  record: FunctionRecord,
  { stage, data: { table, media, secrets, mail } }: RoleProps,
): PolicyStatement[] {
  const { may, indexes = [] } = record
  const isLocal = (index: string) => (localIndexes as readonly string[]).includes(index)
  const arnsOf = (names: readonly string[]) => names.map((index) => `${table.tableArn}/index/${index}`)
  const [local, global] = [indexes.filter(isLocal), indexes.filter((index) => !isLocal(index))]
  const mutablePartitions = may.write.filter((partition) => !isAppendOnly(partition))
  const appendOnlyPartitions = may.write.filter(isAppendOnly)
  return [
    ...onPartitions(readActions, may.read, table.tableArn),
    ...onPartitions(['dynamodb:Query'], local.length > 0 ? may.read : [], ...arnsOf(local)),
    ...onPartitions(writeActions, mutablePartitions, table.tableArn),
    ...onPartitions(createActions, appendOnlyPartitions, table.tableArn),
    ...(global.length > 0 ? [allow(['dynamodb:Query'], ...arnsOf(global))] : []),
    ...Object.entries(record.media ?? {}).map(([folder, actions]) =>
      allow(
        actions.map((action) => mediaActions[action]),
        media.arnForObjects(`${folder}/*`),
      ),
    ),
    ...(record.secrets
      ? [allow(['secretsmanager:GetSecretValue'], ...record.secrets.map((name) => secrets[name].secretArn))]
      : []),
    ...(record.providers
      ? [
          allow(
            ['secretsmanager:GetSecretValue'],
            ...record.providers.flatMap((name) => providerSecretArns(stage, name)),
          ),
        ]
      : []),
    ...(record.sends ? [allow(['sqs:SendMessage'], ...record.sends.map((name) => queueArn(stage, name)))] : []),
    ...(record.mail && mail ? [sendMail(mail)] : []),
  ]
}

/**
 * Secrets Manager appends a hyphen and six random characters to the name. A secret that does not exist is requested by
 * its plain name: without the right to read that, the response would be "access denied" instead of "not found".
 */
function providerSecretArns(stage: Stage, name: ProviderApi): string[] {
  const arn = `arn:aws:secretsmanager:${region}:${Aws.ACCOUNT_ID}:secret:${providerSecretName(stage, name)}`
  return [arn, `${arn}-??????`]
}

const allow = (actions: Actions, ...resources: string[]) => new PolicyStatement({ actions: [...actions], resources })

/** Allows actions on the items of these partitions only. */
const onPartitions = (actions: Actions, partitions: readonly Partition[], ...resources: string[]): PolicyStatement[] =>
  partitions.length === 0
    ? []
    : [
        new PolicyStatement({
          actions: [...actions],
          resources,
          conditions: {
            'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.map((partition) => `${partition}#*`) },
          },
        }),
      ]

const mediaActions = {
  put: 's3:PutObject',
  get: 's3:GetObject',
  delete: 's3:DeleteObject',
  parts: 's3:ListMultipartUploadParts',
} as const

/**
 * Sends mail from our own address only, but for any identity: while SES is in its sandbox, it also checks whether the
 * role may use the verified identity of the recipient.
 */
const sendMail = ({ address, set }: Mail) =>
  new PolicyStatement({
    actions: ['ses:SendRawEmail'],
    resources: [
      `arn:aws:ses:${region}:${Aws.ACCOUNT_ID}:identity/*`,
      `arn:aws:ses:${region}:${Aws.ACCOUNT_ID}:configuration-set/${set.configurationSetName}`,
    ],
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  })
