import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, openBuckets, parsedResponse, photos } from './s3-club.ts'

let club: Club
beforeEach(async () => {
  club = await openBuckets()
})
afterEach(() => club.close())

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** A form as a browser sends it, with a policy signed as by a handler. */
async function post(fields: Record<string, string>, body: string, conditions: unknown[], altered = {}) {
  const at = new Date(club.clock.now()).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = [at.slice(0, 8), 'us-east-1', 's3', 'aws4_request']
  const all: Record<string, string> = {
    ...fields,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `LOCALcalendar/${scope.join('/')}`,
    'x-amz-date': at,
  }
  const own = Object.entries(all)
    .slice(-3)
    .map(([name, value]) => ({ [name]: value }))
  const expiration = new Date(club.clock.now() + 600_000).toISOString()
  const policy = Buffer.from(JSON.stringify({ expiration, conditions: [...conditions, ...own] })).toString('base64')
  const key = scope.reduce<string | Buffer>(hmac, 'AWS4secret')
  const form = new FormData()
  for (const [name, value] of Object.entries({
    ...all,
    Policy: policy,
    'X-Amz-Signature': hmac(key, policy).toString('hex'),
    ...altered,
  })) {
    form.set(name, value)
  }
  form.set('file', new File([body], 'ana.jpg'))
  return () => fetch(`${club.origin}/${photos}`, { method: 'POST', body: form, redirect: 'manual' })
}

const allowed = [
  { bucket: photos },
  ['starts-with', '$key', 'imports/'],
  ['eq', '$Content-Type', 'text/csv'],
  ['content-length-range', 3, 10],
]
const fields = { key: 'imports/${filename}', 'Content-Type': 'text/csv' }

test('a form uploads what its policy allows', async () => {
  expect((await (await post(fields, 'a;b;c', allowed))()).status).toBe(204)
  expect(club.buckets().get(photos, 'imports/ana.jpg')).toMatchObject({
    size: 5,
    headers: { 'content-type': 'text/csv' },
  })
  const also = (field: string) => [...allowed, ['starts-with', `$${field}`, '']]
  const status = { ...fields, success_action_status: '201' }
  const created = await (await post(status, 'a;b', also('success_action_status')))()
  expect(await created.text()).toContain('<Key>imports/ana.jpg</Key>')
  const redirect = { ...fields, success_action_redirect: 'https://club.test/done' }
  const back = await (await post(redirect, 'a;b', also('success_action_redirect')))()
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('https://club.test/done?bucket='),
  ])
})

test.each([
  ['too large', fields, 'a;b;c;d;e;f', 'EntityTooLarge'],
  ['too small', fields, 'a', 'EntityTooSmall'],
  ['of another type', { ...fields, 'Content-Type': 'text/html' }, 'a;b', 'AccessDenied'],
  ['for another key', { ...fields, key: 'players/ana.jpg' }, 'a;b', 'AccessDenied'],
  ['with a field that was not allowed', { ...fields, acl: 'public-read' }, 'a;b', 'AccessDenied'],
])('a form upload that is %s is rejected', async (_what, given, body, code) => {
  expect(await parsedResponse(await (await post(given, body, allowed))())).toMatchObject({ code })
  expect(club.buckets().list(photos)).toEqual([])
})

test('a form upload needs the signer’s grant for the object’s key', async () => {
  const asked: string[] = []
  const authorize = (...needed: string[]) => {
    asked.push(needed.join(' '))
    return needed[2]?.endsWith('/ana.jpg') ? 'No grant.' : undefined
  }
  await club.close()
  club = await openBuckets({ authorize })
  expect(await parsedResponse(await (await post(fields, 'a;b', allowed))())).toMatchObject({
    code: 'AccessDenied',
    message: 'No grant.',
  })
  expect(asked).toEqual([`LOCALcalendar s3:PutObject arn:aws:s3:::${photos}/imports/ana.jpg`])
  expect((await (await post({ ...fields, key: 'imports/b' }, 'a;b', allowed))()).status).toBe(204)
})

test('a form upload with a missing, expired or changed policy is rejected', async () => {
  const form = new FormData()
  form.set('key', 'x')
  form.set('file', new File(['x'], 'x'))
  expect(await parsedResponse(await fetch(`${club.origin}/${photos}`, { method: 'POST', body: form }))).toMatchObject({
    code: 'AccessDenied',
  })
  const late = await post(fields, 'a;b', allowed)
  club.clock.pass({ minutes: 10 })
  expect(await parsedResponse(await late())).toMatchObject({
    code: 'AccessDenied',
    message: 'Invalid according to Policy: Policy expired.',
  })
  const anything = JSON.stringify({ expiration: '2099-01-01T00:00:00Z', conditions: [] })
  for (const altered of [{ Policy: Buffer.from(anything).toString('base64') }, { 'X-Amz-Signature': 'none' }]) {
    const forged = await post(fields, 'a;b', allowed, altered)
    expect(await parsedResponse(await forged())).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' })
  }
})
