import { describe, expect, test } from 'vitest'
import { grants } from '#infra/grants.ts'
import { type Stage, stages } from '#infra/stages.ts'
import { type Found, parts, synthesized } from './synthesized.ts'

const prod = synthesized('prod')
const withFunctions = ['api', 'identity', 'mail'] as const
const ours = withFunctions.flatMap((part) => prod.ofType(part, 'AWS::Lambda::Function'))
const policies = withFunctions.flatMap((part) => prod.ofType(part, 'AWS::IAM::Policy'))
const nameOf = (lambda: Found) => lambda.Properties.Description.replace('prod: ', '') as keyof typeof grants
const policyOf = (lambda: Found) => {
  const roleId = lambda.Properties.Role['Fn::GetAtt'][0]
  const found = policies.filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === roleId))
  expect(found).toHaveLength(1)
  return found[0]?.Properties.PolicyDocument.Statement as Statement[]
}
type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Condition?: unknown }
const actionsOf = ({ Action }: Statement) => [Action].flat()
const isOnStream = (statement: Statement) => actionsOf(statement).includes('dynamodb:GetRecords')

test('there is one function for each grant', () => {
  expect(ours.map(nameOf).toSorted()).toEqual(Object.keys(grants).toSorted())
})

describe.each(ours.map((lambda) => [nameOf(lambda), lambda] as const))('%s', (name, lambda) => {
  const statements = policyOf(lambda)

  test('runs as Lambda runs it today, traced, with a log of its own', () => {
    expect(lambda.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogGroup: { Ref: expect.any(String) } },
    })
  })

  test('may do exactly what its grant says', () => {
    const onTable = statements.filter((statement) =>
      actionsOf(statement).some((action) => action.startsWith('dynamodb:')),
    )
    const indexed = onTable.filter(({ Resource }) => JSON.stringify(Resource).includes('/index/'))
    const direct = onTable.filter((statement) => !indexed.includes(statement) && !isOnStream(statement))
    expect(direct.flatMap(actionsOf).toSorted()).toEqual(grants[name].table.toSorted())
    expect(indexed.flatMap(actionsOf)).toEqual(grants[name].indexes.length > 0 ? ['dynamodb:Query'] : [])
    const named = JSON.stringify(indexed).match(/(?<=\/index\/)\w+/g) ?? []
    expect(named.toSorted()).toEqual(grants[name].indexes.toSorted())
    const services = statements.flatMap(actionsOf).map((action) => action.slice(0, action.indexOf(':')))
    expect([...new Set(services)].filter((service) => service !== 's3').toSorted()).toEqual([
      'dynamodb',
      'logs',
      ...(grants[name].called ? ['sqs'] : []),
      'xray',
    ])
  })

  test('may write files to its own folder, if its grant names one, and knows the bucket then', () => {
    const { media } = grants[name]
    const onFiles = statements.filter((statement) => actionsOf(statement).some((action) => action.startsWith('s3:')))
    expect(onFiles.flatMap(actionsOf).toSorted()).toEqual((media?.actions ?? []).toSorted())
    for (const { Resource } of onFiles)
      expect(JSON.stringify(Resource)).toMatch(new RegExp(`Media\\w+Arn\\w+"},"/${media?.folder}/\\*"\\]\\]}$`))
    expect('MEDIA_BUCKET' in lambda.Properties.Environment.Variables).toBe(media !== undefined)
  })

  test('reads the stream, if its grant says what calls it, and is called with that alone', () => {
    const { called } = grants[name]
    const mappings = prod
      .ofType('mail', 'AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.FunctionName.Ref === lambda.id)
    const onStream = statements.filter(isOnStream)
    expect([mappings.length, onStream.length]).toEqual(called ? [1, 1] : [0, 0])
    for (const { Properties } of mappings) {
      expect(Properties).toMatchObject({ BatchSize: 1, MaximumRetryAttempts: 10, MaximumRecordAgeInSeconds: 3600 })
      expect(onStream[0]?.Resource).toEqual(Properties.EventSourceArn)
      expect(JSON.stringify(Properties.EventSourceArn)).toContain('StreamArn')
      expect(Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
        { dynamodb: { NewImage: { kind: { S: [called?.kind] }, [called?.attribute ?? '']: { S: [called?.value] } } } },
      ])
    }
  })

  test('leaves what it has given up in a queue, for two weeks, and someone is woken until it is looked at', () => {
    const { called, loses } = grants[name]
    const toQueues = statements.filter((statement) => actionsOf(statement).some((action) => action.startsWith('sqs:')))
    const queues = prod
      .ofType('mail', 'AWS::SQS::Queue')
      .filter(({ id }) => JSON.stringify(toQueues.map(({ Resource }) => Resource)).includes(`"${id}"`))
    expect([toQueues.length, queues.length]).toEqual(called ? [1, 1] : [0, 0])
    for (const { id, Properties } of queues) {
      const arn = { 'Fn::GetAtt': [id, 'Arn'] }
      expect(toQueues[0]).toMatchObject({ Action: 'sqs:SendMessage', Resource: arn })
      const mapping = prod
        .ofType('mail', 'AWS::Lambda::EventSourceMapping')
        .find(({ Properties }) => Properties.FunctionName.Ref === lambda.id)
      expect(mapping?.Properties.DestinationConfig).toEqual({ OnFailure: { Destination: arn } })
      expect(Properties).toEqual({ MessageRetentionPeriod: 14 * 24 * 60 * 60, SqsManagedSseEnabled: true })
      const policy = prod
        .ofType('mail', 'AWS::SQS::QueuePolicy')
        .find(({ Properties }) => Properties.Queues[0].Ref === id)
      expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      )
      const watching = prod
        .ofType('mail', 'AWS::CloudWatch::Alarm')
        .find(({ Properties }) => JSON.stringify(Properties.Dimensions).includes(`"${id}"`))
      expect(watching?.Properties).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Statistic: 'Maximum',
        Threshold: 0,
        AlarmDescription: loses,
      })
    }
  })

  test('is allowed nothing on everything, but to send its traces; files by their folder alone', () => {
    for (const statement of statements) {
      expect(statement.Effect).toBe('Allow')
      expect(actionsOf(statement).join()).not.toContain('*')
      const traces = actionsOf(statement).every((action) => action.startsWith('xray:'))
      const files = actionsOf(statement).every((action) => action.startsWith('s3:'))
      expect(
        JSON.stringify(statement.Resource)
          .replace(files ? /\/[a-z]+\/\*/ : '', '')
          .includes('*'),
      ).toBe(traces)
    }
  })

  test('has no policy that is kept elsewhere', () => {
    const roleId = lambda.Properties.Role['Fn::GetAtt'][0]
    const role = parts.flatMap(prod.all).find(({ id, Type }) => Type === 'AWS::IAM::Role' && id === roleId)
    expect(role?.Properties.ManagedPolicyArns).toBeUndefined()
    expect(role?.Properties.Policies).toBeUndefined()
  })

  test('wakes someone, who reads what people lose', () => {
    const watching = parts
      .flatMap((part) => prod.ofType(part, 'AWS::CloudWatch::Alarm'))
      .filter(({ Properties }) =>
        Properties.Dimensions?.some(({ Value }: { Value: { Ref?: string } }) => Value.Ref === lambda.id),
      )
    expect(watching.map(({ Properties }): string => Properties.MetricName).toSorted()).toEqual(['Errors', 'Throttles'])
    for (const { Properties } of watching) expect(Properties.AlarmDescription).toBe(grants[name].loses)
  })
})

describe('mail', () => {
  const domain = { name: 'app.club.example', zone: 'club.example', zoneIdParameter: '/touchline/prod/zone-id' }
  const sending = (stage: Stage) => {
    const { ofType } = synthesized(stage)
    const granted = ofType('mail', 'AWS::IAM::Policy').flatMap(({ id, Properties }) =>
      (Properties.PolicyDocument.Statement as Statement[])
        .filter((statement) => actionsOf(statement).some((action) => action.startsWith('ses:')))
        .map((statement) => ({ id, statement })),
    )
    const told = ofType('mail', 'AWS::Lambda::Function')
      .map(({ Properties }) => [Properties.Description.split(': ')[1], Properties.Environment.Variables])
      .filter(([, { MAIL_FROM }]) => MAIL_FROM)
    return { granted, told, identities: ofType('data', 'AWS::SES::EmailIdentity') }
  }

  test.each([
    ['its domain', { ...stages.prod, domain }, 'no-reply@app.club.example', domain.name, 'https://app.club.example'],
    ['an address', stages.local, 'no-reply@touchline.test', 'no-reply@touchline.test', expect.anything()],
  ])('is sent by the functions that say so, from %s alone', (_what, stage, address, identity, site) => {
    const { granted, told, identities } = sending(stage)
    expect(identities.map(({ Properties }) => Properties.EmailIdentity)).toEqual([identity])
    expect(told.map(([name, { MAIL_FROM, SITE_URL }]) => [name, MAIL_FROM, SITE_URL])).toEqual([
      ['today-requested', `Touchline <${address}>`, site],
      ['today-invited', `Touchline <${address}>`, site],
    ])
    expect(granted.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^todayrequested/),
      expect.stringMatching(/^todayinvited/),
    ])
    for (const { statement } of granted) {
      expect(statement.Action).toBe('ses:SendEmail')
      // While SES is in its sandbox it also asks whether the role may use the identity of who gets the mail.
      expect(statement.Resource).toEqual({
        'Fn::Join': ['', ['arn:aws:ses:us-east-1:', { Ref: 'AWS::AccountId' }, ':identity/*']],
      })
      expect(statement.Condition).toEqual({ StringEquals: { 'ses:FromAddress': address } })
    }
  })

  test('is not sent by a stage without an address, and no function may', () => {
    expect(sending(stages.dev)).toEqual({ granted: [], told: [], identities: [] })
  })

  test('leads to the site also where a stage has no domain: to the distribution’s own name', () => {
    for (const lambda of prod.ofType('mail', 'AWS::Lambda::Function')) {
      const { SITE_URL } = lambda.Properties.Environment.Variables
      expect(SITE_URL['Fn::Join']).toEqual([
        '',
        ['https://', { 'Fn::ImportValue': expect.stringMatching(/^touchline-prod-web:.*Distribution.*DomainName/) }],
      ])
    }
  })
})

describe('alarms', () => {
  const alarms = parts.flatMap((part) => prod.ofType(part, 'AWS::CloudWatch::Alarm'))

  test.each(alarms.map((alarm) => [alarm.id, alarm.Properties] as const))(
    '%s is a sentence and is sent',
    (_id, alarm) => {
      expect(alarm.AlarmDescription).toMatch(/^[A-Z].{30,160}\.$/)
      expect(alarm.AlarmActions).toHaveLength(1)
      expect(alarm.TreatMissingData).toBe('notBreaching')
    },
  )

  test('watch the gateway, the table, sign-in and the front door too', () => {
    const text = JSON.stringify(alarms)
    for (const metric of [
      '4xx',
      '5xx',
      'Latency',
      'ThrottledRequests',
      'SystemErrors',
      'SignInThrottles',
      '5xxErrorRate',
    ])
      expect(text).toContain(`"MetricName":"${metric}"`)
  })

  test('reach the topic although it has a policy of its own', () => {
    const [policy] = prod.ofType('data', 'AWS::SNS::TopicPolicy')
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    )
  })
})
