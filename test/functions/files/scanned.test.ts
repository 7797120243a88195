// own: mail goes to a service of its own
import { expect, it, vi } from 'vitest'
import { getObject, putObject } from '#functions/media/bucket.ts'
import { files } from '#functions/table/files.ts'
import { write } from '#functions/table/table.ts'
import { thumbnailOf } from '#shared/rules/files.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { emailOf, register } from '../today/coachRequests.ts'
import { deliverScanResult } from './scanning.ts'

const post = openPost()
const put = (key: string) => putObject(key, Buffer.from('bytes'), { 'content-type': 'text/plain' })
const isThere = async (key: string) => (await getObject(key)) !== undefined

/** A stored file of a parent, with all of its objects in the bucket. */
async function aFile(club: Club, more: { about?: string; uploadId?: string } = {}) {
  const fileId = `${club.organizationId}.${newPart('f')}`
  const keys = [`incoming/${fileId}`, `files/${fileId}`, thumbnailOf(fileId)] as const
  const file = { userId: club.user('parent'), name: 'Plan.txt', type: 'text/plain', size: 5, state: 'kept', ...more }
  await write(stamp, files.create({ fileId, ...(file as typeof file & { state: 'kept' }) }))
  await Promise.all(keys.map(put))
  return { fileId, keys }
}

it('an infected file is deleted and its sender is mailed once, even when reported repeatedly', async () => {
  const club = await aClub()
  await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
  const { fileId, keys } = await aFile(club, { about: 'a message' })
  const said = await Promise.all([deliverScanResult(keys[1]), deliverScanResult(keys[1])])
  expect(said).toEqual([0, 0])
  expect(await deliverScanResult(keys[1])).toBe(0)
  expect(await Promise.all(keys.map(isThere))).toEqual([false, false, false])
  expect(await files.get({ fileId })).toMatchObject({ state: 'harmful', about: 'a message', version: 2 })
  await post.deliver()
  expect(post.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [emailOf(club, 'parent'), 'File removed: “Plan. txt”'],
  ])
  expect(post.mails[0]?.text).toContain('nobody can open it')
})

it('an infected thumbnail is deleted without its file', async () => {
  const club = await aClub()
  const { fileId, keys } = await aFile(club)
  expect(await deliverScanResult(keys[2])).toBe(0)
  expect(await Promise.all(keys.map(isThere))).toEqual([true, true, false])
  expect((await files.get({ fileId }))?.state).toBe('kept')
})

it('bytes uploaded again under a known infected name are deleted without another mail', async () => {
  const club = await aClub()
  const { fileId, keys } = await aFile(club)
  await deliverScanResult(keys[1])
  await put(keys[1])
  await deliverScanResult(keys[1])
  expect(await isThere(keys[1])).toBe(false)
  expect((await files.get({ fileId }))?.version).toBe(2)
})

it('for a deleted file or another object only the bytes are deleted', async () => {
  const club = await aClub()
  const gone = `files/${club.organizationId}.${newPart('f')}`
  const picture = `avatar/${newPart('f')}`
  await put(picture)
  expect(
    await Promise.all([
      deliverScanResult(gone),
      deliverScanResult(picture),
      deliverScanResult('files/what nobody knows'),
    ]),
  ).toEqual([0, 0, 0])
  expect(await isThere(picture)).toBe(false)
  await post.deliver()
  expect(post.mails).toEqual([])
})

it('a clean or unscannable file stays', async () => {
  const club = await aClub()
  const { fileId, keys } = await aFile(club)
  for (const status of ['NO_THREATS_FOUND', 'UNSUPPORTED', 'ACCESS_DENIED', 'FAILED'])
    expect(await deliverScanResult(keys[1], status)).toBe(0)
  expect([await isThere(keys[1]), (await files.get({ fileId }))?.state]).toEqual([true, 'kept'])
})

it('the log contains neither the sender nor the file’s name', async () => {
  const club = await aClub()
  const { fileId, keys } = await aFile(club)
  const info = vi.spyOn(console, 'info')
  await deliverScanResult(keys[1])
  const lines = info.mock.calls.join('\n')
  info.mockRestore()
  expect(lines).toContain('taken away')
  for (const personal of [fileId, 'Plan.txt', club.user('parent')]) expect(lines).not.toContain(personal)
})

it('the sender of an infected file cannot preview, keep or continue uploading it', async () => {
  const club = await aClub()
  const as = club.user('parent')
  const { fileId, keys } = await aFile(club, { uploadId: 'joined' })
  await deliverScanResult(keys[1])
  const answers = await Promise.all([
    call('GET /rest-api/files/{fileId}/preview', { as, fileId }),
    call('POST /rest-api/files/{fileId}/keep', { as, fileId }),
    call('GET /rest-api/files/{fileId}/parts', { as, fileId }),
  ])
  for (const { status, refusal } of answers) expect([status, refusal.code]).toEqual([412, 'file_harmful'])
  const other = await call('GET /rest-api/files/{fileId}/preview', { as: club.user('coach'), fileId })
  expect(other.status).toBe(404)
})
