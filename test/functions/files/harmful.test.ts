import { describe, expect, it } from 'vitest'
import { files } from '#functions/table/files.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aChattingClub } from '../chat/chatting.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aClubWithWriter, aText, newEmail, sentTime } from '../email/writing.ts'
import { aFilm, record } from '../recordings/films.ts'

const SAY = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}/messages'
const ADD = 'POST /rest-api/academy/storage/organization'
const LINK = 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'
const refused = [412, 'file_harmful']

async function aFile(club: Club, who: string, type = 'application/pdf') {
  const fileId = `${club.organizationId}.${newPart('f')}`
  const file = { fileId, userId: club.user(who), name: 'Plan.pdf', type, size: 1000, state: 'kept' } as const
  await write(stamp, files.create(file))
  return fileId
}
const condemn = (fileId: string) => update(stamp, files.markHarmful(fileId))
const told = ({ status, refusal }: { status: number; refusal: { code: string } }) => [status, refusal.code]

describe('a file in which malware was found', () => {
  it('is rejected in a chat message, and can no longer be opened from an earlier one', async () => {
    const club = await aChattingClub()
    const [conversationSid, as, now] = [club.chat, club.user('parent'), '2026-11-21T18:00:00Z']
    const say = (fileId: string) => {
      const body = { messageSid: crypto.randomUUID(), text: 'See', files: [fileId] }
      return call(SAY, { as, conversationSid, now, body })
    }
    const [sent, other, fine] = [await aFile(club, 'parent'), await aFile(club, 'parent'), await aFile(club, 'parent')]
    expect([(await say(sent)).status, (await say(fine)).status]).toEqual([200, 200])
    await Promise.all([condemn(sent), condemn(other)])
    expect(told(await say(other))).toEqual(refused)
    const { messages } = (await call(READ, { as: club.user('leos'), conversationSid, now, query: {} })).body
    const urls = new Map(messages.flatMap((each) => each.files).map(({ fileId, url }) => [fileId, url]))
    expect([urls.get(sent), urls.get(fine)]).toEqual([null, expect.stringContaining(`/files/${fine}?`)])
  })

  it('is rejected in an email, and only its name remains in an earlier one', async () => {
    const club = await aClubWithWriter()
    const as = club.user('writer')
    const send = (fileId: string) => {
      const to = { teamIds: [club.falcons.teamId] }
      const body = { subject: 'Plan', content: aText('See'), to, fileIds: [fileId] }
      const emailId = newEmail(club.falcons)
      return call('POST /rest-api/mail/email/{emailId}/send', { as, emailId, body, now: sentTime }).then((answer) => ({
        ...answer,
        emailId,
      }))
    }
    const [sent, other] = [await aFile(club, 'writer'), await aFile(club, 'writer')]
    const { emailId, status } = await send(sent)
    expect(status).toBe(200)
    await Promise.all([condemn(sent), condemn(other)])
    expect(told(await send(other))).toEqual(refused)
    const { body } = await call('GET /rest-api/mail/email/{emailId}', { as, emailId })
    expect(body.files).toEqual([{ fileId: sent, name: 'Plan.pdf', type: 'application/pdf', size: 1000, url: null }])
  })

  it('is rejected by the library, and can no longer be opened from it', async () => {
    const club = await aClub()
    const { organizationId } = club
    const as = club.user('admin')
    const add = (fileMetadataId: string) =>
      call(ADD, { as, body: { organizationId, type: 'FILE', name: 'Plan', fileMetadataId } })
    const [there, other] = [await aFile(club, 'admin'), await aFile(club, 'admin')]
    expect((await add(there)).status).toBe(200)
    expect((await call(LINK, { as, fileMetadataId: there })).status).toBe(200)
    await Promise.all([condemn(there), condemn(other)])
    expect(told(await add(other))).toEqual(refused)
    expect(told(await call(LINK, { as, fileMetadataId: there }))).toEqual(refused)
  })

  it('is rejected as a recording, and can no longer be played', async () => {
    const club = await aClub()
    const as = club.user('coach')
    const { fileId, made } = await record(club)
    const other = await aFilm(club, as)
    await Promise.all([condemn(fileId), condemn(other)])
    const body = { fileId: other, title: 'Game', eventId: null, sharedWith: { team: true, playerIds: [] } }
    const { teamId } = club.falcons
    expect(told(await call('POST /rest-api/recordings/team/{teamId}', { as, teamId, body }))).toEqual(refused)
    const read = await call('GET /rest-api/recordings/{recordingId}', { as, recordingId: made.body.id })
    expect([read.status, read.body.filePresignedUrl]).toEqual([200, null])
  })

  it('is marked only once, and only if it exists', async () => {
    const club = await aClub()
    const fileId = await aFile(club, 'parent')
    await condemn(fileId)
    await expect(condemn(fileId)).rejects.toMatchObject({ code: 'conflict' })
    await expect(condemn(`${club.organizationId}.${newPart('f')}`)).rejects.toMatchObject({ code: 'conflict' })
    const attach = files.attach(fileId, { userId: club.user('parent'), about: 'a message' })
    await expect(update(stamp, attach)).rejects.toMatchObject({ code: 'file_missing' })
  })
})
