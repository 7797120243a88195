import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultWords } from '#functions/runtime/faultLine.ts'
import { type Kind, map, partitionsOf } from '#functions/table/map.ts'
import { root } from '#infra/bundle.ts'
import { rows } from '#infra/dashboard.ts'
import { changeFilters, registry } from '#infra/registry.ts'
import { areas } from '#shared/api/index.ts'
import { type FoundResource, parts, synthesized } from './synthesized.ts'

const prod = synthesized('prod')
const withFunctions = ['areas', 'api', 'identity', 'workers', 'clock'] as const
const ours = withFunctions.flatMap((part) => prod.ofType(part, 'AWS::Lambda::Function'))
const policies = withFunctions.flatMap((part) => prod.ofType(part, 'AWS::IAM::Policy'))
const alarms = parts.flatMap((part) => prod.ofType(part, 'AWS::CloudWatch::Alarm'))
const partitions = (Object.keys(map) as Kind[]).flatMap(partitionsOf).map((partition) => `${partition}*`)
const nameOf = (lambda: FoundResource): string => lambda.Properties.Description.replace('prod: ', '')

type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Condition?: Record<string, unknown> }
const actionsOf = ({ Action }: Statement) => [Action].flat()
const statementsOf = (lambda: FoundResource) => {
  const roleId = lambda.Properties.Role['Fn::GetAtt'][0]
  const found = policies.filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === roleId))
  return found.flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[])
}
describe('the registry', () => {
  test('has one deployed function per record', () => {
    expect(ours.map(nameOf).toSorted()).toEqual(Object.keys(registry).toSorted())
  })

  test('has a record for each area of the contract and each handler', async () => {
    const served = Object.values(registry).flatMap(({ on }) => ('api' in on ? [on.api] : 'url' in on ? [on.url] : []))
    expect(served.toSorted()).toEqual(Object.keys(areas).toSorted())
    const starts = readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' })
      .map((file) => `functions/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\/(handler|\w+Handler)\.ts$/.test(file))
    expect(
      Object.values(registry)
        .map(({ entry }) => entry)
        .toSorted(),
    ).toEqual(starts.toSorted())
  })

  test('names each function after its folder', () => {
    const misnamed = Object.entries(registry).filter(([name, { entry }]) => {
      const [, folder = ''] = entry.split('/')
      return name !== folder && !name.startsWith(`${folder}-`)
    })
    expect(misnamed).toEqual([])
  })

  test('sends only to functions that have a queue', () => {
    const fed = Object.entries(registry).filter(([, { on }]) => 'stream' in on || 'queue' in on)
    const names = fed.map(([name]) => name)
    for (const { sends = [] } of Object.values(registry)) for (const name of sends) expect(names).toContain(name)
    expect(Object.keys(changeFilters)).not.toEqual([])
  })
})

describe.each(ours.map((lambda) => [nameOf(lambda), lambda] as const))('%s', (name, lambda) => {
  const statements = statementsOf(lambda)

  test('has current runtime, architecture, tracing and a log group', () => {
    expect(lambda.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogGroup: { Ref: expect.any(String) } },
    })
  })

  test('has access to the table only by partitions', () => {
    const items = statements.filter(
      (statement) =>
        actionsOf(statement).some((action) => action.startsWith('dynamodb:')) &&
        !actionsOf(statement).includes('dynamodb:GetRecords') &&
        // Keys of a global index are not the table's keys.
        !/\/index\/gsi[12]/.test(JSON.stringify(statement.Resource)),
    )
    const keys = items.map(
      ({ Condition }) =>
        (Condition?.['ForAllValues:StringLike'] as Record<string, string[]> | undefined)?.['dynamodb:LeadingKeys'],
    )
    expect(keys).not.toContain(undefined)
    expect(partitions).toEqual(expect.arrayContaining(keys.flat()))
  })

  test('has no wildcard permissions except for traces, S3 folders, mail and WebSocket connections', () => {
    for (const statement of statements) {
      expect(statement.Effect).toBe('Allow')
      expect(actionsOf(statement).join()).not.toContain('*')
      const traces = actionsOf(statement).every((action) => action.startsWith('xray:'))
      const folders = actionsOf(statement).every((action) => action.startsWith('s3:'))
      // The sender address is the condition.
      const mail = actionsOf(statement).every((action) => action.startsWith('ses:')) && statement.Condition
      const lines = actionsOf(statement).every((action) => action === 'execute-api:ManageConnections')
      expect(
        JSON.stringify(statement.Resource)
          .replace(lines ? '/live/POST/@connections/*' : '', '')
          .replace(folders ? /\/(avatar|incoming|files|copies)\/\*/g : mail ? 'identity/*' : '', '')
          .includes('*'),
      ).toBe(traces)
    }
  })

  test('has no managed or inline policies on its role', () => {
    const roleId = lambda.Properties.Role['Fn::GetAtt'][0]
    const role = parts.flatMap(prod.all).find(({ id, Type }) => Type === 'AWS::IAM::Role' && id === roleId)
    expect(role?.Properties.ManagedPolicyArns).toBeUndefined()
    expect(role?.Properties.Policies).toBeUndefined()
  })

  test('has alarms on errors and throttles that state the impact for users', () => {
    const watched = alarms.filter(
      ({ Properties }) =>
        !Properties.AlarmDescription.endsWith('#canary') &&
        JSON.stringify([Properties.Dimensions, Properties.Metrics]).includes(`{"Ref":"${lambda.id}"}`),
    )
    const metrics = watched.map(({ Properties }) => Properties.MetricName)
    expect(metrics).toContain('Throttles')
    const errors = watched.find(({ Properties }) => Properties.AlarmDescription.endsWith('#errors'))?.Properties
    const metricsOf: { Expression?: string; MetricStat?: { Metric: object } }[] = errors?.Metrics ?? []
    const [sum, ...counted] = metricsOf
    expect(sum?.Expression).toBe('FILL(thrown, 0) + FILL(caught, 0)')
    expect(counted.map(({ MetricStat }) => MetricStat?.Metric)).toEqual([
      expect.objectContaining({ Namespace: 'AWS/Lambda', MetricName: 'Errors' }),
      { Namespace: 'Touchline/prod', MetricName: `${name}-faults` },
    ])
    const on = registry[name]?.on ?? {}
    expect(errors?.Threshold).toBe('stream' in on || 'queue' in on ? 3 : 0)
    for (const { Properties } of watched)
      expect(Properties.AlarmDescription.split('\n')[0]).toBe(registry[name]?.impact)
  })
})

test('caught faults are counted by the words logged for them', () => {
  const filters = withFunctions.flatMap((part) => prod.ofType(part, 'AWS::Logs::MetricFilter'))
  for (const lambda of ours) {
    const [filter, ...others] = filters.filter(
      ({ Properties }) => Properties.MetricTransformations[0].MetricName === `${nameOf(lambda)}-faults`,
    )
    expect(others).toEqual([])
    expect(filter?.Properties).toMatchObject({
      LogGroupName: lambda.Properties.LoggingConfig.LogGroup,
      FilterPattern: `"${faultWords}"`,
      MetricTransformations: [{ MetricNamespace: 'Touchline/prod', MetricValue: '1' }],
    })
  }
})

test('only developers-deliver may send messages to itself recursively', () => {
  const allowed = ours.filter(({ Properties }) => Properties.RecursiveLoop === 'Allow')
  expect(allowed.map(nameOf)).toEqual(['developers-deliver'])
  expect(ours.filter(({ Properties }) => Properties.RecursiveLoop !== undefined)).toHaveLength(1)
})

test('the dashboard shows the functions of its rows, and all queues', () => {
  const body = JSON.stringify(prod.one('clock', 'AWS::CloudWatch::Dashboard').Properties.DashboardBody)
  for (const { title } of rows) expect(body).toContain(title)
  const names = (dimension: string) =>
    new Set(
      [...body.matchAll(new RegExp(`${dimension}\\W+touchline-prod-([a-z-]+)`, 'gi'))].map(([, name = '']) => name),
    )
  const shown = Object.entries(registry).filter(([, record]) => rows.some(({ shows }) => shows(record)))
  expect([...names('FunctionName')].toSorted()).toEqual(shown.map(([name]) => name).toSorted())
  const fed = Object.entries(registry).filter(([, { on }]) => 'stream' in on || 'queue' in on)
  expect([...names('QueueName')].toSorted()).toEqual(fed.flatMap(([name]) => [name, `${name}-aside`]).toSorted())
})

describe('alarms', () => {
  test.each(alarms.map((alarm) => [alarm.id, alarm.Properties] as const))(
    '%s describes its impact, links to the runbook, and has an action',
    (_id, alarm) => {
      expect(alarm.AlarmDescription).toMatch(/^[A-Z].{30,160}\.\ninfra\/RUNBOOK\.md#[a-z-]+$/)
      // A canary alarm only stops its deployment.
      expect(alarm.AlarmActions ?? []).toHaveLength(alarm.AlarmDescription.endsWith('#canary') ? 0 : 1)
      expect(alarm.TreatMissingData).toBe('notBreaching')
    },
  )

  test('correspond to the sections of the runbook', () => {
    const [first = ''] = readFileSync(join(root, 'infra/RUNBOOK.md'), 'utf8').split('\n# What no alarm says')
    const sections = [...first.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)
    const named = alarms.map(({ Properties }) => Properties.AlarmDescription.split('#')[1] as string)
    expect(sections.toSorted()).toEqual([...new Set(named)].toSorted())
  })

  test('cover the gateway, the table, sign-in and the distribution', () => {
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

  test('use exactly the dimensions under which AWS publishes the metrics', () => {
    type Watched = { Namespace: string; Dimensions?: { Name: string; Value: unknown }[] }
    const watched = alarms.flatMap(({ Properties }): Watched[] =>
      Properties.Metrics
        ? Properties.Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: Watched } }) => MetricStat?.Metric ?? [])
        : [{ Namespace: Properties.Namespace, Dimensions: Properties.Dimensions }],
    )
    const found = watched.map(({ Namespace, Dimensions = [] }) => {
      const names = Dimensions.map(({ Name }) => Name).toSorted()
      return [Namespace, ...names].join(' ')
    })
    expect([...new Set(found)].toSorted()).toEqual([
      'AWS/ApiGateway ApiId',
      'AWS/CloudFront DistributionId Region',
      'AWS/Cognito UserPool UserPoolClient',
      'AWS/DynamoDB Operation TableName',
      'AWS/Lambda ExecutedVersion FunctionName Resource',
      'AWS/Lambda FunctionName',
      'AWS/SQS QueueName',
      'Touchline/prod',
    ])
    const front = watched.find(({ Namespace }) => Namespace === 'AWS/CloudFront')
    expect(front?.Dimensions).toContainEqual({ Name: 'Region', Value: 'Global' })
  })

  test('may be published to the topic despite its own policy', () => {
    const [policy] = prod.ofType('data', 'AWS::SNS::TopicPolicy')
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    )
  })
})
