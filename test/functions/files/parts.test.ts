import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileLink } from '#functions/media/fileLink.ts'
import { libraryUsage } from '#functions/table/libraries.ts'
import { licences } from '#functions/table/licences.ts'
import { update } from '#functions/table/table.ts'
import { partSize } from '#shared/rules/files.ts'
import { mp4WithoutMetadata } from '#shared/rules/films.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { bucket } from './bucket.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { aFilm } from './films.ts'

const club = await aClub()
const { organizationId: orgId } = club
const coach = club.user('coach')
const now = new Date().toISOString()
const film = Buffer.from(mp4WithoutMetadata(aFilm({ length: 2 * partSize + 1000 }))!)

const begin = async (size = film.length, as = coach) =>
  call('POST /rest-api/files/{orgId}/parts', { as, orgId, now, body: { name: 'Game.mp4', type: 'video/mp4', size } })
const ask = (fileId: string, as = coach) => call('GET /rest-api/files/{fileId}/parts', { as, fileId, now })
const keep = (fileId: string) => call('POST /rest-api/files/{fileId}/keep', { as: coach, fileId })
const partOf = (bytes: Buffer, number: number) => bytes.subarray((number - 1) * partSize, number * partSize)
const put = (url: string, part: Buffer) => bucket('PUT', url, { 'content-length': String(part.length) }, part)
/** Starts the upload of a film and uploads all of its parts. */
async function sent(bytes: Buffer) {
  const { body } = await begin(bytes.length)
  const { next } = (await ask(body.fileId)).body
  for (const { number, url } of next) await put(url, partOf(bytes, number))
  return body.fileId
}

describe('a large file', () => {
  it('is uploaded in parts, resumes after a lost connection, and is then identical', async () => {
    const { fileId } = (await begin()).body
    const first = (await ask(fileId)).body
    expect([first.come, first.next.map(({ number }) => number)]).toEqual([[], [1, 2, 3]])
    expect((await put(first.next[1]!.url, partOf(film, 2))).status).toBe(200)
    // The connection was lost here: the app asks again, and later once more.
    expect((await keep(fileId)).refusal.code).toBe('file_missing')
    const second = (await ask(fileId)).body
    expect([second.come, second.next.map(({ number }) => number)]).toEqual([[2], [1, 3]])
    for (const { number, url } of second.next) await put(url, partOf(film, number))
    expect((await ask(fileId)).body).toMatchObject({ come: [1, 2, 3], next: [] })
    const kept = await keep(fileId)
    expect(kept.body).toEqual({ fileId, name: 'Game.mp4', type: 'video/mp4', size: film.length })
    expect((await keep(fileId)).body).toEqual(kept.body)
    expect((await ask(fileId)).body).toMatchObject({ come: [1, 2, 3], next: [] })
    const opened = await bucket('GET', await fileLink({ fileId, name: 'Game.mp4', type: 'video/mp4' }, now))
    expect([opened.status, opened.type, opened.bytes.equals(film)]).toEqual([200, 'video/mp4', true])
    // The URLs of the parts are no longer valid.
    expect((await put(first.next[0]!.url, partOf(film, 1))).status).toBe(404)
  })

  it('is kept completely on retry, wherever keeping it was interrupted', async () => {
    const whole = Buffer.from(mp4WithoutMetadata(aFilm())!)
    const deaths = await killedAtEvery(async (dies) => {
      const fileId = await sent(whole)
      await dies(() => keep(fileId))
      expect((await keep(fileId)).body).toEqual({ fileId, name: 'Game.mp4', type: 'video/mp4', size: whole.length })
      const opened = await bucket('GET', await fileLink({ fileId, name: 'Game.mp4', type: 'video/mp4' }, now))
      expect(opened.bytes.equals(whole)).toBe(true)
    })
    // The parts are joined, and the file is recorded as kept.
    expect(deaths).toBeGreaterThanOrEqual(2)
  })

  it('is joined by a retry when S3 reports an error in a 200, and need not be uploaded again if that fails too', async () => {
    const fileId = await sent(film)
    const { fetch: really } = globalThis
    const failed = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>InternalError</Code></Error>'
    let failures = 3
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      if (init?.method !== 'POST' || failures === 0) return really(url, init)
      failures--
      return Promise.resolve(new Response(failed))
    })
    onTestFinished(() => asked.mockRestore())
    expect((await keep(fileId)).refusal.code).toBe('busy')
    failures = 2
    expect((await keep(fileId)).body).toMatchObject({ fileId, size: film.length })
  })

  it('accepts a part only with its announced size at its own address', async () => {
    const { fileId } = (await begin()).body
    const [first] = (await ask(fileId)).body.next
    expect((await put(first!.url, film.subarray(0, 100))).status).toBe(403)
    expect((await put(first!.url.replace('partNumber=1', 'partNumber=3'), partOf(film, 1))).status).toBe(403)
    const other = (await begin()).body.fileId
    expect((await put(first!.url.replace(fileId, other), partOf(film, 1))).status).toBe(403)
    expect((await ask(fileId)).body.come).toEqual([])
  })

  it.each([
    ['contains location metadata', aFilm()],
    ['is truncated and followed by a film with location metadata', Buffer.concat([film.subarray(0, 40), aFilm()])],
    ['is an HTML page declared as a film', Buffer.from(`<html><script>alert(1)</script>${' '.repeat(100)}`)],
    ['is truncated', Buffer.from(mp4WithoutMetadata(aFilm())!).subarray(0, -20)],
  ])('is rejected and deleted when it %s', async (_what, bytes) => {
    const fileId = await sent(bytes)
    expect((await keep(fileId)).refusal.code).toBe('wrong_file')
    const opened = await bucket('GET', await fileLink({ fileId, name: 'x', type: 'video/mp4' }, now))
    expect(opened.status).toBe(404)
  })

  it('can be uploaded only by coaches and administrators, is their own, and needs free space', async () => {
    expect((await begin(1000, club.user('parent'))).status).toBe(403)
    expect((await begin(2_000_000_001)).status).toBe(400)
    const { fileId } = (await begin()).body
    expect((await ask(fileId, club.user('admin'))).status).toBe(404)
    const full = await aClub({ licences: 1 })
    const { organizationId } = full
    await update(stamp, libraryUsage.upsert({ organizationId }, { set: { bytes: 4_999_999_500 } }))
    expect(await licences.get({ organizationId })).toMatchObject({ given: 1 })
    const body = { name: 'Game.mp4', type: 'video/mp4', size: 1000 } as const
    const refused = await call('POST /rest-api/files/{orgId}/parts', {
      as: full.user('coach'),
      orgId: organizationId,
      body,
    })
    expect(refused.refusal.code).toBe('storage_full')
  })
})
