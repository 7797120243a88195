import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Template } from '#scripts/local/assembly/cloudAssembly.ts'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { occurrences } from '#scripts/local/services/schedules/scheduleExpression.ts'
import { type Schedules, startSchedules } from '#scripts/local/services/schedules/startSchedules.ts'
import { StartError } from '#scripts/local/startError.ts'
import type { Clock } from '#scripts/local/types.ts'
import { clubApp, synthesize, tempDir } from './fixtures/clubApp.ts'
import { functionWithRole, resource, writeAssembly } from './fixtures/writtenAssembly.ts'

const { dir, remove } = tempDir('schedules')
afterAll(remove)

const start = Date.parse('2026-01-01T00:00:00Z')
const next = (expression: string, timezone: string, after: string, count = 1): string[] => {
  const due = occurrences(expression, timezone, start)
  const found: string[] = []
  for (let time: number | undefined = Date.parse(after); found.length < count; ) {
    time = due?.(time)
    if (time === undefined) break
    found.push(new Date(time).toISOString().replace(':00.000', ''))
  }
  return found
}

describe('the due times of a schedule', () => {
  test.each<[string, string, string, string[]]>([
    ['rate(5 minutes)', 'UTC', '2026-01-01T00:04:59Z', ['2026-01-01T00:05Z', '2026-01-01T00:10Z']],
    ['rate(1 hour)', 'UTC', '2026-01-01T01:00:00Z', ['2026-01-01T02:00Z']],
    ['rate(1 day)', 'UTC', '2025-06-01T00:00:00Z', ['2026-01-02T00:00Z']],
    ['cron(30 2 * * ? *)', 'America/Chicago', '2026-01-05T00:00:00Z', ['2026-01-05T08:30Z', '2026-01-06T08:30Z']],
    [
      'cron(0 18 ? * MON-FRI *)',
      'America/Vancouver',
      '2026-07-03T12:00:00Z',
      ['2026-07-04T01:00Z', '2026-07-07T01:00Z'],
    ],
    ['cron(0/15 * * * ? *)', 'UTC', '2026-01-01T00:01:00Z', ['2026-01-01T00:15Z', '2026-01-01T00:30Z']],
    ['cron(0 9 ? * 1 *)', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-04T09:00Z']],
    ['cron(0 9 ? * SUN#2 *)', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-11T09:00Z']],
    ['cron(0 9 L * ? *)', 'UTC', '2026-02-01T00:00:00Z', ['2026-02-28T09:00Z', '2026-03-31T09:00Z']],
    ['cron(0 9 ? * 6L *)', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-30T09:00Z']],
    ['cron(0 9 15W * ? *)', 'UTC', '2026-02-01T00:00:00Z', ['2026-02-16T09:00Z']],
    ['cron(0 9 1 1 ? 2028)', 'UTC', '2026-02-01T00:00:00Z', ['2028-01-01T09:00Z']],
    ['at(2026-07-01T10:00:00)', 'America/Mexico_City', '2026-01-01T00:00:00Z', ['2026-07-01T16:00Z']],
  ])('%s in %s after %s', (expression, timezone, after, expected) => {
    expect(next(expression, timezone, after, expected.length)).toEqual(expected)
  })

  test('are none after its last one', () => {
    expect(next('at(2026-07-01T10:00:00)', 'UTC', '2026-07-01T10:00:00Z')).toEqual([])
    expect(next('cron(0 9 1 1 ? 2025)', 'UTC', '2026-01-01T00:00:00Z')).toEqual([])
  })

  test('skip a time that daylight saving skips, and include a repeated one once', () => {
    expect(next('cron(30 2 * * ? *)', 'America/Chicago', '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-09T07:30Z',
      '2026-03-10T07:30Z',
    ])
    expect(next('cron(30 1 * * ? *)', 'America/Chicago', '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T06:30Z',
      '2026-11-02T07:30Z',
    ])
  })

  test.each(['rate(0 minutes)', 'rate(5 weeks)', 'cron(* * *)', 'cron(99 * * * ? *)', 'at(soon)', 'every day', ''])(
    '%s is rejected',
    (expression) => expect(occurrences(expression, 'UTC', start)).toBeUndefined(),
  )
  test('an unknown time zone is rejected', () => {
    expect(occurrences('cron(0 9 * * ? *)', 'Mars/Olympus', start)).toBeUndefined()
  })
})

let now = start
const clock: Clock = { now: () => now, set: () => undefined }
let schedules: Schedules | undefined
afterEach(() => schedules?.close())

type Call = { to: string; event: unknown }

describe('the schedules of an app', () => {
  const assembly = readAssembly(synthesize(dir, clubApp(join(dir, 'code'))), {
    origin: 'http://127.0.0.1:3000',
    secretValue: () => 'x',
  })
  const begin = (at: string, fails = 0) => {
    now = Date.parse(at)
    const calls: Call[] = []
    let left = fails
    schedules = startSchedules({
      assembly,
      clock,
      invoke: async (lambda, event) => {
        calls.push({ to: lambda.logicalId.slice(0, 6), event })
        if (left-- > 0) throw new Error('It fails.')
      },
    })
    const tick = async (at: string) => {
      now = Date.parse(at)
      calls.length = 0
      await schedules?.tick()
      return [...calls]
    }
    return { tick }
  }
  const nightly = { to: 'Worker', event: { job: 'nightly' } }

  test('call their functions once per due time, by the local cloud’s clock', async () => {
    const { tick } = begin('2026-07-01T07:28:00Z')
    expect(await tick('2026-07-01T07:29:59Z')).toEqual([])
    expect(await tick('2026-07-01T07:30:00Z')).toEqual([nightly])
    expect(await tick('2026-07-01T07:30:01Z')).toEqual([])
    const [rate] = await tick('2026-07-01T07:33:30Z')
    expect(rate).toMatchObject({
      to: 'Worker',
      event: {
        version: '0',
        source: 'aws.events',
        'detail-type': 'Scheduled Event',
        time: '2026-07-01T07:33:00Z',
        region: 'us-east-1',
        detail: {},
      },
    })
    expect(rate?.event).toHaveProperty(
      'resources.0',
      expect.stringMatching(/^arn:aws:events:us-east-1:000000000000:rule\/club-api-Tick/),
    )
  })

  test('make one call for all times that the clock skips, and continue from an earlier clock', async () => {
    const { tick } = begin('2026-07-01T07:00:00Z')
    expect(await tick('2026-07-09T07:31:00Z')).toHaveLength(2)
    expect(await tick('2026-07-09T07:31:10Z')).toEqual([])
    expect(await tick('2026-07-02T07:29:00Z')).toEqual([])
    expect(await tick('2026-07-02T07:30:00Z')).toEqual([expect.objectContaining({ to: 'Worker' }), nightly])
  })

  test('retry a failed call twice', async () => {
    const { tick } = begin('2026-07-01T07:29:59Z', 2)
    expect(await tick('2026-07-01T07:30:00Z')).toEqual([nightly, nightly, nightly])
  })

  test('run by themselves', async () => {
    const calls: unknown[] = []
    now = Date.parse('2026-07-01T07:29:59Z')
    schedules = startSchedules({ assembly, clock, invoke: async (_, event) => calls.push(event) })
    now += 1000
    await expect.poll(() => calls, { timeout: 5000 }).toEqual([{ job: 'nightly' }])
  })
})

let written = 0
const scheduleOf = (properties: Record<string, unknown>, type = 'AWS::Scheduler::Schedule', calls: Call[] = []) => {
  const Resources: Template['Resources'] = { ...functionWithRole('Worker', []), Plan: resource(type, properties) }
  const assembly = readAssembly(
    writeAssembly(join(dir, `written-${written++}`), { one: { template: { Resources } } }),
    { origin: 'http://127.0.0.1:3000' },
  )
  schedules = startSchedules({
    assembly,
    clock,
    invoke: async (lambda, event) => calls.push({ to: lambda.logicalId, event }),
  })
  return schedules
}
const Arn = { 'Fn::GetAtt': ['Worker', 'Arn'] }
const plan = { ScheduleExpression: 'rate(1 minute)', FlexibleTimeWindow: { Mode: 'OFF' }, Target: { Arn } }

describe('a schedule', () => {
  test('calls its function with its input', async () => {
    now = start
    const calls: Call[] = []
    const { tick } = scheduleOf(
      { ...plan, Target: { Arn, Input: '{"due":"<aws.scheduler.scheduled-time>","x":"<aws.other>"}' } },
      undefined,
      calls,
    )
    now += 61_000
    await tick()
    expect(calls).toEqual([{ to: 'Worker', event: { due: '2026-01-01T00:01:00Z', x: '<aws.other>' } }])
  })

  test('calls its function with the time when it has no input', async () => {
    now = start
    const calls: Call[] = []
    const { tick } = scheduleOf(plan, undefined, calls)
    now += 60_000
    await tick()
    expect(calls).toMatchObject([{ event: { source: 'aws.scheduler', time: '2026-01-01T00:01:00Z', detail: '{}' } }])
  })

  test('calls only between its start and end dates, and never when disabled', async () => {
    now = start
    const calls: Call[] = []
    const { tick } = scheduleOf(
      { ...plan, StartDate: '2026-01-01T01:00:00Z', EndDate: '2026-01-01T02:00:00Z' },
      undefined,
      calls,
    )
    const callsAt: number[] = []
    // The call that is due at 1:03 is made late, and is the last one.
    for (const minutes of [30, 62, 150, 160]) {
      now = start + minutes * 60_000
      await tick()
      callsAt.push(calls.length)
    }
    expect(callsAt).toEqual([0, 1, 2, 2])
    now = start
    const off = scheduleOf({ ...plan, State: 'DISABLED' }, undefined, calls)
    now += 3_600_000
    await off.tick()
    expect(calls).toHaveLength(2)
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      'an expression',
      { ...plan, ScheduleExpression: 'often' },
      'AWS::Scheduler::Schedule',
      'Plan (AWS::Scheduler::Schedule) in stack one is due at "often"',
    ],
    ['a property', { ...plan, KmsKeyArn: 'arn:x' }, 'AWS::Scheduler::Schedule', 'KmsKeyArn'],
    [
      'a target',
      { ...plan, Target: { Arn: 'arn:aws:scheduler:::aws-sdk:sqs:sendMessage' } },
      'AWS::Scheduler::Schedule',
      'the local cloud calls functions of the app only',
    ],
    [
      'a target of another kind',
      { ...plan, Target: { Arn, EcsParameters: {} } },
      'AWS::Scheduler::Schedule',
      'EcsParameters',
    ],
    [
      'an input',
      { ...plan, Target: { Arn, Input: 'no' } },
      'AWS::Scheduler::Schedule',
      'calls its function with no, which is not JSON',
    ],
    ['an event pattern', { EventPattern: { source: ['x'] }, Targets: [] }, 'AWS::Events::Rule', 'EventPattern'],
    [
      'a transformed input',
      { ScheduleExpression: 'rate(1 day)', Targets: [{ Arn, Id: 'x', InputTransformer: {} }] },
      'AWS::Events::Rule',
      'InputTransformer',
    ],
    ['a rule without a time', { Targets: [] }, 'AWS::Events::Rule', 'is due at ""'],
  ])('with %s that is not supported is rejected', (_, properties, type, words) => {
    expect(() => scheduleOf(properties, type)).toThrow(StartError)
    expect(() => scheduleOf(properties, type)).toThrow(words)
  })
})
