import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { mediaFolders } from '#functions/registry.ts'
import { root } from '#infra/bundle.ts'
import { firewall } from '#infra/firewall.ts'
import { prefixesOf } from '#infra/prefixes.ts'
import { pathsOf } from '#infra/publish.ts'
import { stages } from '#infra/stages.ts'
import { quotas } from '#scripts/bench/saturday/quotas.ts'
import { routes } from '#shared/api/index.ts'
import { namedFiles } from '#web/worker/build.ts'
import { folder, synthesized } from './synthesized.ts'

const prod = synthesized('prod')
const tooOften = (part: 'web' | 'identity') => prod.one(part, 'AWS::WAFv2::WebACL').Properties.Rules[0]

/** A build of the web app with its public files, other than scripts and style sheets. */
function built(): string {
  const made = folder()
  cpSync(join(root, 'web/public'), made, { recursive: true })
  writeFileSync(join(made, 'index.html'), '')
  writeFileSync(join(made, 'sw.js'), '')
  mkdirSync(join(made, 'assets'))
  return made
}
/** The requests of the service worker at a first visit. */
const page = { type: 'asset', source: '' } as Parameters<typeof namedFiles>[0][string]
const precached = [...namedFiles({ 'index.html': page }).map(({ url }) => url), '/assets/index-BvT3xQ1a.js']
const ofApi = [...prefixesOf(routes.map(({ key }) => key)), ...mediaFolders.map((name) => `/${name}/x`), '/live']

test('the files of a first visit are excluded from the rate limit per address', () => {
  const pattern = new RegExp(pathsOf(built()))
  expect(precached.length).toBeGreaterThan(3)
  for (const path of precached) expect(path).toMatch(pattern)
  for (const path of [...ofApi, '/', '/today', '/login', '/index.htm', '/api/v1/assets/x'])
    expect(path).not.toMatch(pattern)
  // The length limit of a firewall pattern.
  expect(pattern.source.length).toBeLessThan(512)
})

test('all other requests count, by decoded and normalized path', () => {
  const { RateBasedStatement } = tooOften('web').Statement
  expect(RateBasedStatement).toEqual({
    Limit: 5000,
    AggregateKeyType: 'IP',
    ScopeDownStatement: {
      NotStatement: {
        Statement: {
          RegexMatchStatement: {
            FieldToMatch: { UriPath: {} },
            RegexString: '^/(assets/|icon\\.svg$|index\\.html$|sw\\.js$)',
            TextTransformations: [
              { Priority: 0, Type: 'URL_DECODE' },
              { Priority: 1, Type: 'NORMALIZE_PATH' },
            ],
          },
        },
      },
    },
  })
})

test('the functions’ own requests to the user pool are counted separately', () => {
  const { Rules } = prod.one('identity', 'AWS::WAFv2::WebACL').Properties
  // The operations that `functions/session/userPool.ts` calls.
  const Statements = ['GetUser', 'ListWebAuthnCredentials', 'GlobalSignOut'].map((SearchString) => ({
    ByteMatchStatement: {
      // CloudFormation requires a capital letter in this name.
      FieldToMatch: { SingleHeader: { Name: 'x-amzn-cognito-operation-name' } },
      PositionalConstraint: 'EXACTLY',
      SearchString,
      TextTransformations: [{ Priority: 0, Type: 'NONE' }],
    },
  }))
  const ours = { OrStatement: { Statements } }
  const others = { NotStatement: { Statement: ours } }
  expect(tooOften('identity').Statement.RateBasedStatement).toEqual({
    Limit: 1000,
    AggregateKeyType: 'IP',
    ScopeDownStatement: others,
  })
  const rule = (name: string) => Rules.find(({ Name }: { Name: string }) => Name === name).Statement
  expect(rule('AWSManagedRulesAmazonIpReputationList').ManagedRuleGroupStatement.ScopeDownStatement).toEqual(others)
  expect(rule('OursTooOften').RateBasedStatement).toEqual({
    Limit: 30_000,
    AggregateKeyType: 'IP',
    ScopeDownStatement: ours,
  })
  // A single address gets no more than the pool's initial quota.
  expect(30_000 / (5 * 60)).toBeLessThan(quotas['Cognito, UserRead a second'].defaultQuota)
  expect(new Set(Rules.map(({ Priority }: { Priority: number }) => Priority)).size).toBe(Rules.length)
})

test('the rate limit per address excludes both uncounted paths and our own operations', () => {
  const stack = new Stack()
  const limits = { scope: 'REGIONAL', maxRequests: 10, excludedPaths: '^/assets/' } as const
  const ours = { operations: ['GetUser', 'GlobalSignOut'], maxRequests: 20 }
  firewall(stack, 'Firewall', stages.prod, { ...limits, functionCalls: ours })
  const [found] = Object.values(Template.fromStack(stack).findResources('AWS::WAFv2::WebACL'))
  const scope = found?.['Properties'].Rules[0].Statement.RateBasedStatement.ScopeDownStatement
  const { Statements } = scope.AndStatement
  expect(Statements.map(({ NotStatement }: { NotStatement: { Statement: object } }) => NotStatement.Statement)).toEqual(
    [
      { RegexMatchStatement: expect.objectContaining({ RegexString: '^/assets/' }) },
      {
        OrStatement: {
          Statements: ours.operations.map((SearchString) => ({
            ByteMatchStatement: expect.objectContaining({ SearchString }),
          })),
        },
      },
    ],
  )
})
