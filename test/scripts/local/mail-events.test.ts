import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { mailEvents } from '#scripts/local/services/ses/events.ts'
import { StartError } from '#scripts/local/startError.ts'
import type { Clock } from '#scripts/local/types.ts'
import { tempDir } from './fixtures/clubApp.ts'
import { resource, writeAssembly } from './fixtures/writtenAssembly.ts'

const { dir, remove } = tempDir('mail-events')
afterAll(remove)
const clock: Clock = { now: () => Date.parse('2026-11-22T18:00:00Z'), set: () => undefined }

let written = 0
/** An app whose configuration set sends these event types to a queue, by a rule of the bus with this pattern. */
function appWith(MatchingEventTypes: string[], pattern: object = { 'ses:configuration-set': ['club-mail'] }) {
  const Resources = {
    Heard: resource('AWS::SQS::Queue', { QueueName: 'heard' }),
    Set: resource('AWS::SES::ConfigurationSet', { Name: 'club-mail' }),
    Told: resource('AWS::SES::ConfigurationSetEventDestination', {
      ConfigurationSetName: 'club-mail',
      EventDestination: { MatchingEventTypes, EventBridgeDestination: { EventBusArn: 'default' } },
    }),
    Rule: resource('AWS::Events::Rule', {
      EventPattern: { source: ['aws.ses'], detail: { mail: { tags: pattern } } },
      Targets: [{ Id: 'queue', Arn: { 'Fn::GetAtt': ['Heard', 'Arn'] } }],
    }),
  }
  const options = { origin: 'http://127.0.0.1:3000', secretValue: () => 'x' }
  return readAssembly(writeAssembly(join(dir, `app-${written++}`), { one: { template: { Resources } } }), options)
}

/** The events about a mail to an address: their names, and the whole first one. */
async function toldOf(to: string, { kinds = ['bounce', 'complaint', 'delivery'], set = 'club-mail' } = {}) {
  const told: { queue: string; event: { 'detail-type': string; time: string; detail: Record<string, unknown> } }[] = []
  const mail = { from: 'no-reply@touchline.test', to: [to], raw: '', configurationSet: set, tags: { mail: 'm1' } }
  const send = async (queue: string, body: string) => void told.push({ queue, event: JSON.parse(body) as never })
  await mailEvents(appWith(kinds))(mail, 'ses-1', { clock, send })
  return { names: told.map(({ event }) => event['detail-type']), first: told[0] }
}

test('a delivered mail’s event reaches its queue, with the mail’s tags and the local cloud’s time', async () => {
  const { names, first } = await toldOf('paula@family.example')
  expect(names).toEqual(['Email Delivered'])
  expect(first?.queue).toMatch(/:heard$/)
  expect(first?.event).toMatchObject({
    source: 'aws.ses',
    time: '2026-11-22T18:00:00.000Z',
    detail: {
      eventType: 'Delivery',
      mail: { messageId: 'ses-1', tags: { mail: ['m1'], 'ses:configuration-set': ['club-mail'] } },
      delivery: { recipients: ['paula@family.example'] },
    },
  })
})

test.each([
  ['bounce@simulator.amazonses.com', ['Email Bounced']],
  ['Bounce+paula@simulator.amazonses.com', ['Email Bounced']],
  ['complaint@simulator.amazonses.com', ['Email Delivered', 'Email Complaint Received']],
  ['bounce@club.example', ['Email Delivered']],
])('a mail to %s causes %j', async (to, names) => {
  expect((await toldOf(to)).names).toEqual(names)
})

test('events of other types and other configuration sets are not sent', async () => {
  expect((await toldOf('bounce@simulator.amazonses.com', { kinds: ['delivery'] })).names).toEqual([])
  expect((await toldOf('paula@family.example', { set: 'other' })).names).toEqual([])
})

test('a rule without a configuration set is rejected at the start, as it would match all mail', () => {
  expect(() => mailEvents(appWith(['delivery'], {}))).toThrow(StartError)
})
