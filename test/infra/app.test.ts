import { CfnResource, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { describe, expect, test } from 'vitest'
import { cdkApp } from '#infra/app.ts'
import { region } from '#infra/stages.ts'
import { emptyBuild, folder, synthesized } from './synthesized.ts'

const build = emptyBuild()
const outdir = folder()

describe('the app', () => {
  test('has nine stacks, named after their stage', () => {
    const { stacks } = synthesized('local').assembly
    expect(stacks.map(({ stackName }) => stackName).toSorted()).toEqual([
      'touchline-local-api',
      'touchline-local-areas',
      'touchline-local-clock',
      'touchline-local-data',
      'touchline-local-identity',
      'touchline-local-more-routes',
      'touchline-local-routes',
      'touchline-local-web',
      'touchline-local-workers',
    ])
  })

  test('is dev where nobody says otherwise', () => {
    expect(cdkApp({ outdir, build }).node.tryFindChild('touchline-dev-data')).toBeDefined()
  })

  test('refuses a stage that is not there, and names those that are', () => {
    expect(() => cdkApp({ stage: 'staging', outdir, build })).toThrow(
      'There is no stage "staging": choose one of local, dev, prod.',
    )
    expect(() => cdkApp({ stage: 'constructor', outdir, build })).toThrow(/There is no stage "constructor"/)
  })

  test('asks for the web to be built when it is not', () => {
    expect(() => cdkApp({ stage: 'dev', outdir, build: outdir })).toThrow(
      /index\.html is missing: run "npm run build" first\.$/,
    )
  })
})

test('a mistake stops the synthesis, of our rules as of CloudFormation’s', () => {
  const app = cdkApp({ stage: 'dev', outdir, build })
  const stack = new Stack(app, 'planted', { env: { region } })
  // It answers without TLS.
  new Bucket(stack, 'Bucket')
  // It may do anything.
  new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }).addToPolicy(
    new PolicyStatement({ actions: ['dynamodb:*'], resources: ['*'] }),
  )
  // A property that is not there.
  new CfnResource(stack, 'Topic', { type: 'AWS::SNS::Topic', properties: { TopicNam: 'x' } })
  const said = (() => {
    try {
      app.synth()
      return 'nothing'
    } catch (error) {
      return String(error)
    }
  })()
  expect(said).toMatch(/AwsSolutions-S10/)
  expect(said).toMatch(/AwsSolutions-IAM5\[Action::dynamodb:\*\]/)
  expect(said).toMatch(/TopicNam/)
})
