// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { putObject } from '#functions/media/bucket.ts'
import { files } from '#functions/table/files.ts'
import { write } from '#functions/table/table.ts'
import type { RichText } from '#shared/rules/richText.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithWriter, aText, deliverEmail, newEmail, resetDelayedMessages, sendTo, sentTime } from './writing.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

async function aPicture(club: Club, { who = 'writer', type = 'image/jpeg', size = 4, bytes = true } = {}) {
  const fileId = `${club.organizationId}.${newPart('f')}`
  const file = { fileId, userId: club.user(who), name: 'picture.jpg', type, size } as const
  await write(stamp, files.create({ ...file, state: 'kept', until: '2026-11-22T18:00:00.000Z' }))
  if (bytes) await putObject(`files/${fileId}`, new Uint8Array([255, 216, 255, 217]), { 'content-type': type })
  return fileId
}
const withPictures = (...fileIds: string[]): RichText => ({
  type: 'doc',
  content: [
    ...aText('The new shirts:').content,
    ...fileIds.map((fileId) => ({ type: 'picture', attrs: { fileId, alt: 'A "blue" shirt' } })),
  ],
})
const read = async (club: Club, emailId: string, as: string) =>
  (await call('GET /rest-api/mail/email/{emailId}', { as: club.user(as), emailId })).body

describe('a picture in an email', () => {
  it('is embedded in each mail, and shown to its recipients', async () => {
    const club = await aClubWithWriter()
    const [emailId, shirt, gone] = [
      newEmail(club.falcons),
      await aPicture(club),
      await aPicture(club, { bytes: false }),
    ]
    expect((await sendTo(club, emailId, { content: withPictures(shirt, gone) })).status).toBe(200)
    await deliverEmail(emailId)
    await post.deliver()
    expect(post.mails).toHaveLength(2)
    for (const { html, text, attachments } of post.mails) {
      expect(html.match(/<img[^>]*>/g)).toEqual([
        `<img src="cid:${shirt}@touchline" alt="A &#34;blue&#34; shirt" style="max-width:100%;height:auto">`,
      ])
      expect(html).toContain('<p>[A &#34;blue&#34; shirt]</p>')
      expect(text).toContain('[A "blue" shirt]')
      expect(attachments).toMatchObject([
        { contentId: `<${shirt}@touchline>`, mimeType: 'image/jpeg', disposition: 'inline', related: true },
      ])
      expect([...new Uint8Array(attachments[0]?.content as ArrayBuffer)]).toEqual([255, 216, 255, 217])
    }
    expect((await read(club, emailId, 'parent')).pictures).toMatchObject([
      { fileId: shirt, url: expect.stringContaining(`files/${shirt}`) },
      { fileId: gone },
    ])
    expect((await read(club, emailId, 'parent')).files).toEqual([])
    expect((await files.get({ fileId: shirt }))?.about).toBe(emailId)
  })

  it('must be the author’s own, of a common type, at most five, and is deleted when removed', async () => {
    const club = await aClubWithWriter()
    const refused = async (...ids: string[]) =>
      (await sendTo(club, newEmail(club.falcons), { content: withPictures(...ids) })).refusal.code
    expect(await refused(await aPicture(club, { who: 'coach' }))).toBe('file_missing')
    expect(await refused(await aPicture(club, { type: 'image/webp' }))).toBe('not_a_picture')
    expect(await refused(await aPicture(club, { type: 'application/pdf' }))).toBe('not_a_picture')
    expect(await refused(await aPicture(club, { size: 2_600_000 }))).toBe('too_large')
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aPicture(club, { bytes: false })))
    expect(await refused(...six)).toBe('too_large')
    const [emailId, one] = [newEmail(club.falcons), await aPicture(club)]
    const as = club.user('writer')
    const keep = (content: RichText) =>
      call('PUT /rest-api/mail/email/{emailId}', {
        as,
        emailId,
        body: { subject: 'Shirts', content, to: { teamIds: [club.falcons.teamId] } },
        now: sentTime,
      })
    expect((await keep(withPictures(one))).status).toBe(200)
    const test = { subject: 'Shirts', content: withPictures(one) }
    expect((await call('POST /rest-api/mail/email/{emailId}/test', { as, emailId, body: test })).status).toBe(200)
    await post.deliver()
    expect(post.mails.map(({ attachments }) => attachments.length)).toEqual([1])
    // After it is removed from the draft it can be added again, until the email is sent without it.
    expect((await keep(aText('None.'))).status).toBe(200)
    expect((await keep(withPictures(one))).status).toBe(200)
    expect((await sendTo(club, emailId, { content: aText('None.') })).status).toBe(200)
    expect(await files.get({ fileId: one })).toBeUndefined()
    expect((await read(club, emailId, 'writer')).pictures).toEqual([])
  })

  it('found harmful prevents saving the draft until it is removed', async () => {
    const club = await aClubWithWriter()
    const [emailId, one, fine] = [newEmail(club.falcons), await aPicture(club), await aPicture(club)]
    const keep = async (content: RichText) => {
      const body = { subject: 'Shirts', content, to: { teamIds: [club.falcons.teamId] } }
      const { status } = await call('PUT /rest-api/mail/email/{emailId}', {
        as: club.user('writer'),
        emailId,
        body,
        now: sentTime,
      })
      return status
    }
    expect(await keep(withPictures(one, fine))).toBe(200)
    await write(stamp, files.markHarmful(one))
    expect(await keep(withPictures(one, fine))).toBe(412)
    expect(await keep(withPictures(fine))).toBe(200)
    expect((await read(club, emailId, 'writer')).pictures).toEqual([expect.objectContaining({ fileId: fine })])
    expect(await keep(aText('None.'))).toBe(200)
  })
})
