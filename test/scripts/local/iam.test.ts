import { join } from 'node:path'
import { RemovalPolicy } from 'aws-cdk-lib'
import * as iam from 'aws-cdk-lib/aws-iam'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { afterAll, describe, expect, test } from 'vitest'
import type { Template } from '#scripts/local/assembly/cloudAssembly.ts'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { StartError } from '#scripts/local/startError.ts'
import type { Assembly, Resource } from '#scripts/local/types.ts'
import { newFunction, newStack, newTable, synthesize, tempDir } from './fixtures/clubApp.ts'
import { functionWithRole, resource, writeAssembly } from './fixtures/writtenAssembly.ts'

const { dir, remove } = tempDir('iam')
afterAll(remove)

const options = { origin: 'http://127.0.0.1:3000', secretValue: () => 'secret' }
const named = (assembly: Assembly, start: string): Resource => {
  const found = assembly.ofType('AWS::Lambda::Function').find(({ logicalId }) => logicalId.startsWith(start))
  if (!found) throw new Error(`There is no function ${start}.`)
  return found
}

describe('roles synthesized by the CDK', () => {
  const folder = synthesize(dir, (app) => {
    const stack = newStack(app, 'club')
    const table = newTable(stack)
    const code = join(dir, 'code')
    table.grantReadData(newFunction(stack, 'Reader', code))
    table.grant(newFunction(stack, 'Narrow', code), 'dynamodb:GetItem', 'dynamodb:ConditionCheckItem')
    newFunction(stack, 'Nothing', code)
    const managed = new iam.ManagedPolicy(stack, 'Shared', {
      statements: [new iam.PolicyStatement({ actions: ['dynamodb:PutItem'], resources: [table.tableArn] })],
    })
    const shared = newFunction(stack, 'Managed', code)
    shared.role?.addManagedPolicy(managed)
    // CDK's helper for emptying it has a role that is not checked here.
    const files = new Bucket(stack, 'Files', { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true })
    expect(files.bucketArn).toBeDefined()
  })
  const assembly = readAssembly(folder, options)
  const policies = readPolicies(assembly)
  const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable') as [Resource]
  const arn = assembly.arn(table)
  const allowed = (name: string, action: string, on = arn) => policies.check(named(assembly, name), action, on).allowed

  test('allow what they grant, on the table and its indexes', () => {
    expect(allowed('Reader', 'dynamodb:GetItem')).toBe(true)
    expect(allowed('Reader', 'dynamodb:Query', `${arn}/index/byEvent`)).toBe(true)
    expect(allowed('Narrow', 'dynamodb:ConditionCheckItem')).toBe(true)
    expect(allowed('Managed', 'dynamodb:PutItem')).toBe(true)
  })

  test('reject everything else', () => {
    expect(allowed('Reader', 'dynamodb:PutItem')).toBe(false)
    expect(allowed('Reader', 'dynamodb:GetItem', `${arn}-other`)).toBe(false)
    expect(allowed('Narrow', 'dynamodb:Query')).toBe(false)
    expect(allowed('Nothing', 'dynamodb:GetItem')).toBe(false)
    expect(allowed('Managed', 'dynamodb:GetItem')).toBe(false)
  })

  test('name the function, the action, the resource and the role in a rejection', () => {
    const lambda = named(assembly, 'Narrow')
    const role = assembly.byArn(assembly.resolve(lambda.stack, lambda.properties.Role))
    expect(policies.check(lambda, 'dynamodb:PutItem', arn)).toEqual({
      allowed: false,
      missing:
        `The function ${lambda.logicalId} in stack club is not allowed dynamodb:PutItem on ${arn}: ` +
        `give its role ${role?.logicalId} that grant in infra/.`,
    })
  })
})

let written = 0
const policiesOf = (Resources: Template['Resources']) => {
  const folder = writeAssembly(join(dir, `written-${written++}`), { one: { template: { Resources: Resources ?? {} } } })
  const assembly = readAssembly(folder, options)
  return { assembly, policies: readPolicies(assembly) }
}
const allow = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' }

describe('a grant with a condition on the sender of a mail', () => {
  const identity = (name: string) => `arn:aws:ses:us-east-1:1:identity/${name}`
  const allowed = (from: unknown, ...context: [Record<string, string>?]) => {
    const Condition = { StringEquals: { 'ses:FromAddress': from } }
    const statement = { Effect: 'Allow', Action: 'ses:SendEmail', Resource: identity('*'), Condition }
    const { policies, assembly } = policiesOf(functionWithRole('Sender', [statement]))
    return policies.check(named(assembly, 'Sender'), 'ses:SendEmail', identity('parent@b.test'), ...context)
  }

  test('applies to exactly that address, and not without a sender', () => {
    const from = 'no-reply@club.test'
    expect(allowed(from, { 'ses:FromAddress': from })).toEqual({ allowed: true })
    expect(allowed(['a@club.test', from], { 'ses:FromAddress': from })).toEqual({ allowed: true })
    for (const other of ['head@club.test', 'No-Reply@club.test', 'no-reply@club.test.evil', ''])
      expect(allowed(from, { 'ses:FromAddress': other })).toMatchObject({ allowed: false })
    expect(allowed(from)).toMatchObject({ allowed: false })
    expect(allowed([], { 'ses:FromAddress': from })).toMatchObject({ allowed: false })
  })

  test('is checked for each address separately, and a rejection names the address', () => {
    const Condition = { StringEquals: { 'ses:FromAddress': 'a@club.test' } }
    const statement = { Effect: 'Allow', Action: 'ses:SendEmail', Resource: '*', Condition }
    const { policies, assembly } = policiesOf(functionWithRole('Sender', [statement]))
    const from = (address: string) =>
      policies.check(named(assembly, 'Sender'), 'ses:SendEmail', identity('club.test'), { 'ses:FromAddress': address })
    expect(from('a@club.test')).toEqual({ allowed: true })
    expect(from('b@club.test')).toMatchObject({
      missing: expect.stringContaining(`${identity('club.test')} (ses:FromAddress b@club.test)`),
    })
    expect(from('a@club.test')).toEqual({ allowed: true })
  })
})

describe('a grant with a condition on the partitions', () => {
  const table = 'arn:aws:dynamodb:us-east-1:1:table/t'
  const allowed = (patterns: string | string[], keys?: string[]) => {
    const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } }
    const statement = { Effect: 'Allow', Action: 'dynamodb:*', Resource: table, Condition }
    const { policies, assembly } = policiesOf(functionWithRole('Writer', [statement]))
    const context = keys && { 'dynamodb:LeadingKeys': keys }
    return policies.check(named(assembly, 'Writer'), 'dynamodb:BatchGetItem', table, context).allowed
  }

  test.each<[string | string[], string[], boolean]>([
    ['TEAM#*', ['TEAM#1'], true],
    ['TEAM#*', ['TEAM#1', 'TEAM#2'], true],
    ['TEAM#*', ['TEAM#1', 'USER#2'], false],
    [['TEAM#*', 'USER#*'], ['TEAM#1', 'USER#2'], true],
    ['TEAM#*', ['team#1'], false],
    ['TEAM#?', ['TEAM#12'], false],
    ['TEAM.*', ['TEAM#1'], false],
    ['*#1', ['TEAM#1:2#1'], true],
    ['TEAM', ['TEAM#1'], false],
  ])('%j matches %j: %s', (patterns, keys, expected) => expect(allowed(patterns, keys)).toBe(expected))

  test('applies to a call without a partition, as in AWS: a scan must not be granted', () => {
    expect(allowed('TEAM#*')).toBe(true)
  })

  test('must match all keys within one statement, and a rejection names them', () => {
    const on = (pattern: string) => ({
      Effect: 'Allow',
      Action: 'dynamodb:*',
      Resource: table,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': pattern } },
    })
    const { policies, assembly } = policiesOf(functionWithRole('Writer', [on('TEAM#*'), on('USER#*')]))
    const check = (...keys: string[]) =>
      policies.check(named(assembly, 'Writer'), 'dynamodb:GetItem', table, { 'dynamodb:LeadingKeys': keys })
    expect([check('TEAM#1').allowed, check('USER#1').allowed]).toEqual([true, true])
    expect(check('TEAM#1', 'USER#1')).toMatchObject({
      missing: expect.stringContaining(`${table} (dynamodb:LeadingKeys TEAM#1, USER#1)`),
    })
  })
})

describe('an unsupported policy is rejected at the start', () => {
  test.each<[string, unknown, string]>([
    ['Deny', { ...allow, Effect: 'Deny' }, 'the effect Deny'],
    ['no effect', { Action: 'a:B', Resource: '*' }, 'the effect undefined'],
    ['NotAction', { Effect: 'Allow', NotAction: 'a:B', Resource: '*' }, 'NotAction'],
    ['NotResource', { Effect: 'Allow', Action: 'a:B', NotResource: '*' }, 'NotResource'],
    ['Condition', { ...allow, Condition: { Bool: { 'aws:SecureTransport': 'true' } } }, 'Condition'],
    [
      'an unsupported operator',
      { ...allow, Condition: { StringNotLike: { 'ses:FromAddress': 'a*' } } },
      'StringNotLike',
    ],
    [
      'a list without ForAllValues',
      { ...allow, Condition: { StringLike: { 'dynamodb:LeadingKeys': 'a*' } } },
      'StringLike on dynamodb:LeadingKeys without ForAllValues',
    ],
    [
      'ForAnyValue',
      { ...allow, Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': 'a*' } } },
      'ForAnyValue:StringLike',
    ],
    [
      'an unsupported operator beside a supported one',
      { ...allow, Condition: { StringEquals: { 'ses:FromAddress': 'a' }, Null: { 'ses:FromAddress': 'true' } } },
      'Null',
    ],
    [
      'an unsupported condition key',
      { ...allow, Condition: { StringEquals: { 'ses:Recipients': 'a' } } },
      'StringEquals on ses:Recipients',
    ],
    [
      'a variable in a condition',
      { ...allow, Condition: { StringEquals: { 'ses:FromAddress': '${aws:username}' } } },
      'a policy variable',
    ],
    ['Principal', { ...allow, Principal: '*' }, 'Principal'],
    ['no resource', { Effect: 'Allow', Action: 'a:B' }, 'without Action or Resource'],
    ['a policy variable', { ...allow, Resource: 'arn:aws:s3:::b/${aws:username}' }, 'a policy variable'],
    ['a wildcard for the service', { ...allow, Resource: 'arn:aws:*:::x' }, 'a wildcard for the service'],
  ])('with %s', (_, statement, words) => {
    const act = () => policiesOf(functionWithRole('Reader', [allow, statement]))
    expect(act).toThrow(StartError)
    expect(act).toThrow(
      /^The policy inline of the role ReaderRole in stack one has .* checks plain Allow statements only\.$/,
    )
    expect(act).toThrow(words)
  })

  test('also when it is attached', () => {
    const act = () =>
      policiesOf({
        ...functionWithRole('Reader', []),
        More: resource('AWS::IAM::Policy', {
          Roles: [{ Ref: 'ReaderRole' }],
          PolicyDocument: { Statement: { ...allow, Effect: 'Deny' } },
        }),
      })
    expect(act).toThrow('The policy More in stack one has a statement with the effect Deny')
  })

  test('unless it belongs to another role', () => {
    const { policies, assembly } = policiesOf({
      ...functionWithRole('Reader', [allow]),
      Other: resource('AWS::IAM::Role'),
      More: resource('AWS::IAM::Policy', {
        Roles: [{ Ref: 'Other' }],
        PolicyDocument: { Statement: { ...allow, Effect: 'Deny' } },
      }),
    })
    expect(policies.check(named(assembly, 'Reader'), 'dynamodb:GetItem', 'arn:aws:dynamodb:r:a:table/t').allowed).toBe(
      true,
    )
  })

  test('for a managed policy of AWS other than the one for logs', () => {
    const known = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'
    expect(() => policiesOf(functionWithRole('Reader', [], { ManagedPolicyArns: [known] }))).not.toThrow()
    const admin = 'arn:aws:iam::aws:policy/AdministratorAccess'
    expect(() => policiesOf(functionWithRole('Reader', [], { ManagedPolicyArns: [known, admin] }))).toThrow(
      `has the managed policy ${admin}`,
    )
  })

  test('for a permissions boundary', () => {
    expect(() => policiesOf(functionWithRole('Reader', [], { PermissionsBoundary: 'arn:x' }))).toThrow(
      'The role ReaderRole in stack one has a permissions boundary',
    )
  })

  test('for a function without a role of the app', () => {
    const Resources = { Reader: resource('AWS::Lambda::Function', { Role: 'arn:aws:iam::1:role/elsewhere' }) }
    expect(() => policiesOf(Resources)).toThrow('The function Reader in stack one has no role of the app')
  })
})
