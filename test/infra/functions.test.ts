import { describe, expect, test } from 'vitest'
import { grants } from '#infra/grants.ts'
import { type Found, parts, synthesized } from './synthesized.ts'

const prod = synthesized('prod')
const ours = (['api', 'identity'] as const).flatMap((part) => prod.ofType(part, 'AWS::Lambda::Function'))
const policies = (['api', 'identity'] as const).flatMap((part) => prod.ofType(part, 'AWS::IAM::Policy'))
const nameOf = (lambda: Found) => lambda.Properties.Description.replace('prod: ', '') as keyof typeof grants
const policyOf = (lambda: Found) => {
  const roleId = lambda.Properties.Role['Fn::GetAtt'][0]
  const found = policies.filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === roleId))
  expect(found).toHaveLength(1)
  return found[0]?.Properties.PolicyDocument.Statement as Statement[]
}
type Statement = { Effect: string; Action: string | string[]; Resource: unknown }
const actionsOf = ({ Action }: Statement) => [Action].flat()

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
    const direct = onTable.filter((statement) => !indexed.includes(statement))
    expect(direct.flatMap(actionsOf).toSorted()).toEqual(grants[name].table.toSorted())
    expect(indexed.flatMap(actionsOf)).toEqual(grants[name].indexes.length > 0 ? ['dynamodb:Query'] : [])
    const named = JSON.stringify(indexed).match(/(?<=\/index\/)\w+/g) ?? []
    expect(named.toSorted()).toEqual(grants[name].indexes.toSorted())
    const services = statements.flatMap(actionsOf).map((action) => action.slice(0, action.indexOf(':')))
    expect([...new Set(services)].toSorted()).toEqual(['dynamodb', 'logs', 'xray'])
  })

  test('is allowed nothing on everything, but to send its traces', () => {
    for (const statement of statements) {
      expect(statement.Effect).toBe('Allow')
      expect(actionsOf(statement).join()).not.toContain('*')
      const traces = actionsOf(statement).every((action) => action.startsWith('xray:'))
      expect(JSON.stringify(statement.Resource).includes('*')).toBe(traces)
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
    for (const metric of ['5xx', 'Latency', 'ThrottledRequests', 'SystemErrors', 'SignInThrottles', '5xxErrorRate'])
      expect(text).toContain(`"MetricName":"${metric}"`)
  })

  test('reach the topic although it has a policy of its own', () => {
    const [policy] = prod.ofType('data', 'AWS::SNS::TopicPolicy')
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    )
  })
})
