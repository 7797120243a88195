import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import type { BucketEvent } from '#scripts/local/services/s3/exchange.ts'
import { bucketScanner, testString } from '#scripts/local/services/s3/scanner.ts'
import type { Store } from '#scripts/local/services/s3/store.ts'
import { tagDenials } from '#scripts/local/services/s3/tagDenials.ts'
import { tempDir } from './fixtures/clubApp.ts'
import { resource, writeAssembly } from './fixtures/writtenAssembly.ts'
import { type Club, openBuckets, photos, refusalOf } from './s3-club.ts'

const { dir, remove } = tempDir('s3-scanned')
afterAll(remove)
const tag = 's3:ExistingObjectTag/GuardDutyMalwareScanStatus'

/** An app whose plan protects objects under `files/`, and whose rule sends findings to a queue. */
const assembly = readAssembly(
  writeAssembly(join(dir, 'app'), {
    one: {
      template: {
        Resources: {
          Photos: resource('AWS::S3::Bucket', { BucketName: photos }),
          Policy: resource('AWS::S3::BucketPolicy', {
            Bucket: photos,
            PolicyDocument: {
              Statement: [
                { Effect: 'Allow', Action: 's3:GetObject', Resource: '*', Condition: { StringEquals: { [tag]: 'x' } } },
                {
                  Effect: 'Deny',
                  Action: 's3:GetObject',
                  Resource: [`arn:aws:s3:::${photos}/files/*`],
                  Condition: { StringEquals: { [tag]: 'THREATS_FOUND' } },
                },
              ],
            },
          }),
          Scans: resource('AWS::GuardDuty::MalwareProtectionPlan', {
            Role: 'arn:aws:iam::123456789012:role/scans',
            Actions: { Tagging: { Status: 'ENABLED' } },
            ProtectedResource: { S3Bucket: { BucketName: photos, ObjectPrefixes: ['files/'] } },
          }),
          Heard: resource('AWS::SQS::Queue', { QueueName: 'heard' }),
          Rule: resource('AWS::Events::Rule', {
            EventPattern: {
              source: ['aws.guardduty'],
              'detail-type': ['GuardDuty Malware Protection Object Scan Result'],
              detail: {
                s3ObjectDetails: { bucketName: [photos] },
                scanResultDetails: { scanResultStatus: ['THREATS_FOUND'] },
              },
            },
            Targets: [{ Id: 'queue', Arn: { 'Fn::GetAtt': ['Heard', 'Arn'] } }],
          }),
        },
      },
    },
  }),
  { origin: 'http://127.0.0.1:3000', secretValue: () => 'x' },
)

type Told = { queue: string; event: { time: string; resources: string[]; detail: Record<string, object> } }
let club: Club
let told: Told[]
let scans: Promise<void>[]
let mayTag: boolean
beforeEach(async () => {
  const stores = new Map<string, Store>()
  told = []
  scans = []
  mayTag = false
  let scan: ((event: BucketEvent) => Promise<void>) | undefined
  club = await openBuckets({
    buckets: [{ name: photos, denials: tagDenials(assembly, photos) }],
    stores,
    authorize: (_key, action) => (/Tagging/.test(action) && !mayTag ? 'The role may not tag.' : undefined),
    onEvent: (event) => void (scan && scans.push(scan(event))),
  })
  const send = async (queue: string, body: string) => void told.push({ queue, event: JSON.parse(body) as never })
  scan = bucketScanner(assembly, { clock: club.clock, storeOf: (name) => stores.get(name), send })
})
afterEach(() => club.close())

const at = (Key: string) => ({ Bucket: photos, Key })
async function put(key: string, Body: string | Uint8Array) {
  await club.s3.send(new PutObjectCommand({ ...at(key), Body }))
  await setImmediate()
  await Promise.all(scans)
}
const text = async (key: string) => (await club.s3.send(new GetObjectCommand(at(key)))).Body?.transformToString()

test('an object with EICAR’s test string is reported to its queue, and cannot be read', async () => {
  await put('files/plan', `see ${testString}`)
  expect(told.map(({ queue }) => queue)).toEqual([expect.stringMatching(/:heard$/)])
  expect(told[0]?.event).toMatchObject({
    source: 'aws.guardduty',
    'detail-type': 'GuardDuty Malware Protection Object Scan Result',
    time: new Date(club.clock.now()).toISOString(),
    resources: [expect.stringMatching(/^arn:aws:guardduty:.*:malware-protection-plan\//)],
    detail: {
      scanStatus: 'COMPLETED',
      resourceType: 'S3_OBJECT',
      s3ObjectDetails: { bucketName: photos, objectKey: 'files/plan' },
      scanResultDetails: { scanResultStatus: 'THREATS_FOUND', threats: [{ name: expect.any(String) as string }] },
    },
  })
  expect(await refusalOf(text('files/plan'))).toMatchObject({ code: 'AccessDenied', status: 403 })
  const copy = new CopyObjectCommand({ ...at('files/copy'), CopySource: `${photos}/files/plan` })
  expect(await refusalOf(club.s3.send(copy))).toMatchObject({ code: 'AccessDenied' })
  expect((await refusalOf(club.s3.send(new HeadObjectCommand(at('files/plan'))))).status).toBe(403)
  expect(club.buckets().get(photos, 'files/plan')).toBeUndefined()
  // Uploaded again without it, it is another object.
  await put('files/plan', 'see')
  expect(await text('files/plan')).toBe('see')
})

test('the string is found across chunks of a large object', async () => {
  const large = Buffer.alloc(200_000, 'a')
  large.write(testString, 65_536 - 20)
  await put('files/large', large)
  expect(told).toHaveLength(1)
})

test('an object without it, or under another prefix, is not reported', async () => {
  await put('files/plan', 'a plan')
  await put('incoming/plan', testString)
  expect(told).toEqual([])
  expect(await Promise.all(['files/plan', 'incoming/plan'].map(text))).toEqual(['a plan', testString])
})

test('copying an object’s tags needs a separate permission, unless they are replaced', async () => {
  await put('files/plan', 'a plan')
  const copied = (more: object = {}) =>
    club.s3.send(new CopyObjectCommand({ ...at('files/copy'), CopySource: `${photos}/files/plan`, ...more }))
  expect(await refusalOf(copied())).toMatchObject({ code: 'AccessDenied', message: 'The role may not tag.' })
  await copied({ TaggingDirective: 'REPLACE' })
  mayTag = true
  await copied()
  expect(await text('files/copy')).toBe('a plan')
})
