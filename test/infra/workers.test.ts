import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import type { FunctionRecord, Functions } from '#functions/registry.ts'
import { dataStack } from '#infra/data.ts'
import { stages } from '#infra/stages.ts'
import { clockStack, workersStack } from '#infra/workers.ts'
import config from '../../cdk.json' with { type: 'json' }
import { emptyBuild, type FoundResource, folder } from './synthesized.ts'

const record = (on: FunctionRecord['on'], more: Partial<FunctionRecord> = {}): FunctionRecord => ({
  entry: 'functions/club/handler.ts',
  impact: 'People wait in vain for what this test has made up for them.',
  on,
  may: { read: ['TEAM'], write: ['PLAYER'] },
  ...more,
})

/** The stack of these functions as in prod. */
function stackOf(registry: Functions) {
  const app = new App({ outdir: folder(), context: config.context })
  const data = dataStack(app, stages.prod)
  const build = emptyBuild(Object.keys(registry))
  const site = 'https://app.club.example'
  workersStack(app, stages.prod, { registry, data, build, site, webSockets: undefined })
  clockStack(app, stages.prod, { registry, data, build, site, webSockets: undefined, signIn: undefined })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const assembly = app.synth()
  const [workers = [], clock = []] = ['workers', 'clock'].map((part) =>
    Object.entries<Omit<FoundResource, 'id'>>(assembly.getStackByName(`touchline-prod-${part}`).template.Resources).map(
      ([id, resource]) => ({ id, ...resource }) as FoundResource,
    ),
  )
  const all = [...workers, ...clock]
  return { all, workers, ofType: (type: string) => all.filter(({ Type }) => Type === type) }
}

const dispatch = record({ dispatch: true })
const { all, ofType } = stackOf({
  dispatch,
  'club-told': record({ stream: [{ kind: 'Team' }, { kind: 'Player', where: { attribute: 'mail', value: 'x' } }] }),
  'club-jobs': record({ queue: true, maxConcurrency: 2, maxReceiveCount: 9 }, { timeout: 60 }),
  'club-nightly': record({ schedule: 'cron(0 6 * * ? *)' }, { sends: ['club-jobs'], indexes: ['lsi1', 'gsi1'] }),
  'club-hook': record({ url: 'chat' }, { memory: 512, media: { avatar: ['put', 'delete'] } }),
})
const lambda = (name: string) =>
  ofType('AWS::Lambda::Function').find((one) => one.Properties.Description === `prod: ${name}`)
const queue = (name: string) =>
  ofType('AWS::SQS::Queue').find(({ Properties }) => Properties.QueueName === `touchline-prod-${name}`)
const mappingOf = (name: string) =>
  ofType('AWS::Lambda::EventSourceMapping').find(({ Properties }) => Properties.FunctionName.Ref === lambda(name)?.id)
const alarmsOf = (id: string | undefined) =>
  ofType('AWS::CloudWatch::Alarm').filter(({ Properties }) =>
    JSON.stringify(Properties.Dimensions ?? []).includes(`"${id}"`),
  )
type Statement = { Action: string | string[]; Resource: unknown; Condition?: unknown }
const statementsOf = (name: string) => {
  const role = lambda(name)?.Properties.Role['Fn::GetAtt'][0]
  const policy = ofType('AWS::IAM::Policy').find(({ Properties }) => Properties.Roles[0].Ref === role)
  return policy?.Properties.PolicyDocument.Statement as Statement[]
}

describe('a worker', () => {
  test('is fed from its own queue, with partial batch failures', () => {
    expect(mappingOf('club-told')?.Properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': [queue('club-told')?.id, 'Arn'] },
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    })
    expect(mappingOf('club-jobs')?.Properties.ScalingConfig).toEqual({ MaximumConcurrency: 2 })
  })

  test('has a dead-letter queue with 14 days’ retention, and a long visibility timeout', () => {
    const aside = queue('club-jobs-aside')
    expect(queue('club-jobs')?.Properties).toMatchObject({
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [aside?.id, 'Arn'] }, maxReceiveCount: 9 },
      VisibilityTimeout: 360,
    })
    expect(aside?.Properties).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 60 * 60 })
    expect(queue('club-told')?.Properties.RedrivePolicy.maxReceiveCount).toBe(9)
  })

  test('has alarms on its dead-letter queue and the age of its messages', () => {
    const sentences = [...alarmsOf(queue('club-told')?.id), ...alarmsOf(queue('club-told-aside')?.id)]
    const metrics = (id: string) => alarmsOf(id).map(({ Properties }) => Properties.MetricName)
    expect(metrics(queue('club-told-aside')?.id ?? '')).toEqual(['ApproximateNumberOfMessagesVisible'])
    expect(metrics(queue('club-told')?.id ?? '')).toContain('ApproximateAgeOfOldestMessage')
    for (const { Properties } of sentences) expect(Properties.AlarmDescription.split('\n')[0]).toBe(dispatch.impact)
  })
})

describe('the dispatcher', () => {
  test('reads changes of watched kinds from the stream, and retries without dropping old records', () => {
    const { FilterCriteria, ...mapping } = mappingOf('dispatch')?.Properties ?? {}
    expect(FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual(
      ['NewImage', 'OldImage'].map((image) => ({ dynamodb: { [image]: { kind: { S: ['Player', 'Team'] } } } })),
    )
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [queue('dispatch-given-up')?.id, 'Arn'] } } },
      StartingPosition: 'TRIM_HORIZON',
    })
    // A stream that is read from the beginning again delivers all retained records.
    expect(mapping).not.toHaveProperty('MaximumRecordAgeInSeconds')
  })

  test('may send only to the queues of watching workers', () => {
    const sending = statementsOf('dispatch').filter(({ Action }) => Action === 'sqs:SendMessage')
    expect(JSON.stringify(sending)).toContain('touchline-prod-club-told"')
    expect(JSON.stringify(sending)).not.toContain('club-jobs')
  })

  test('has alarms on records given up and on its iterator age', () => {
    expect(alarmsOf(queue('dispatch-given-up')?.id)).toHaveLength(1)
    expect(alarmsOf(lambda('dispatch')?.id).map(({ Properties }) => Properties.MetricName)).toContain('IteratorAge')
  })
})

test('a function knows and may send to exactly the queues of its record', () => {
  expect(JSON.stringify(lambda('club-nightly')?.Properties.Environment.Variables.QUEUES)).toContain(
    ':"https://sqs.us-east-1.amazonaws.com/"'.slice(1),
  )
  const sending = statementsOf('club-nightly').filter(({ Action }) => Action === 'sqs:SendMessage')
  expect(JSON.stringify(sending)).toContain('touchline-prod-club-jobs"')
  expect(lambda('club-told')?.Properties.Environment.Variables).not.toHaveProperty('QUEUES')
})

describe('the role of a function', () => {
  const items = (name: string) => statementsOf(name).filter(({ Condition }) => Condition)
  const within = (partition: string) => ({
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${partition}#*`] } },
  })

  test('allows reading and writing items of its partitions only', () => {
    expect(items('club-told')).toEqual([
      expect.objectContaining({
        Action: ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query'],
        ...within('TEAM'),
      }),
      expect.objectContaining({
        Action: ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
        ...within('PLAYER'),
      }),
    ])
  })

  test('allows querying the indexes of its record, a local one only in partitions it reads', () => {
    const queries = statementsOf('club-nightly').filter(({ Resource }) => JSON.stringify(Resource).includes('/index/'))
    expect(queries).toEqual([
      expect.objectContaining({ Action: 'dynamodb:Query', ...within('TEAM') }),
      expect.not.objectContaining({ Condition: expect.anything() }),
    ])
    expect(queries.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
      expect.stringContaining('/index/lsi1'),
      expect.stringContaining('/index/gsi1'),
    ])
  })

  test('allows writing files only in the folders of its record', () => {
    const [files, ...others] = statementsOf('club-hook').filter(({ Action }) => [Action].flat().join().includes('s3:'))
    expect(others).toEqual([])
    expect(files?.Action).toEqual(['s3:DeleteObject', 's3:PutObject'])
    expect(JSON.stringify(files?.Resource)).toMatch(/Media\w+Arn\w+"},"\/avatar\/\*"\]\]}$/)
    expect(lambda('club-hook')?.Properties.Environment.Variables).toHaveProperty('MEDIA_BUCKET')
    expect(lambda('club-told')?.Properties.Environment.Variables).not.toHaveProperty('MEDIA_BUCKET')
  })
})

test('a schedule calls a function as its record states', () => {
  const [rule, ...others] = ofType('AWS::Events::Rule')
  expect(others).toEqual([])
  expect(rule?.Properties).toMatchObject({
    ScheduleExpression: 'cron(0 6 * * ? *)',
    Targets: [{ Arn: { 'Fn::GetAtt': [lambda('club-nightly')?.id, 'Arn'] } }],
  })
})

test('a function called from outside has its own URL', () => {
  const [url, ...others] = ofType('AWS::Lambda::Url')
  expect(others).toEqual([])
  expect(url?.Properties).toMatchObject({
    AuthType: 'NONE',
    TargetFunctionArn: { 'Fn::GetAtt': [lambda('club-hook')?.id, 'Arn'] },
  })
  expect(lambda('club-hook')?.Properties.MemorySize).toBe(512)
})

test('every queue is encrypted and requires TLS', () => {
  for (const { id, Properties } of ofType('AWS::SQS::Queue')) {
    expect(Properties.SqsManagedSseEnabled).toBe(true)
    const policy = ofType('AWS::SQS::QueuePolicy').find((one) => one.Properties.Queues[0].Ref === id)
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    )
  }
})

test('thirty workers fit into one stack', () => {
  const workers = Array.from({ length: 30 }, (_, i) => [`club-${i}`, record({ stream: [{ kind: 'Team' }] })])
  expect(
    stackOf({ dispatch, nightly: record({ schedule: 'rate(1 day)' }), ...Object.fromEntries(workers) }).workers.length,
  ).toBeLessThan(500)
  expect(all.length).toBeGreaterThan(30)
})

test('webhook functions have reserved concurrency', () => {
  const { all } = stackOf({ dispatch, told: record({ url: 'webhooks' }) })
  const reserved = all
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => [Properties.FunctionName, Properties.ReservedConcurrentExecutions])
    .filter(([, atOnce]) => atOnce !== undefined)
  expect(reserved).toEqual([['touchline-prod-told', stages.prod.webhookConcurrency]])
})
