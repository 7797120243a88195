import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { AssemblyError } from '#scripts/local/assembly/assemblyError.ts'
import { onlyAws, roles } from '#scripts/local/assembly/onlyAws.ts'
import { ownFunctions } from '#scripts/local/services/lambda/ownFunctions.ts'
import { services } from '#scripts/local/services/list.ts'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { openSecrets } from '#scripts/local/services/secrets/store.ts'
import { createClock } from '#scripts/local/clock.ts'
import type { Assembly, Resource } from '#scripts/local/types.ts'
import { clubApp, synthesize, tempDir } from './fixtures/clubApp.ts'
import { resource, type WrittenStack, writeAssembly } from './fixtures/writtenAssembly.ts'

const { dir, remove } = tempDir('assembly')
afterAll(remove)

const origin = 'http://127.0.0.1:3000'
const only = (assembly: Assembly, type: string, name = '') => {
  const found = assembly.ofType(type).filter(({ logicalId }) => logicalId.startsWith(name))
  expect(found).toHaveLength(1)
  return found[0] as (typeof found)[number]
}

describe('an assembly synthesized by the CDK', () => {
  const code = join(dir, 'code')
  const folder = synthesize(dir, clubApp(code))
  const secretValue = (secret: Resource) => openSecrets(join(dir, 'data'), createClock()).read(secret).current.value
  const endpoints = { origin, gate: undefined as string | undefined, secretValue }
  const assembly = readAssembly(folder, endpoints)
  const reader = only(assembly, 'AWS::Lambda::Function', 'Reader')
  const properties = () =>
    assembly.resolve<{ Code: { S3Key: string }; Environment: { Variables: Record<string, string> } }>(
      reader.stack,
      reader.properties,
    )

  test('has the stacks in their order of deployment, in one region', () => {
    expect([...new Set(assembly.resources.map(({ stack }) => stack))]).toEqual(['club-data', 'club-api'])
    expect(assembly).toMatchObject({ region: 'us-east-1', account: '000000000000' })
  })

  test('resolves references of a function to resources of another stack', () => {
    const table = only(assembly, 'AWS::DynamoDB::GlobalTable')
    const bucket = only(assembly, 'AWS::S3::Bucket')
    expect(properties().Environment.Variables).toMatchObject({
      TABLE_NAME: assembly.physicalId(table),
      BUCKET: assembly.physicalId(bucket),
    })
    expect(assembly.physicalId(table)).toBe(`club-data-${table.logicalId}`)
    expect(assembly.physicalId(bucket)).toBe(`club-data-${bucket.logicalId}`.toLowerCase())
  })

  test('resolves a dynamic reference to the value of a secret, always the same', () => {
    const { SECRET } = properties().Environment.Variables
    expect(SECRET).toMatch(/^[a-zA-Z0-9]{40}$/)
    const later = readAssembly(folder, { origin, secretValue })
    expect(later.resolve(reader.stack, reader.properties)).toMatchObject({ Environment: { Variables: { SECRET } } })
  })

  test('finds resources by their ARN, and a stream and an index by their table', () => {
    const table = only(assembly, 'AWS::DynamoDB::GlobalTable')
    const arn = assembly.arn(table)
    expect(arn).toBe(`arn:aws:dynamodb:us-east-1:000000000000:table/${assembly.physicalId(table)}`)
    for (const one of [arn, `${arn}/index/byEvent`, `${arn}/stream/2026`]) expect(assembly.byArn(one)).toBe(table)
    expect(assembly.byArn(`${arn}2`)).toBeUndefined()
    expect(assembly.byArn(assembly.arn(reader))).toBe(reader)
    expect(assembly.byLogicalId('club-api', reader.logicalId)).toBe(reader)
  })

  test('has queue URLs at the gate once it has started', () => {
    const queue = only(assembly, 'AWS::SQS::Queue', 'Jobs')
    const path = `/000000000000/club-api-${queue.logicalId}`
    expect(properties().Environment.Variables.QUEUE_URL).toBe(`https://sqs.us-east-1.amazonaws.com${path}`)
    endpoints.gate = 'http://127.0.0.1:4000'
    expect(properties().Environment.Variables.QUEUE_URL).toBe(`http://127.0.0.1:4000${path}`)
  })

  test('has function URLs at the one origin', () => {
    const url = only(assembly, 'AWS::Lambda::Url')
    expect(assembly.resolve('club-api', { 'Fn::GetAtt': [url.logicalId, 'FunctionUrl'] })).toBe(
      `${origin}/_local/url/${url.logicalId}/`,
    )
  })

  test('has the path of a function’s code', () => {
    const path = assembly.assetPath(reader.stack, properties().Code.S3Key)
    expect(readFileSync(join(path, 'index.mjs'), 'utf8')).toContain('handler')
    expect(() => assembly.assetPath('club-api', 'gone.zip')).toThrow(
      'The asset gone.zip of stack club-api is not in the synthesized app',
    )
  })

  test('is the same when read again', () => {
    const again = readAssembly(folder, { origin })
    expect(again.resources.map((one) => again.physicalId(one))).toEqual(
      readAssembly(folder, { origin }).resources.map((one) =>
        again.physicalId(again.byLogicalId(one.stack, one.logicalId) ?? one),
      ),
    )
  })

  test('counts all functions except those of the CDK as the app’s', () => {
    expect(ownFunctions(assembly)).toEqual(assembly.ofType('AWS::Lambda::Function'))
  })
})

let written = 0
const read = (stacks: Record<string, WrittenStack>) =>
  readAssembly(writeAssembly(join(dir, `written-${written++}`), stacks), { origin })
const readTemplate = (template: WrittenStack['template']) => read({ one: { template } })
const bucket = resource('AWS::S3::Bucket')

describe('a template written by hand', () => {
  test('has the URLs of the distribution and the API at the one origin, but not their bare names', () => {
    const assembly = readTemplate({
      Resources: {
        Web: resource('AWS::CloudFront::Distribution', { DistributionConfig: { CacheBehaviors: [] } }),
        Api: resource('AWS::ApiGatewayV2::Api'),
      },
    })
    const domain = { 'Fn::GetAtt': ['Web', 'DomainName'] }
    expect(assembly.resolve('one', { 'Fn::Join': ['', ['https://', domain, '/event/1']] })).toBe(`${origin}/event/1`)
    expect(assembly.resolve('one', { a: { 'Fn::Sub': 'https://${Web.DomainName}' } })).toEqual({ a: origin })
    expect(assembly.resolve('one', { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] })).toBe(origin)
    expect(assembly.resolve('one', domain)).toMatch(/^d[0-9a-z]{13}\.cloudfront\.net$/)
  })

  test('leaves out resources whose condition is false', () => {
    const assembly = readTemplate({
      Conditions: {
        Never: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-west-1'] },
        Always: { 'Fn::Not': [{ Condition: 'Never' }] },
      },
      Resources: { A: resource('AWS::S3::Bucket', {}, 'Always'), B: resource('AWS::S3::Bucket', {}, 'Never') },
    })
    expect(assembly.resources.map(({ logicalId }) => logicalId)).toEqual(['A'])
  })

  test('has ids in the format of AWS, and names within the limits', () => {
    const long = 'Very'.repeat(40)
    const assembly = readTemplate({
      Resources: {
        Pool: resource('AWS::Cognito::UserPool'),
        Client: resource('AWS::Cognito::UserPoolClient'),
        [long]: resource('AWS::Lambda::Function'),
        [`${long}Too`]: resource('AWS::Lambda::Function'),
        Queue: resource('AWS::SQS::Queue', { FifoQueue: true }),
        Named: resource('AWS::DynamoDB::Table', { TableName: { 'Fn::Sub': 'club-${AWS::Region}' } }),
      },
    })
    const ids = assembly.resources.map((one) => assembly.physicalId(one))
    expect(ids[0]).toMatch(/^us-east-1_[0-9a-zA-Z]{9}$/)
    expect(ids[1]).toMatch(/^[0-9a-z]{26}$/)
    expect(ids[2]).toHaveLength(64)
    expect(ids[2]).not.toBe(ids[3])
    expect(ids[4]).toMatch(/\/one-Queue\.fifo$/)
    expect(ids[5]).toBe('club-us-east-1')
  })

  test('includes the stages of the app', () => {
    const folder = join(dir, 'staged')
    writeAssembly(join(folder, 'nested'), { inner: { template: { Resources: { A: bucket } } } })
    const manifest = { artifacts: { stage: { type: 'cdk:cloud-assembly', properties: { directoryName: 'nested' } } } }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    expect(readAssembly(folder, { origin }).resources).toMatchObject([{ stack: 'inner', logicalId: 'A' }])
  })

  test('distinguishes the CDK’s functions from the app’s', () => {
    const assembly = readTemplate({
      Resources: {
        Files: resource('Custom::CDKBucketDeployment', { ServiceToken: { 'Fn::GetAtt': ['Provider', 'Arn'] } }),
        Provider: resource('AWS::Lambda::Function'),
        Ours: resource('AWS::Lambda::Function'),
      },
    })
    expect(ownFunctions(assembly).map(({ logicalId }) => logicalId)).toEqual(['Ours'])
  })
})

describe('an assembly is rejected with one sentence', () => {
  const refused = (work: () => unknown, ...words: string[]) => {
    let message = ''
    try {
      work()
    } catch (error) {
      expect(error).toBeInstanceOf(AssemblyError)
      message = (error as Error).message
    }
    for (const word of words) expect(message).toContain(word)
    expect(message).not.toContain('\n')
    expect(message).toMatch(/^[A-Z].*\.$/)
  }

  test('without a manifest', () =>
    refused(() => readAssembly(join(dir, 'nowhere'), { origin }), 'manifest.json', 'cannot be read'))

  test('with a template that is not JSON', () => {
    const folder = writeAssembly(join(dir, 'cut'), { one: { template: {} } })
    writeFileSync(join(folder, 'one.template.json'), '{"Resources":')
    refused(() => readAssembly(folder, { origin }), 'one.template.json', 'not JSON')
  })

  test('without a stack', () => refused(() => read({}), 'no stacks'))

  test('with stacks that depend on each other', () => {
    const stack = (other: string) => ({ template: {}, dependencies: [other] })
    refused(() => read({ a: stack('b'), b: stack('a') }), 'a, b, a')
  })

  test('with stacks in several regions', () => {
    const stack = (region: string) => ({ template: {}, environment: `aws://unknown-account/${region}` })
    refused(() => read({ a: stack('us-east-1'), b: stack('eu-west-1') }), 'us-east-1, eu-west-1')
  })

  test('with an unknown type', () => {
    refused(
      () => readTemplate({ Resources: { Graph: resource('AWS::Neptune::DBCluster') } }),
      'AWS::Neptune::DBCluster',
      'Graph',
      'stack one',
      'onlyAws.ts',
    )
  })

  const cases: [string, Record<string, unknown>, string[]][] = [
    ['a missing resource', { BucketName: { Ref: 'Lost' } }, ['stack one', 'the resource Lost']],
    ['an attribute of a missing resource', { BucketName: { 'Fn::GetAtt': ['Lost', 'Arn'] } }, ['the resource Lost']],
    [
      'an unknown attribute',
      { BucketName: { 'Fn::GetAtt': ['Topic', 'Colour'] } },
      ['Colour', 'Topic', 'AWS::SNS::Topic'],
    ],
    ['a missing export', { BucketName: { 'Fn::ImportValue': 'two:Name' } }, ['the export two:Name']],
    ['a parameter without a value', { BucketName: { Ref: 'Open' } }, ['The parameter Open', 'stack one']],
    ['a parameter stored in SSM', { BucketName: { Ref: 'Ssm' } }, ['The parameter Ssm']],
    ['a missing mapping', { BucketName: { 'Fn::FindInMap': ['Sizes', 'a', 'b'] } }, ['the mapping Sizes.a.b']],
    ['a missing condition', { BucketName: { 'Fn::If': ['Maybe', 'a', 'b'] } }, ['the condition Maybe']],
    ['an unknown intrinsic', { BucketName: { 'Fn::Cidr': ['a', 1, 2] } }, ['stack one', 'Fn::Cidr']],
    ['a list in place of a string', { BucketName: { 'Fn::Join': ['', [['a']]] } }, ['Fn::Join', '["a"]']],
    ['a string in place of a list', { BucketName: { 'Fn::Join': ['', 'a'] } }, ['Fn::Join', '"a"']],
    ['too few arguments', { BucketName: { 'Fn::Select': [0] } }, ['Fn::Select', '2 arguments']],
    ['an index out of range', { BucketName: { 'Fn::Select': [1, ['a']] } }, ['Fn::Select', 'no entry 1']],
    ['a reference to itself', { BucketName: { 'Fn::Sub': '${Bucket}-x' } }, ['round in circles', 'Bucket']],
  ]
  test.each(cases)('with %s', (_, properties, words) => {
    const Parameters = { Open: { Type: 'String' }, Ssm: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/a' } }
    const Resources = { Bucket: resource('AWS::S3::Bucket', properties), Topic: resource('AWS::SNS::Topic') }
    refused(() => readTemplate({ Parameters, Resources }).resources.map((one) => one), ...words)
  })

  test('with a broken reference even in resources that only AWS uses, but not with an attribute that only AWS knows', () => {
    const alarm = (value: unknown) => ({
      Parameters: { Ssm: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/a' } },
      Resources: { Alarm: resource('AWS::CloudWatch::Alarm', { value }), Topic: resource('AWS::SNS::Topic') },
    })
    refused(() => readTemplate(alarm({ 'Fn::GetAtt': ['Lost', 'Arn'] })), 'the resource Lost')
    expect(readTemplate(alarm([{ 'Fn::GetAtt': ['Topic', 'Colour'] }, { Ref: 'Ssm' }])).resources).toHaveLength(2)
  })

  test('with conditions that depend on each other', () => {
    refused(
      () =>
        readTemplate({
          Conditions: { A: { 'Fn::Not': [{ Condition: 'B' }] }, B: { 'Fn::Not': [{ Condition: 'A' }] } },
          Resources: { Bucket: resource('AWS::S3::Bucket', {}, 'A') },
        }),
      'round in circles',
      'the condition A',
    )
  })

  test('with a secret of another app, or of another kind', () => {
    const assembly = readTemplate({ Resources: { Bucket: bucket } })
    for (const reference of ['{{resolve:secretsmanager:stripe/key:SecretString:::}}', '{{resolve:ssm:/a/b:1}}']) {
      refused(() => assembly.resolve('one', { key: reference }), 'Stack one', reference)
    }
  })

  test('with an ARN of a type that has none, or an unknown stack', () => {
    const assembly = readTemplate({
      Resources: { Url: resource('AWS::ApiGatewayV2::Stage', { StageName: '$default' }) },
    })
    refused(() => assembly.arn(only(assembly, 'AWS::ApiGatewayV2::Stage')), 'Url', 'no ARN')
    refused(() => assembly.resolve('two', {}), 'no stack two')
  })
})

test('every type is handled by one service, or ignored for a stated reason', () => {
  const all = [...services.flatMap(({ types }) => Object.keys(types)), ...Object.keys({ ...onlyAws, ...roles })]
  expect(new Set(all).size).toBe(all.length)
  for (const type of all) expect(type).toMatch(/^(AWS::\w+|Custom)::\w+$/)
  for (const { why } of Object.values(onlyAws)) expect(why).not.toBe('')
})
