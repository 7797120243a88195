import { beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '#scripts/local/clock.ts'
import { deployFiles } from '#scripts/local/services/distribution/deployFiles.ts'
import { startFunctions } from '#scripts/local/services/lambda/startFunctions.ts'
import { functionUrls } from '#scripts/local/services/function-urls/functionUrls.ts'
import { onlyDistribution } from '#scripts/local/services/distribution/readDistribution.ts'
import { site } from '#scripts/local/services/distribution/site.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { dynamodb } from '#scripts/local/services/dynamodb/service.ts'
import { httpApi } from '#scripts/local/services/http-api/httpApi.ts'
import { s3 } from '#scripts/local/services/s3/service.ts'
import { newOffers, type Service } from '#scripts/local/services/service.ts'
import type { Assembly, Resource } from '#scripts/local/types.ts'
import { addProperties, withChange } from '../fixtures/serving/changed.ts'
import { filesInMemory } from '../fixtures/serving/files.ts'
import { newFolder } from '../fixtures/serving/folder.ts'
import { onlyResource, readServing } from '../fixtures/serving/read.ts'

let assembly: Assembly
beforeAll(() => {
  assembly = readServing()
})

const clock = createClock()
const invoke = async () => undefined
const log = () => undefined
const serve = (app: Assembly) => {
  const jwks = () => ({ keys: [] })
  const api = (one: Resource) => httpApi({ assembly: app, api: one, invoke, clock, jwks })
  site({ assembly: app, distribution: onlyDistribution(app), files: filesInMemory(), httpApi: api, gate: '', log })
  functionUrls({ assembly: app, invoke, clock })
  startFunctions({ assembly: app, gateEndpoint: '', dir: newFolder(), clock, log })
}
const distributionConfig = (more: object) => {
  const { properties } = onlyResource(assembly, 'AWS::CloudFront::Distribution')
  return addProperties({ DistributionConfig: { ...(properties.DistributionConfig as object), ...more } })
}

describe('an unsupported assembly is rejected at the start', () => {
  it('while a supported one is accepted', () => {
    expect(() => serve(assembly)).not.toThrow()
  })

  const unkept = { ErrorCode: 404, ErrorCachingMinTTL: 0 }
  it('while any caching time of errors is accepted', () => {
    const change = distributionConfig({ CustomErrorResponses: [unkept] })
    expect(() => serve(withChange(assembly, 'AWS::CloudFront::Distribution', change))).not.toThrow()
  })

  const refused: [string, string, () => Parameters<typeof withChange>[2], RegExp][] = [
    [
      'an API with another protocol',
      'AWS::ApiGatewayV2::Api',
      () => addProperties({ ProtocolType: 'GRAPHQL' }),
      /is no HTTP API/,
    ],
    [
      'an unknown property of a route',
      'AWS::ApiGatewayV2::Route',
      () => addProperties({ ApiKeyRequired: true }),
      /ApiKeyRequired of .*Route/,
    ],
    [
      'a named stage',
      'AWS::ApiGatewayV2::Stage',
      () => addProperties({ StageName: 'prod' }),
      /is not the stage \$default/,
    ],
    [
      'another payload format',
      'AWS::ApiGatewayV2::Integration',
      () => addProperties({ PayloadFormatVersion: '1.0' }),
      /payload format 2.0/,
    ],
    [
      'another authorizer',
      'AWS::ApiGatewayV2::Route',
      () => addProperties({ AuthorizationType: 'AWS_IAM' }),
      /guarded by AWS_IAM/,
    ],
    [
      'a function that the gateway may not call',
      'AWS::Lambda::Permission',
      () => () => undefined,
      /no AWS::Lambda::Permission for apigateway/,
    ],
    [
      'a function in a container image',
      'AWS::Lambda::Function',
      () => addProperties({ PackageType: 'Image' }),
      /PackageType/,
    ],
    [
      'a function of another runtime',
      'AWS::Lambda::Function',
      () => addProperties({ Runtime: 'python3.13' }),
      /runs on python3.13/,
    ],
    [
      'a function URL that streams',
      'AWS::Lambda::Url',
      () => addProperties({ InvokeMode: 'RESPONSE_STREAM' }),
      /streams its answers/,
    ],
    ['no distribution', 'AWS::CloudFront::Distribution', () => () => undefined, /exactly one distribution/],
    [
      'an error page',
      'AWS::CloudFront::Distribution',
      () => distributionConfig({ CustomErrorResponses: [{ ...unkept, ResponsePagePath: '/', ResponseCode: 200 }] }),
      /ResponsePagePath of the error 404 of .*Distribution/,
    ],
    [
      'another status for an error',
      'AWS::CloudFront::Distribution',
      () => distributionConfig({ CustomErrorResponses: [{ ...unkept, ResponseCode: 200 }] }),
      /ResponseCode of the error 404 of .*Distribution/,
    ],
    ['an origin that is no API or bucket', 'AWS::ApiGatewayV2::Api', () => () => undefined, /no API and no bucket/],
    [
      'edge code with a syntax error',
      'AWS::CloudFront::Function',
      () => addProperties({ FunctionCode: 'function (' }),
      /Spa.* does not run: /,
    ],
  ]
  it.each(refused)('%s', (_, type, change, sentence) => {
    expect(() => serve(withChange(assembly, type, change()))).toThrow(sentence)
  })

  it('a bucket with versioning, and a table with a policy', async () => {
    const serveWith = async (service: Service, app: Assembly) => {
      const running = await service.start({ dataDir: newFolder(), clock, log })
      try {
        await running.serve({
          assembly: app,
          policies: readPolicies(app),
          gate: '',
          authorize: () => undefined,
          offers: newOffers(),
        })
      } finally {
        await running.close?.()
      }
    }
    const versioned = withChange(assembly, 'AWS::S3::Bucket', addProperties({ VersioningConfiguration: {} }))
    await expect(serveWith(s3, versioned)).rejects.toThrow(/VersioningConfiguration/)
    const guarded = withChange(assembly, 'AWS::DynamoDB::GlobalTable', addProperties({ ResourcePolicy: {} }))
    await expect(serveWith(dynamodb, guarded)).rejects.toThrow(/ResourcePolicy/)
  })

  it('a deployment of an archive', async () => {
    const app = withChange(assembly, 'Custom::CDKBucketDeployment', addProperties({ Extract: false }))
    await expect(deployFiles(app, filesInMemory())).rejects.toThrow(/archive/)
  })
})
