import { deflateRawSync } from 'node:zlib'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { fileLink } from '#functions/media/fileLink.ts'
import { files } from '#functions/table/files.ts'
import { chunks } from '#functions/table/chunks.ts'
import { update, write } from '#functions/table/table.ts'
import type { FileType } from '#shared/rules/files.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aJpeg, cameraData } from '../pictures.ts'
import { bucket } from './bucket.ts'

const packed = deflateRawSync(Buffer.alloc(100_000_000))
const club = await aClub()
const parent = club.user('parent')
const { organizationId: orgId } = club
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
type Sent = {
  name?: string
  type: FileType
  as?: string
  announced?: number
}
/** Requests an upload and uploads the file. */
async function sent(bytes: Uint8Array, { name = 'a file', type, as = parent, announced = bytes.length }: Sent) {
  const now = new Date().toISOString()
  const { body } = await call('POST /rest-api/files/{orgId}', { as, orgId, now, body: { name, type, size: announced } })
  const put = await bucket('PUT', body.url, { ...body.headers, 'content-length': String(bytes.length) }, bytes)
  return { fileId: body.fileId, put: put.status, url: body.url }
}
/** A zip with one entry of 100 MB compressed to 100 kB, which declares `said` bytes. */
function aBomb(entry: string, said: number): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(said, 22)
  head.writeUInt16LE(entry.length, 26)
  return Buffer.concat([head, Buffer.from(entry), packed])
}
const keep = (fileId: string, as = parent) => call('POST /rest-api/files/{fileId}/keep', { as, fileId })

const png = (...chunks: [name: string, content: string][]) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[
      ['IHDR', '\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0'] as const,
      ...chunks,
      ['IDAT', 'pixels'] as const,
      ['IEND', ''] as const,
    ].map(([name, content]) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(content.length)
      return Buffer.concat([length, Buffer.from(name + content, 'latin1'), Buffer.alloc(4, 7)])
    }),
  ])

describe('an uploaded file', () => {
  it('is stored at its own address, checked, kept, and opened by a link that expires', async () => {
    const picture = aJpeg()
    const { fileId, put } = await sent(picture, { name: 'U12 – Sieger ü.jpg', type: 'image/jpeg' })
    expect(put).toBe(200)
    const kept = await keep(fileId)
    expect([kept.status, kept.body]).toEqual([
      200,
      { fileId, name: 'U12 – Sieger ü.jpg', type: 'image/jpeg', size: picture.length },
    ])
    const now = new Date().toISOString()
    const opened = await bucket('GET', await fileLink({ fileId, name: 'U12 – Sieger ü.jpg', type: 'image/jpeg' }, now))
    expect(opened).toEqual({
      status: 200,
      type: 'image/jpeg',
      disposition: 'inline; filename="U12  Sieger u.jpg"; filename*=UTF-8\'\'U12%20%E2%80%93%20Sieger%20%C3%BC.jpg',
      bytes: picture,
    })
    const late = new Date(Date.now() - 16 * 60_000).toISOString()
    expect((await bucket('GET', await fileLink({ fileId, name: 'x', type: 'image/jpeg' }, late))).status).toBe(403)
    expect((await keep(fileId)).body).toEqual(kept.body)
  })

  it('loses the metadata of a JPEG except its orientation', async () => {
    const gps = Buffer.from('GPS 41.8781 -87.6298 iPhone')
    // Little-endian: one entry, orientation 6.
    const tiff = Buffer.concat([Buffer.from('49492a000800000001001201030001000000060000000000000000', 'hex'), gps])
    const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length + 2)
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1]), length, content])
    const comment = Buffer.from('fffe000a4265722e00000000', 'hex').subarray(0, 12)
    const trailer = Buffer.from('a second picture with a place')
    const picture = Buffer.concat([aJpeg({ before: [exif, comment, cameraData()] }), trailer])
    const { fileId } = await sent(picture, { type: 'image/jpeg' })
    expect((await keep(fileId)).status).toBe(200)
    const { bytes } = await bucket(
      'GET',
      await fileLink({ fileId, name: 'x', type: 'image/jpeg' }, new Date().toISOString()),
    )
    expect(bytes.toString('latin1')).not.toMatch(/GPS|iPhone|Ber|second picture/)
    // An Exif segment with nothing else: tag 0x0112 with value 6.
    expect(bytes.toString('hex')).toContain('12010300010000000600')
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9')
  })

  it('loses the metadata of a PNG and data after its end', async () => {
    const noted = Buffer.concat([png(['tEXt', 'GPS here'], ['eXIf', 'GPS there']), Buffer.from('GPS behind')])
    const { fileId } = await sent(noted, { type: 'image/png' })
    expect((await keep(fileId)).status).toBe(200)
    const { bytes } = await bucket(
      'GET',
      await fileLink({ fileId, name: 'x', type: 'image/png' }, new Date().toISOString()),
    )
    expect(bytes).toEqual(png())
  })

  it.each([
    ['an HTML page declared as a PNG', Buffer.from('<html><script>alert(1)</script>'), 'image/png'],
    ['a PNG declared as a JPEG', png(), 'image/jpeg'],
    ['a truncated JPEG', aJpeg().subarray(0, 60), 'image/jpeg'],
    ['a program declared as text', Buffer.from('MZ\0\0\u0001\u0002', 'latin1'), 'text/plain'],
    ['text declared as a PDF', Buffer.from('hello'), 'application/pdf'],
    ['a zip that declares 100 MB of contents', aBomb('[Content_Types].xml', 100_000_000), docx],
    ['a zip bomb that declares 300 bytes', aBomb('[Content_Types].xml', 300), docx],
    [
      'such a zip bomb declared as an OpenDocument text',
      aBomb('mimetype', 300),
      'application/vnd.oasis.opendocument.text',
    ],
  ] as const)('is rejected as wrong_file when it is %s', async (_what, bytes, type) => {
    const { fileId } = await sent(bytes, { type })
    const { status, refusal } = await keep(fileId)
    expect([status, refusal.code]).toEqual([400, 'wrong_file'])
    expect([403, 404]).toContain(
      (await bucket('GET', await fileLink({ fileId, name: 'x', type }, new Date().toISOString()))).status,
    )
  })

  it('is reported missing until it has been uploaded', async () => {
    const now = new Date().toISOString()
    const body = { name: 'x.txt', type: 'text/plain' as const, size: 5 }
    const { body: place } = await call('POST /rest-api/files/{orgId}', { as: parent, orgId, now, body })
    const { status, refusal } = await keep(place.fileId)
    expect([status, refusal.code]).toEqual([412, 'file_missing'])
  })

  it('can only be uploaded with the announced size, type and address', async () => {
    const now = new Date().toISOString()
    const body = { name: 'x.txt', type: 'text/plain' as const, size: 5 }
    const { body: place } = await call('POST /rest-api/files/{orgId}', { as: parent, orgId, now, body })
    const put = (url: string, type: string, text: string) =>
      bucket('PUT', url, { 'content-type': type, 'content-length': String(text.length) }, Buffer.from(text))
    expect((await put(place.url, 'text/plain', 'hello, all of you')).status).toBe(403)
    expect((await put(place.url, 'text/html', 'hello')).status).toBe(403)
    expect((await put(place.url.replace('/incoming/', '/files/'), 'text/plain', 'hello')).status).toBe(403)
    expect((await put(place.url, 'text/plain', 'hello')).status).toBe(200)
  })

  it('cannot be kept, previewed or attached by another user, nor attached twice', async () => {
    const { fileId } = await sent(Buffer.from('hello'), { type: 'text/plain' })
    const coach = club.user('coach')
    expect((await keep(fileId, coach)).status).toBe(404)
    await keep(fileId)
    expect((await call('GET /rest-api/files/{fileId}/preview', { as: coach, fileId })).status).toBe(404)
    await expect(update(stamp, files.attach(fileId, { userId: coach, about: 'a' }))).rejects.toMatchObject({
      code: 'file_missing',
    })
    await write(stamp, files.attach(fileId, { userId: parent, about: 'a' }))
    await expect(update(stamp, files.attach(fileId, { userId: parent, about: 'b' }))).rejects.toMatchObject({
      code: 'file_missing',
    })
    expect(await files.get({ fileId })).toMatchObject({ about: 'a' })
    expect(await files.get({ fileId })).not.toHaveProperty('until')
  })

  it('stays attached when a concurrent repeated keep finishes last', async () => {
    const { fileId } = await sent(Buffer.from('hello'), { type: 'text/plain' })
    const real = DynamoDBDocumentClient.prototype.send
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    spy.mockImplementation(async function late(this: never, ...args: never[]) {
      const [command] = args as unknown[]
      if (command instanceof UpdateCommand) {
        spy.mockRestore()
        await keep(fileId)
        await write(stamp, files.attach(fileId, { userId: parent, about: 'a message' }))
      }
      return Reflect.apply(real, this, args)
    } as never)
    expect((await keep(fileId)).status).toBe(200)
    const row = await files.get({ fileId }, { consistent: true })
    expect(row).toMatchObject({ about: 'a message', size: 5 })
    expect(row).not.toHaveProperty('ttl')
  })

  it('keeps its name in any script', async () => {
    const bytes = Buffer.from('hello')
    for (const some of chunks(names, 10))
      await Promise.all(
        some.map(async (name) => {
          const { fileId } = await sent(bytes, { name, type: 'text/plain' })
          expect((await keep(fileId)).body).toMatchObject({ name })
          const link = await fileLink({ fileId, name, type: 'text/plain' }, new Date().toISOString())
          const { disposition = '' } = await bucket('GET', link)
          // With an ASCII fallback, whatever that leaves of the name.
          expect(disposition).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''\S+$/)
          // A name without a text extension gets one appended.
          expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(/\.txt$/i.test(name) ? name : `${name}.txt`)
        }),
      )
  })

  it.each([
    ['training.hta', 'text/plain', 'training.hta.txt'],
    ['run.bat.', 'text/csv', 'run.bat..csv'],
    ['lineup.jar', docx, 'lineup.jar.docx'],
    ['a page.svg', 'image/png', 'a page.svg.png'],
    ['Spielplan', 'application/pdf', 'Spielplan.pdf'],
    ['Cup Final', 'video/mp4', 'Cup Final.mp4'],
    ['Team.JPEG', 'image/jpeg', 'Team.JPEG'],
    ['clip.MOV', 'video/mp4', 'clip.MOV'],
    ['list.csv', 'text/csv', 'list.csv'],
  ])('is saved with an extension matching its type: %s of type %s as %s', async (name, type, saved) => {
    const link = await fileLink({ fileId: `${orgId}.f00000000000`, name, type }, new Date().toISOString())
    const how = new URL(link, 'https://x.test').searchParams.get('response-content-disposition') ?? ''
    expect(decodeURIComponent(how.split("''")[1] ?? '')).toBe(saved)
    expect(/filename="([^"]*)"/.exec(how)?.[1]).toBe(saved)
  })

  it.each([
    ['empty', { size: 0 }],
    ['larger than 25 MB', { size: 25_000_001 }],
    ['of type text/html', { type: 'text/html' }],
    ['of type SVG, which can contain scripts', { type: 'image/svg+xml' }],
    ['larger than 2 GB', { size: 2_000_000_001 }],
    ['named with a path', { name: '../../etc/passwd' }],
    ['named with a Windows path', { name: '..\\..\\boot.ini' }],
    ['named with a drive letter', { name: 'C:boot.ini' }],
    ['named with a NUL character', { name: 'a.jpg\0.exe' }],
    ['named with dots only', { name: '..' }],
    ['named with invisible characters only', { name: '\u200d\u200c' }],
    ['without a name', { name: ' ' }],
    ['named with a right-to-left override', { name: 'a\u202Egpj.exe' }],
  ])('is rejected before the upload when it is %s', async (_what, wrong) => {
    const body = { name: 'a.jpg', type: 'image/jpeg', size: 5, ...wrong } as {
      name: string
      type: 'image/jpeg'
      size: number
    }
    expect((await call('POST /rest-api/files/{orgId}', { as: parent, orgId, body })).status).toBe(400)
  })
})

/** “Training plan”, or something similar, in thirty scripts; and a family emoji. */
const names = [
  'Plan d’entraînement.txt',
  'Σχέδιο προπόνησης.txt',
  'План тренировки.txt',
  'Մարզման պլան.txt',
  'სავარჯიშო გეგმა.txt',
  'תוכנית אימון.txt',
  'خطة التدريب.txt',
  'برنامه\u200cی تمرین.txt',
  'ܬܘܟܢܝܬܐ.txt',
  'ޕްލޭން.txt',
  'प्रशिक्षण योजना.txt',
  'প্রশিক্ষণ পরিকল্পনা.txt',
  'ਸਿਖਲਾਈ ਯੋਜਨਾ.txt',
  'તાલીમ યોજના.txt',
  'ପ୍ରଶିକ୍ଷଣ ଯୋଜନା.txt',
  'பயிற்சித் திட்டம்.txt',
  'శిక్షణ ప్రణాళిక.txt',
  'ತರಬೇತಿ ಯೋಜನೆ.txt',
  'പരിശീലന പദ്ധതി.txt',
  'පුහුණු සැලසුම.txt',
  'แผนการฝึก.txt',
  'ແຜນການຝຶກ.txt',
  'འཆར་གཞི.txt',
  'လေ့ကျင့်ရေးအစီအစဉ်.txt',
  'ផែនការហ្វឹកហាត់.txt',
  'የስልጠና እቅድ.txt',
  'ᏗᏕᎶᏆᏍᏗ.txt',
  'ᐱᓕᒻᒪᒃᓴᐃᓂᖅ.txt',
  '训练计划.txt',
  'トレーニング計画.txt',
  '훈련 계획.txt',
  'ᠲᠥᠯᠥᠪᠯᠡᠭᠡ.txt',
  '👨‍👩‍👧‍👦 plan.txt',
]
