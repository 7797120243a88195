import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#infra/bundle.ts'
import { model, saturdayOfTeam } from '#scripts/bench/saturday/model.ts'
import { quotaFigures, quotas } from '#scripts/bench/saturday/quotas.ts'

const [, section = ''] = readFileSync(join(root, 'infra/RUNBOOK.md'), 'utf8').split('## Before a full Saturday')
const number = (cell = '') => (cell === '' ? undefined : Number(cell.replaceAll(',', '')))
const rows = section
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| [a-z].*\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const table = (rows ?? []).map(([, what = '', needed, quota = '', defaultQuota, requested]) => ({
  ...{ what, quota, needed: number(needed), defaultQuota: number(defaultQuota), requested: number(requested) },
}))

test('the runbook lists each quota of the bench, with its initial value and the one to request', () => {
  expect(table.map(({ quota, defaultQuota, requested }) => [quota, { defaultQuota, requested }])).toEqual(
    Object.entries(quotas).map(([name, quota]) => [
      name,
      { defaultQuota: quota.defaultQuota, requested: 'requested' in quota ? quota.requested : undefined },
    ]),
  )
})

test('the runbook has the figures that follow from the model alone', () => {
  const needed = new Map(table.map(({ quota, needed }) => [quota, needed]))
  // A fifth of a day's requests fall into one hour, whose peak second has three times its mean.
  const aSecond = (model.clubs * model.teamsOfClub * 0.2 * 3) / 3600
  expect([model.peakHourShare, model.peakBurst]).toEqual([0.2, 3])
  expect(needed.get('API Gateway, new WebSocket connections a second')).toBe(
    Math.round(saturdayOfTeam.readChat * aSecond),
  )
  for (const requested of ['UserToken', 'UserRead'])
    expect(needed.get(`Cognito, ${requested} a second`)).toBe(Math.round(saturdayOfTeam.visit * aSecond))
  const signIns = saturdayOfTeam.visit * model.signInShare * aSecond
  expect(needed.get('Cognito, UserAuthentication a second')).toBe(Math.round(2 * signIns))
})

const second = { ms: 76_000, requests: 909, mails: 100, read: 4500, write: 6600 }
const peak = { second, mailsOfDay: 600_000, visits: 166.7, signInCalls: 16.7, chats: 100 }
const broken = (more: object) =>
  quotaFigures({ ...peak, ...more }).flatMap(({ what, value, atMost = 0 }) => (value > atMost ? [what] : []))

test('a Saturday as measured stays within each requested quota', () => {
  expect(broken({})).toEqual([])
  // 76 of 1,000, 100 of 150, 600,000 of 900,000.
  const values = new Map(quotaFigures(peak).map(({ what, value }) => [what, value]))
  expect(values.get('quota: Lambda, concurrent executions, of 1,000 there at first')).toBeCloseTo(0.076, 9)
  expect(values.get('quota: SES, mails a second, of 150 to ask for')).toBeCloseTo(2 / 3, 9)
  expect(values.get('quota: SES, mails a day, of 900,000 to ask for')).toBeCloseTo(2 / 3, 9)
})

test.each([
  ['functions take twelve times as long', { second: { ...second, ms: 900_000 } }, /^quota: Lambda/],
  ['130 mails are sent a second', { second: { ...second, mails: 130 } }, /^quota: SES, mails a second/],
  ['three quarters of a million mails are sent on a day', { mailsOfDay: 750_000 }, /^quota: SES, mails a day/],
  [
    'twice as many units are written',
    { second: { ...second, write: 13_200 } },
    /^quota: DynamoDB, write units that a new/,
  ],
])('a quota is exceeded if %s', (_what, more, quota) => {
  expect(broken(more)).toEqual([expect.stringMatching(quota)])
})

test('the quotas of Cognito are exceeded when each visit renews and checks its token twice', () => {
  expect(broken({ visits: 333 })).toEqual(
    ['UserToken', 'UserRead'].map((requested) => expect.stringContaining(`quota: Cognito, ${requested} a second`)),
  )
})
