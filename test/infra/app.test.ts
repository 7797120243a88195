import { CfnResource, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { describe, expect, test } from 'vitest'
import { cdkApp } from '#infra/app.ts'
import { maxConcurrency } from '#infra/concurrency.ts'
import { region } from '#infra/stages.ts'
import { emptyBuild, type FoundResource, folder, parts, synthesized } from './synthesized.ts'

const build = emptyBuild()
const outdir = folder()

describe('the app', () => {
  test('has nine stacks named after their stage', () => {
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

  test('is dev by default', () => {
    expect(cdkApp({ outdir, build }).node.tryFindChild('touchline-dev-data')).toBeDefined()
  })

  test('rejects an unknown stage, and lists the known ones', () => {
    expect(() => cdkApp({ stage: 'staging', outdir, build })).toThrow(
      'There is no stage "staging": choose one of local, dev, prod.',
    )
    expect(() => cdkApp({ stage: 'constructor', outdir, build })).toThrow(/There is no stage "constructor"/)
  })

  test('fails when the web app has not been built', () => {
    expect(() => cdkApp({ stage: 'dev', outdir, build: outdir })).toThrow(
      /index\.html is missing: run "npm run build" first\.$/,
    )
  })
})

describe('concurrent creation by CloudFormation', () => {
  const prod = synthesized('prod')
  /**
   * For each type of which a service creates only a few at a time: the resources of one stack, each with those of the same type
   * that it depends on.
   */
  const kinds = parts.flatMap((part) =>
    Object.keys(maxConcurrency).map((type) => {
      const all = prod.ofType(part, type)
      const ids = new Set(all.map(({ id }) => id))
      const awaited = ({ DependsOn = [] }: FoundResource) => [DependsOn].flat().filter((id: string) => ids.has(id))
      return { type, all, waits: all.map(awaited) }
    }),
  )

  test('is limited to a few chains of dependencies per type', () => {
    for (const { type, all, waits } of kinds) {
      const first = waits.filter((each) => each.length === 0)
      expect([type, first.length]).toEqual([type, Math.min(first.length, maxConcurrency[type] ?? 0)])
      expect(waits.filter((each) => each.length > 1)).toEqual([])
      expect(new Set(waits.flat()).size).toBe(all.length - first.length)
    }
    expect(Math.max(...kinds.map(({ all }) => all.length))).toBeGreaterThan(200)
  })

  test('has no circular dependencies', () => {
    for (const part of parts) {
      const all = prod.all(part)
      const ids = new Set(all.map(({ id }) => id))
      const named = (found: FoundResource) =>
        [...JSON.stringify(found).matchAll(/"(\w+)"/g)].flatMap(([, name = '']) =>
          ids.has(name) && name !== found.id ? [name] : [],
        )
      let left = new Map(all.map((found) => [found.id, named(found)]))
      for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
        const waiting = left
        before = waiting.size
        left = new Map([...waiting].filter(([, names]) => names.some((name) => waiting.has(name))))
      }
      expect([part, ...left.keys()]).toEqual([part])
    }
  })

  test('uses about the full limit: no chain is long', () => {
    for (const { type, all, waits } of kinds.filter(({ all }) => all.length > 50)) {
      const before = new Map(all.map(({ id }, i) => [id, waits[i]?.[0]]))
      const depth = (id: string | undefined): number => (id === undefined ? 0 : 1 + depth(before.get(id)))
      expect(Math.max(...all.map(({ id }) => depth(id)))).toBeLessThan((2 * all.length) / (maxConcurrency[type] ?? 0))
    }
  })
})

test('synthesis fails on a violation of cdk-nag or CloudFormation’s rules', () => {
  const app = cdkApp({ stage: 'dev', outdir, build })
  const stack = new Stack(app, 'planted', { env: { region } })
  // Allows requests without TLS.
  new Bucket(stack, 'Bucket')
  // Allows everything.
  new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }).addToPolicy(
    new PolicyStatement({ actions: ['dynamodb:*'], resources: ['*'] }),
  )
  // A property that does not exist.
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
