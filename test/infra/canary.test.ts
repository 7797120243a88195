import { expect, test } from 'vitest'
import { faultLine } from '#functions/runtime/faultLine.ts'
import { triggeredBy } from '#infra/registry.ts'
import { replacementProperties } from '#scripts/deploy/replacementProperties.ts'
import { type FoundResource, synthesized } from './synthesized.ts'

const prod = synthesized('prod')
const answering = [...triggeredBy('api'), ...triggeredBy('token')].map(([name]) => name).toSorted()
const ofType = (type: string) => prod.ofType('areas', type)
const byId = (type: string) => new Map(ofType(type).map((each) => [each.id, each]))
const functions = byId('AWS::Lambda::Function')
const versions = byId('AWS::Lambda::Version')
const groups = byId('AWS::CodeDeploy::DeploymentGroup')
const alarms = byId('AWS::CloudWatch::Alarm')
const filters = ofType('AWS::Logs::MetricFilter')
const aliases = ofType('AWS::Lambda::Alias')

/** The resources that belong to an alias, followed through the template. */
function around(alias: FoundResource) {
  const lambda = functions.get(alias.Properties.FunctionName.Ref)
  const versionId: string = alias.Properties.FunctionVersion['Fn::GetAtt'][0]
  const version = versions.get(versionId)
  const group = groups.get(alias['UpdatePolicy'].CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref)
  const alarm = alarms.get(group?.Properties.AlarmConfiguration.Alarms[0].Name.Ref)
  const filter = filters.find(({ id }) => alias['DependsOn']?.includes(id))
  return { lambda, versionId, version, group, alarm, filter }
}

test('every function that answers requests in prod is called by an alias of its newest version', () => {
  const called = aliases.map((alias): string => {
    const { lambda, version } = around(alias)
    expect(version?.Properties.FunctionName).toEqual(alias.Properties.FunctionName)
    return lambda?.Properties.Description.replace('prod: ', '')
  })
  expect(called.toSorted()).toEqual(answering)
})

test.each(aliases.map((alias) => [alias.id, alias] as const))(
  '%s is deployed as a canary, and rolled back on its alarm',
  (_, alias) => {
    const { group } = around(alias)
    expect(group?.Properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
      AlarmConfiguration: { Enabled: true },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      },
    })
  },
)

test.each(aliases.map((alias) => [alias.id, alias] as const))(
  '%s has an alarm on thrown and logged faults of the new version only',
  (_, alias) => {
    const { lambda, versionId, alarm, filter } = around(alias)
    const number = { 'Fn::GetAtt': [versionId, 'Version'] }
    const metrics: FoundResource['Properties'][] = alarm?.Properties.Metrics
    const of = (name: unknown) =>
      metrics.find(({ MetricStat }) => JSON.stringify(MetricStat?.Metric.MetricName) === JSON.stringify(name))
    const { Dimensions } = of('Errors')?.MetricStat.Metric ?? {}
    expect(Dimensions).toContainEqual({ Name: 'ExecutedVersion', Value: number })
    expect(Dimensions).toContainEqual({ Name: 'FunctionName', Value: { Ref: lambda?.id } })
    expect(filter?.Properties.LogGroupName).toEqual(lambda?.Properties.LoggingConfig.LogGroup)
    // Exactly the line that the function logs, with the version number in its place.
    const [before, after] = faultLine('#').split('#')
    expect(filter?.Properties.FilterPattern).toEqual({ 'Fn::Join': ['', [`"${before}`, number, `${after}"`]] })
    expect(of(filter?.Properties.MetricTransformations[0].MetricName)).toBeDefined()
    expect(metrics.find(({ Expression }) => Expression)?.Expression).toMatch(/thrown.+answered/)
    // Late data counts, too: each of the last minutes is evaluated, and FILL provides a value for the newest.
    expect(alarm?.Properties).toMatchObject({ Threshold: 0, EvaluationPeriods: 5, DatapointsToAlarm: 1 })
  },
)

test.each(aliases.map((alias) => [alias.id, alias] as const))(
  '%s has a separate alarm for each version, created before its deployment',
  (_, alias) => {
    const { lambda, versionId, group, alarm } = around(alias)
    const name = lambda?.Properties.Description.replace('prod: ', '')
    const before = `touchline-prod-${name}-canary-`
    // With a new name, CloudFormation creates another alarm and deletes the old one at the end.
    expect(alarm?.Properties.AlarmName).toEqual({
      'Fn::Join': ['', [before, { 'Fn::GetAtt': [versionId, 'Version'] }]],
    })
    // CloudWatch allows 255 characters.
    expect(before.length).toBeLessThan(200)
    expect(alias['DependsOn']).toEqual(expect.arrayContaining([alarm?.id, group?.id]))
  },
)

test('renaming an alarm replaces it', () => {
  expect(replacementProperties('AWS::CloudWatch::Alarm')).toContain('AlarmName')
})

test('the areas stack has room for more functions', () => {
  expect(prod.all('areas').length).toBeLessThan(450)
})

test('other stages call functions without aliases', () => {
  expect(synthesized('dev').ofType('areas', 'AWS::Lambda::Alias')).toEqual([])
})
