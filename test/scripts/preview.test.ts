import type { S3Client } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { stacksToDeployFirst } from '#scripts/deploy/exports.ts'
import {
  assemblyIn,
  listDeployments,
  readDeployment,
  saveDeployment,
  templatesOf,
  writeAssembly,
} from '#scripts/deploy/history.ts'
import { changesOrigin } from '#scripts/deploy/origin.ts'
import { dataResourceTypes, previewOf } from '#scripts/deploy/preview.ts'
import { replacementProperties } from '#scripts/deploy/replacementProperties.ts'
import type { Template } from '#scripts/deploy/templates.ts'
import { folder, synthesized } from '../infra/synthesized.ts'

const whole = assemblyIn(synthesized('prod').assembly.directory)

const table = (KeySchema: string, more = {}) => ({
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: { KeySchema, BillingMode: 'PAY_PER_REQUEST', ...more },
})
const policy = (...Action: string[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: { PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource: 'team' }] } },
})
const lambda = (Code: string, more = {}) => ({ Type: 'AWS::Lambda::Function', Properties: { Code, ...more } })
const stack = (Resources: Template['Resources']) => ({ data: { Resources } })

describe('the preview of a deployment', () => {
  test('is empty without changes', () => {
    const same = stack({ Table: table('pk'), Rights: policy('dynamodb:GetItem') })
    expect(previewOf(same, structuredClone(same))).toEqual({ loses: [], widens: [], changes: [] })
  })

  test.each([
    ['deleted', {}, 'GlobalTable Table is deleted with its data.'],
    [
      'replaced',
      { Table1234ABCD: table('id') },
      'GlobalTable Table is replaced by an empty one, because its KeySchema changes.',
    ],
  ])('lists data that is %s', (_what, after, sentence) => {
    expect(previewOf(stack({ Table1234ABCD: table('pk') }), stack(after)).losses).toEqual([sentence])
  })

  test('does not list data as lost if only properties change that can be updated in place', () => {
    const after = stack({ Table: table('pk', { BillingMode: 'PROVISIONED' }) })
    expect(previewOf(stack({ Table: table('pk') }), after)).toEqual({
      loses: [],
      widens: [],
      changes: ['DynamoDB GlobalTable: 1 changed.'],
    })
  })

  test('lists added permissions, and no removed ones', () => {
    const less = stack({ Rights: policy('dynamodb:GetItem') })
    const more = stack({ Rights: policy('dynamodb:GetItem', 'dynamodb:PutItem') })
    expect(previewOf(less, more).newPermissions).toEqual(['Rights: may dynamodb:PutItem on team'])
    expect(previewOf(more, less).newPermissions).toEqual([])
  })

  test('lists new callers of a function, and new readers of a bucket', () => {
    const called = {
      Type: 'AWS::Lambda::Permission',
      Properties: { Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com', FunctionName: 'today' },
    }
    const read = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'files' }
    const bucket = { Type: 'AWS::S3::BucketPolicy', Properties: { PolicyDocument: { Statement: [read] } } }
    expect(previewOf(stack({}), stack({ Called: called, Files: bucket })).newPermissions).toEqual([
      'Called: s3.amazonaws.com may lambda:InvokeFunction on today',
      'Files: * may s3:GetObject on files',
    ])
  })

  test('lists functions by name, and other resources by count', () => {
    const was = stack({ mailsend0000AAAA: lambda('1'), old: lambda('1'), today: lambda('1', { MemorySize: 1 }) })
    const is = stack({ mailsend0000AAAA: lambda('2'), new: lambda('1'), today: lambda('1', { MemorySize: 2 }) })
    expect(previewOf(was, is).changes).toEqual([
      'Functions with new code: mailsend.',
      'Functions with new settings: today (MemorySize).',
      'New functions: new.',
      'Removed functions: old.',
    ])
  })
})

test('every type that prod retains when its stacks are deleted counts as data, except logs', () => {
  const resources = Object.values(templatesOf(whole)).flatMap(({ Resources }) => Object.values(Resources))
  const keeps = new Set(resources.flatMap((each) => (each.DeletionPolicy === 'Retain' ? [each.Type] : [])))
  keeps.delete('AWS::Logs::LogGroup')
  expect(dataResourceTypes).toEqual(expect.arrayContaining([...keeps]))
  // As CloudFormation's documentation says for these.
  expect(replacementProperties('AWS::DynamoDB::GlobalTable').toSorted()).toEqual([
    'KeySchema',
    'LocalSecondaryIndexes',
    'TableName',
  ])
  expect(replacementProperties('AWS::S3::Bucket')).toContain('BucketName')
  for (const type of dataResourceTypes) expect(() => replacementProperties(type)).not.toThrow()
})

test('a stored assembly is the same when read, and has no changes against itself', () => {
  const place = folder()
  writeAssembly(whole, place)
  expect(assemblyIn(place)).toEqual(whole)
  expect(Object.keys(templatesOf(whole))).toHaveLength(9)
  expect(Object.keys(whole)).toEqual(expect.arrayContaining(['manifest.json', 'cdk.out']))
  expect(previewOf(templatesOf(whole), templatesOf(assemblyIn(place)))).toEqual({ loses: [], widens: [], changes: [] })
})

test('deployments are stored by time and listed newest first', async () => {
  const files = new Map<string, Uint8Array>()
  type Command = { constructor: { name: string }; input: { Key?: string; Body?: Uint8Array } }
  const s3 = {
    send: async ({ constructor: { name }, input: { Key = '', Body } }: Command) => {
      if (name === 'PutObjectCommand' && Body) files.set(Key, Body)
      if (name === 'ListObjectsV2Command') return { Contents: [...files.keys()].map((key) => ({ Key: key })) }
      return { Body: { transformToByteArray: async () => files.get(Key) } }
    },
  } as unknown as S3Client
  const place = { s3, Bucket: 'cdk' }
  for (const at of ['2026-11-01T00:00:00.000Z', '2026-11-22T00:00:00.000Z'])
    await saveDeployment(place, 'prod', { 'manifest.json': at }, at)
  const all = await listDeployments(place, 'prod')
  expect(all).toEqual(['2026-11-22T00:00:00.000Z', '2026-11-01T00:00:00.000Z'])
  expect(await readDeployment(place, 'prod', all[1] ?? '')).toEqual({ 'manifest.json': '2026-11-01T00:00:00.000Z' })
})

describe('in the templates of prod', () => {
  const prod = templatesOf(whole)

  test('stacks release removed exports first, importing ones before exporting ones', () => {
    expect(stacksToDeployFirst([prod], prod)).toEqual([])
    const { 'touchline-prod-areas': ofAreas, ...others } = prod
    const order = stacksToDeployFirst([prod], {
      ...others,
      'touchline-prod-areas': { Resources: ofAreas?.Resources ?? {} },
    })
    expect(order.toSorted()).toEqual(['touchline-prod-api', 'touchline-prod-more-routes', 'touchline-prod-routes'])
  })

  test('another version of OriginSecret is detected', () => {
    const text = JSON.stringify(prod)
    const other = JSON.parse(text.replaceAll(':SecretString:says::}}', ':SecretString:says::v2}}'))
    expect([changesOrigin(prod, prod), changesOrigin(prod, other)]).toEqual([false, true])
  })
})

describe('stacks that release exports first', () => {
  const one = (gives: string[], takes: string[]): Template => ({
    Resources: { Takes: { Type: 'x', Properties: { of: takes.map((each) => ({ 'Fn::ImportValue': each })) } } },
    Outputs: Object.fromEntries(gives.map((Name) => [Name, { Export: { Name } }])),
  })
  const last = { areas: one(['a'], []), api: one([], ['a']) }

  test('exclude those that need an export which only a stopped attempt had', () => {
    const stopped = { areas: one(['a', 'e'], []), api: one([], ['a', 'e']) }
    const mended = { areas: one(['a', 'f'], []), api: one([], ['a', 'f']) }
    expect(stacksToDeployFirst([last, stopped], mended)).toEqual([])
    expect(stacksToDeployFirst([last, stopped], last)).toEqual(['api'])
    // The attempt also exported that one.
    expect(stacksToDeployFirst([last, { ...stopped, areas: one(['a', 'e', 'f'], []) }], mended)).toEqual(['api'])
  })

  test('may import from one that is deployed before them', () => {
    const was = { areas: one(['a'], []), api: one(['b'], ['a']), web: one([], ['a', 'b']) }
    const is = { areas: one([], []), api: one(['b', 'c'], []), web: one([], ['c']) }
    expect(stacksToDeployFirst([was], is)).toEqual(['api', 'web'])
  })

  test('are found even if attempts have reversed the imports', () => {
    const turned = { areas: one([], ['b']), api: one(['b'], []) }
    expect(stacksToDeployFirst([last, turned], { areas: one([], []), api: one([], []) }).toSorted()).toEqual([
      'api',
      'areas',
    ])
  })
})
