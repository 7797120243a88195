// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { files } from '#functions/table/files.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithWriter, aText, deliverEmail, newEmail, resetDelayedMessages, sentTime } from './writing.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

describe('files attached to an email', () => {
  const aFile = async (club: Club, size = 1000, who = 'writer') => {
    const fileId = `${club.organizationId}.${newPart('f')}`
    const file = { fileId, userId: club.user(who), name: 'Plan <1>.pdf', type: 'application/pdf', size } as const
    await write(stamp, files.create({ ...file, state: 'kept', until: '2026-11-22T18:00:00.000Z' }))
    return fileId
  }
  const sendWith = (club: Club, emailId: string, fileIds: string[]) =>
    call('POST /rest-api/mail/email/{emailId}/send', {
      as: club.user('writer'),
      emailId,
      body: { subject: 'Plan', content: aText('See the plan.'), to: { teamIds: [club.falcons.teamId] }, fileIds },
      now: sentTime,
    })
  const filesOf = async (club: Club, emailId: string, who: string) =>
    (await call('GET /rest-api/mail/email/{emailId}', { as: club.user(who), emailId })).body.files

  it('are named in the mail, downloadable by recipients, and kept', async () => {
    const club = await aClubWithWriter()
    const [emailId, fileId] = [newEmail(club.falcons), await aFile(club)]
    expect((await sendWith(club, emailId, [fileId])).status).toBe(200)
    expect((await sendWith(club, emailId, [fileId])).status).toBe(200)
    await deliverEmail(emailId)
    await post.deliver()
    expect(post.mails[0]?.text).toContain('Attachment: Plan <1>.pdf (1 kB)')
    expect(post.mails[0]?.html).not.toContain('<1>')
    expect(await filesOf(club, emailId, 'parent')).toMatchObject([
      { fileId, name: 'Plan <1>.pdf', url: expect.stringContaining(`files/${fileId}`) },
    ])
    const kept = await files.get({ fileId })
    expect([kept?.about, kept?.until]).toEqual([emailId, undefined])
    expect((await call('GET /rest-api/mail/email/{emailId}', { as: club.user('fan'), emailId })).status).toBe(403)
  })

  it('must be the sender’s own, unused, and at most 25 MB together', async () => {
    const club = await aClubWithWriter()
    const refused = async (...fileIds: string[]) => (await sendWith(club, newEmail(club.falcons), fileIds)).refusal.code
    expect(await refused(await aFile(club, 1000, 'coach'))).toBe('file_missing')
    expect(await refused(`${club.organizationId}.${newPart('f')}`)).toBe('file_missing')
    expect(await refused(await aFile(club, 13_000_000), await aFile(club, 13_000_000))).toBe('too_large')
    const used = await aFile(club)
    expect((await sendWith(club, newEmail(club.falcons), [used])).status).toBe(200)
    expect(await refused(used)).toBe('file_missing')
    const other = await aClubWithWriter()
    expect(await refused(await aFile(other))).toBe('not_found')
  })

  it('stay with a draft after the email is taken back, and are deleted when removed or with the draft', async () => {
    const club = await aClubWithWriter()
    const [emailId, one, two] = [newEmail(club.falcons), await aFile(club), await aFile(club)]
    const as = club.user('writer')
    const takeBack = () => call('POST /rest-api/mail/email/{emailId}/take-back', { as, emailId, now: sentTime })
    await sendWith(club, emailId, [one])
    await takeBack()
    expect(await filesOf(club, emailId, 'writer')).toMatchObject([{ fileId: one }])
    expect((await sendWith(club, emailId, [two])).status).toBe(200)
    expect(await files.get({ fileId: one })).toBeUndefined()
    await takeBack()
    expect((await call('DELETE /rest-api/mail/email/{emailId}', { as, emailId })).status).toBe(200)
    expect(await files.get({ fileId: two })).toBeUndefined()
  })

  it('are kept with an unsent draft, deleted when removed from it, and sent with it', async () => {
    const club = await aClubWithWriter()
    const [emailId, one, two] = [newEmail(club.falcons), await aFile(club), await aFile(club)]
    const keep = (...fileIds: string[]) =>
      call('PUT /rest-api/mail/email/{emailId}', {
        as: club.user('writer'),
        emailId,
        body: { subject: 'Plan', content: aText('See'), to: { teamIds: [club.falcons.teamId] }, fileIds },
      })
    expect((await keep(one)).status).toBe(200)
    expect((await keep(one, two)).status).toBe(200)
    expect(await filesOf(club, emailId, 'writer')).toMatchObject([{ fileId: one }, { fileId: two }])
    expect((await files.get({ fileId: one }))?.until).toBeUndefined()
    expect((await keep(two)).status).toBe(200)
    expect(await files.get({ fileId: one })).toBeUndefined()
    expect((await keep(two, await aFile(club, 1000, 'coach'))).refusal.code).toBe('file_missing')
    expect((await sendWith(club, emailId, [two])).status).toBe(200)
    expect((await keep()).refusal.code).toBe('email_sent')
    expect(await filesOf(club, emailId, 'writer')).toMatchObject([{ fileId: two }])
  })
})
