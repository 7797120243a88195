import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { putObject } from '#functions/media/bucket.ts'
import { handler as pictureGone } from '#functions/session/pictureGoneHandler.ts'
import { loosePictures } from '#functions/table/loosePictures.ts'
import { profiles, type User, userPartition } from '#functions/table/profiles.ts'
import { all, startingWith, update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aJpeg, cameraData } from '../pictures.ts'
import { repetitions } from '../sampling.ts'
import { deliverTo } from '../workers.ts'

const s3 = new S3Client({ endpoint: process.env.AWS_ENDPOINT_URL_S3 ?? '', forcePathStyle: true })
afterAll(() => s3.destroy())
/** The object stored as a user's picture; undefined if there is none. */
const stored = async (userId: string) =>
  storedAs((await profiles.get({ userId }, { consistent: true }))?.avatarName ?? '')
async function storedAs(name: string) {
  const command = new GetObjectCommand({ Bucket: process.env.MEDIA_BUCKET, Key: `avatar/${name}` })
  const found = await s3.send(command).catch(() => undefined)
  return found && { ...found, bytes: Buffer.from((await found.Body?.transformToByteArray()) ?? []) }
}

/** Records of picture names that the profile does not name. */
const inTable = (id: User) =>
  all<{ sk: string; state: string }>({ pk: userPartition(id), ...startingWith('PICTURE#'), consistent: true })

/** A user who has just signed up. */
async function someone() {
  const userId = crypto.randomUUID()
  await call('PUT /rest-api/session/profile', { as: userId, body: { firstName: 'Roshon', lastName: 'van Eijma' } })
  return userId
}
const put = (as: string, jpeg: Buffer | string, now?: string) =>
  call('PUT /rest-api/session/avatar', {
    as,
    body: { jpeg: typeof jpeg === 'string' ? jpeg : jpeg.toString('base64') },
    ...(now && { now }),
  })
const remove = (as: string) => call('DELETE /rest-api/session/avatar', { as })
const avatarOf = async (as: string) => (await call('GET /rest-api/users/profile', { as })).body.avatarUrl

describe('profile picture', () => {
  it('is stored as sent, at a new address each time', async () => {
    const userId = await someone()
    expect(await avatarOf(userId)).toBeNull()
    const { status, body } = await put(userId, aJpeg(), '2026-11-21T18:00:00Z')
    const [, name = ''] = /^\/avatar\/([\w-]{23})\?v=/.exec(body.avatarUrl ?? '') ?? []
    const first = `/avatar/${name}?v=${Date.parse('2026-11-21T18:00:00Z')}`
    expect([status, body.avatarUrl, body.firstName]).toEqual([200, first, 'Roshon'])
    expect(await stored(userId)).toMatchObject({
      bytes: aJpeg(),
      ContentType: 'image/jpeg',
      CacheControl: 'public, max-age=86400',
    })
    await put(userId, aJpeg({ width: 7 }), '2026-11-21T18:00:01Z')
    expect((await stored(userId))?.bytes).toEqual(aJpeg({ width: 7 }))
    const second = /^\/avatar\/([\w-]{23})\?v=(\d+)$/.exec((await avatarOf(userId)) ?? '') ?? []
    expect(second[2]).toBe(String(Date.parse('2026-11-21T18:00:01Z')))
    // The address of the first picture no longer leads to anything.
    expect(second[1]).not.toBe(name)
    expect(await storedAs(name)).toBeUndefined()
  })

  it('is deleted by its expiring record when the upload stops before the profile names it', async () => {
    const userId = await someone()
    await put(userId, aJpeg())
    const shown = (await profiles.get({ userId }))?.avatarName ?? ''
    const other = { userId, name: 'a-name-of-no-profile' }
    await putObject(`avatar/${other.name}`, aJpeg({ width: 9 }), {})
    await write(stamp, loosePictures.create({ ...other, state: 'comes', until: stamp.at }))
    const item = { kind: 'Loose picture', ...loosePictures.key(other) }
    const inTime = await inTable({ userId })
    expect(inTime.map(({ sk, ttl }) => [sk, ttl])).toEqual([[item.sk, Date.parse(stamp.at) / 1000]])
    await write(stamp, loosePictures.remove(other))
    await deliverTo(pictureGone, { ...item, change: 'removed' })
    expect([await storedAs(other.name), (await storedAs(shown))?.bytes]).toEqual([undefined, aJpeg()])
  })

  it('replaced earlier is deleted even if its deletion was interrupted; the current one is kept', async () => {
    const userId = await someone()
    await put(userId, aJpeg())
    const before = (await profiles.get({ userId }))?.avatarName ?? ''
    await put(userId, aJpeg({ width: 7 }))
    await putObject(`avatar/${before}`, aJpeg(), {})
    const now = (await profiles.get({ userId }))?.avatarName ?? ''
    expect(await inTable({ userId })).toMatchObject([{ sk: `PICTURE#${before}`, state: 'goes' }])
    const told = (name: string, change: 'created' | 'removed') =>
      deliverTo(pictureGone, { kind: 'Loose picture', ...loosePictures.key({ userId, name }), change })
    await told(before, 'created')
    await told(now, 'removed')
    expect([await storedAs(before), (await storedAs(now))?.bytes]).toEqual([undefined, aJpeg({ width: 7 })])
  })

  it('of an account without a picture name is kept at its old key', async () => {
    const userId = await someone()
    await putObject(`avatar/${userId}`, aJpeg(), {})
    await update(stamp, profiles.change({ userId }, { set: { avatarAt: stamp.at } }))
    const item = { kind: 'Loose picture', ...loosePictures.key({ userId, name: userId }), change: 'removed' as const }
    await deliverTo(pictureGone, item)
    expect((await storedAs(userId))?.bytes).toEqual(aJpeg())
  })

  it('has a random name of 136 bits that reveals nothing about its owner', async () => {
    const [one, other] = [await someone(), await someone()]
    const names: string[] = []
    for (const userId of [one, other]) {
      await put(userId, aJpeg())
      const address = await avatarOf(userId)
      expect(address).not.toContain(userId)
      const [, name = ''] = /^\/avatar\/([\w-]+)\?v=\d+$/.exec(address ?? '') ?? []
      expect(Buffer.from(name, 'base64url')).toHaveLength(17)
      expect([await storedAs(name), await storedAs(userId)]).toEqual([
        expect.objectContaining({ bytes: aJpeg() }),
        undefined,
      ])
      names.push(name)
    }
    expect(new Set(names).size).toBe(2)
  })

  it.each(['is deleted when removed', 'is deleted when another is uploaded'])(
    'stored under the user id is shown, and %s',
    async (what) => {
      const userId = await someone()
      const key = `avatar/${userId}`
      await s3.send(new PutObjectCommand({ Bucket: process.env.MEDIA_BUCKET, Key: key, Body: aJpeg({ width: 5 }) }))
      await update(stamp, profiles.change({ userId }, { set: { avatarAt: stamp.at } }))
      expect(await avatarOf(userId)).toBe(`/${key}?v=${Date.parse(stamp.at)}`)
      await (what === 'is deleted when removed' ? remove(userId) : put(userId, aJpeg()))
      expect(await storedAs(userId)).toBeUndefined()
      expect((await stored(userId))?.bytes).toEqual(what === 'is deleted when removed' ? undefined : aJpeg())
    },
  )

  it('is stored without Exif data, comments and trailing data', async () => {
    const userId = await someone()
    const place = Buffer.from('GPS 41.8781 -87.6298')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, place.length + 2]), place])
    const noted = Buffer.concat([aJpeg({ before: [cameraData(), comment] }), aJpeg({ width: 8 })])
    expect((await put(userId, noted)).status).toBe(200)
    const bytes = (await stored(userId))?.bytes.toString('latin1')
    expect(bytes).not.toMatch(/GPS|Exif/)
    // Another picture may follow the end of the first.
    expect(bytes?.match(/\xff\xd9/g)).toHaveLength(1)
  })

  it('is removed, and removing it again changes nothing', async () => {
    const userId = await someone()
    await put(userId, aJpeg())
    const name = (await profiles.get({ userId }))?.avatarName ?? ''
    expect((await storedAs(name))?.bytes).toEqual(aJpeg())
    for (const _ of [1, 2]) {
      const { status, body } = await call('DELETE /rest-api/session/avatar', { as: userId })
      expect([status, body.avatarUrl, body.fullName]).toEqual([200, null, 'Roshon van Eijma'])
      expect(await storedAs(name)).toBeUndefined()
    }
    const profile = await profiles.get({ userId })
    expect(profile).not.toHaveProperty('avatarAt')
    expect(profile).not.toHaveProperty('avatarName')
  })

  it('is stored for a user without a profile; removing none creates no profile', async () => {
    const userId = crypto.randomUUID()
    expect((await call('DELETE /rest-api/session/avatar', { as: userId })).status).toBe(200)
    expect(await profiles.get({ userId })).toBeUndefined()
    expect((await put(userId, aJpeg())).body).toMatchObject({
      firstName: '',
      avatarUrl: expect.stringContaining('/avatar/'),
    })
  })

  it.each([
    ['of the maximum size', aJpeg({ width: 200, height: 200 })],
    ['a single pixel', aJpeg({ width: 1, height: 1 })],
    ['progressive', aJpeg({ frame: 0xffc2 })],
    ['from a camera, with an embedded thumbnail', aJpeg({ before: [cameraData()] })],
  ])('may be %s', async (_what, jpeg) => expect((await put(await someone(), jpeg)).status).toBe(200))

  const whole = aJpeg()
  it.each([
    ['empty', Buffer.alloc(0)],
    ['text', Buffer.from('<script>alert(1)</script>')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a GIF with the end marker of a JPEG', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0xff, 0xd9])])],
    ['only the start and end markers of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    [
      'an HTML page between these markers',
      Buffer.concat([whole.subarray(0, 2), Buffer.from('<html></html>'), Buffer.from([0xff, 0xd9])]),
    ],
    ['truncated', whole.subarray(0, -2)],
    ['truncated in its headers', Buffer.concat([whole.subarray(0, 40), Buffer.from([0xff, 0xd9])])],
    ['without a frame', aJpeg({ frame: 0xffe5 })],
    ['too wide', aJpeg({ width: 201 })],
    ['too high', aJpeg({ height: 201 })],
    ['of zero width', aJpeg({ width: 0 })],
    ['of two frames', aJpeg({ before: [aJpeg({ width: 9 }).subarray(89, 102)] })],
  ])('is rejected as not_a_picture when it is %s', async (_what, jpeg) => {
    const userId = await someone()
    const { status, refusal } = await put(userId, jpeg)
    expect([status, refusal.code]).toEqual([400, 'not_a_picture'])
    expect(await stored(userId)).toBeUndefined()
    expect(await avatarOf(userId)).toBeNull()
  })

  it.each([
    ['not base64', 'äöü!'],
    ['longer than any picture of this size', Buffer.alloc(120_003).toString('base64')],
  ])('is rejected as a bad request when it is %s', async (_what, text) => {
    const { status, refusal } = await put(await someone(), text)
    expect([status, refusal.code]).toEqual([400, 'bad_request'])
  })

  it('uploaded ten times concurrently is one of them, and the others are deleted', async () => {
    const userId = await someone()
    const sizes = Array.from({ length: 10 }, (_, i) => aJpeg({ width: i + 1 }))
    const answers = await Promise.all(sizes.map((jpeg, i) => put(userId, jpeg, `2026-11-21T18:00:00.${100 + i}Z`)))
    expect(answers.map(({ status }) => status)).toEqual(sizes.map(() => 200))
    expect(sizes).toContainEqual((await stored(userId))?.bytes)
    expect(answers.map(({ body }) => body.avatarUrl)).toContain(await avatarOf(userId))
    // The nine others had names of their own, whose objects are deleted.
    const names = (await inTable({ userId })).map(({ sk }) => sk.slice('PICTURE#'.length))
    expect(names).toHaveLength(9)
    expect(await Promise.all(names.map(storedAs))).toEqual(names.map(() => undefined))
  })

  it('uploaded and removed concurrently is either stored and named, or neither', async () => {
    for (let round = 0; round < repetitions(40, 6); round++) {
      const userId = await someone()
      await put(userId, aJpeg())
      const both = await Promise.all([put(userId, aJpeg({ width: 7 })), remove(userId)])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      const named = await avatarOf(userId)
      expect((await stored(userId))?.bytes).toEqual(named ? aJpeg({ width: 7 }) : undefined)
    }
  })
})

describe('S3', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
  /** The store with these responses from S3. Returns the requests sent to it, too. */
  async function storeWith(answers: (Response | Error)[]) {
    vi.resetModules()
    const sent: { url: URL; headers: Record<string, string> }[] = []
    vi.stubGlobal('fetch', async (url: URL, { headers }: { headers: Record<string, string> }) => {
      sent.push({ url, headers })
      const answer = answers.shift() ?? new Response(null, { status: 200 })
      if (answer instanceof Error) throw answer
      return answer
    })
    return { sent, ...(await import('#functions/session/avatarStore.ts')) }
  }
  const slow = () => new Response('<Code>SlowDown</Code>', { status: 503 })

  it('is called at AWS when no endpoint is set, with the role’s session token', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined)
    vi.stubEnv('AWS_SESSION_TOKEN', 'the session')
    const { sent, deleteAvatar } = await storeWith([])
    await deleteAvatar('u1')
    expect(sent[0]?.url.href).toBe('https://touchline-test-media.s3.us-east-1.amazonaws.com/avatar/u1')
    expect(sent[0]?.headers).toMatchObject({
      host: 'touchline-test-media.s3.us-east-1.amazonaws.com',
      'x-amz-security-token': 'the session',
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/us-east-1\/s3\/aws4_request/),
    })
  })

  it('is retried when it does not respond or asks to slow down', async () => {
    const { sent, storeAvatar } = await storeWith([new TypeError('fetch failed'), slow()])
    await storeAvatar('u1', Buffer.from('x'))
    expect(sent).toHaveLength(3)
  })

  it('results in busy when that persists', async () => {
    const { sent, storeAvatar } = await storeWith([slow(), slow(), slow(), slow()])
    await expect(storeAvatar('u1', Buffer.from('x'))).rejects.toMatchObject({ code: 'busy' })
    expect(sent).toHaveLength(3)
  })

  it('is not retried after a 403, which is an internal error', async () => {
    const { sent, storeAvatar } = await storeWith([new Response('<Code>AccessDenied</Code>', { status: 403 })])
    await expect(storeAvatar('u1', Buffer.from('x'))).rejects.toThrow('S3 refused PUT: 403 <Code>AccessDenied</Code>')
    expect(sent).toHaveLength(1)
  })
})
