import { expect, test } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { deployFiles } from '#scripts/local/services/distribution/deployFiles.ts'
import { filesInMemory } from '../scripts/local/fixtures/serving/files.ts'
import { synthesized } from './synthesized.ts'

const local = synthesized('local')

test('deployed files of the web have the right content type and cache control', async () => {
  const assembly = readAssembly(local.assembly.directory, { origin: 'http://127.0.0.1:3000' })
  const files = filesInMemory()
  await deployFiles(assembly, files)
  const bucket = assembly.ofType('AWS::S3::Bucket').find(({ stack }) => stack === 'touchline-local-web')
  const headersOf = async (name: string) => {
    const { headers } = (bucket && (await files.get(assembly.physicalId(bucket), name))) ?? {}
    return [name, headers?.['content-type'], headers?.['cache-control']]
  }
  const year = 'public, max-age=31536000, immutable'
  const all = [
    ['assets/app-1.css', 'text/css; charset=utf-8', year],
    ['assets/app-1.js', 'text/javascript; charset=utf-8', year],
    ['card/card.css', 'text/css; charset=utf-8', 'no-cache'],
    ['card/card.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['card/index.html', 'text/html; charset=utf-8', 'no-cache'],
    // JSON is UTF-8 by its standard, and has no such parameter.
    ['config.json', 'application/json', 'no-cache'],
    ['icon.svg', 'image/svg+xml', 'no-cache'],
    ['index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ]
  expect(await Promise.all(all.map(([name = '']) => headersOf(name)))).toEqual(all)
  expect((await files.keys(bucket ? assembly.physicalId(bucket) : '')).toSorted()).toEqual(all.map(([name]) => name))
})

test('the card frame is on another origin, with scripts of the provider and its own only', () => {
  const policyOf = (start: string) =>
    JSON.stringify(
      local.one('web', 'AWS::CloudFront::ResponseHeadersPolicy', start).Properties['ResponseHeadersPolicyConfig'],
    )
  const card = local.one('web', 'AWS::CloudFront::Distribution', 'Card')
  // The web app shows the frame, and runs no script of the provider.
  const web = policyOf('Headers')
  expect(web).toContain(`frame-src 'self' https://",{"Fn::GetAtt":["${card.id}","DomainName"]},"; frame-ancestors`)
  expect(web).not.toContain('fluidpay')
  expect(policyOf('CardHeaders')).toContain("script-src 'self' https://sandbox.fluidpay.com;")

  const { DefaultCacheBehavior: only, CacheBehaviors, Origins } = card.Properties['DistributionConfig']
  expect([CacheBehaviors, Origins.length, Origins[0].OriginPath]).toEqual([undefined, 1, '/card'])
  expect(only).toMatchObject({
    ResponseHeadersPolicyId: { Ref: expect.stringMatching(/^CardHeaders/) },
    ViewerProtocolPolicy: 'https-only',
  })
})
