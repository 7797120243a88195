import { CfnResource, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { describe, expect, test } from 'vitest'
import { cdkApp } from '#infra/app.ts'
import { region } from '#infra/stages.ts'
import { emptyBuild, folder } from './synthesized.ts'

const build = emptyBuild()
const outdir = folder()

describe('the app', () => {
  test('has nine stacks, named after their stage', () => {
    const { stacks } = cdkApp({ stage: 'local', outdir, build }).synth()
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

/** The app with one more stack, which holds a mistake. */
function planted(mistake: (stack: Stack) => unknown) {
  const app = cdkApp({ stage: 'dev', outdir, build })
  mistake(new Stack(app, 'planted', { env: { region } }))
  return () => app.synth()
}

describe('a mistake stops the synthesis', () => {
  test('a bucket that answers without TLS', () => {
    expect(planted((stack) => new Bucket(stack, 'Bucket'))).toThrow(/AwsSolutions-S10/)
  })

  test('a role that may do anything', () => {
    const mistake = (stack: Stack) =>
      new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }).addToPolicy(
        new PolicyStatement({ actions: ['dynamodb:*'], resources: ['*'] }),
      )
    expect(planted(mistake)).toThrow(/AwsSolutions-IAM5\[Action::dynamodb:\*\]/)
  })

  test('a property that CloudFormation does not know', () => {
    const mistake = (stack: Stack) =>
      new CfnResource(stack, 'Topic', { type: 'AWS::SNS::Topic', properties: { TopicNam: 'x' } })
    expect(planted(mistake)).toThrow(/TopicNam/)
  })
})
