import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readBytes } from '#web/sheets/readBytes.ts'
import { limits } from '#web/sheets/sheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
const refusal = (bytes: Uint8Array) =>
  readBytes(bytes).then(
    () => 'read',
    ({ refusal }) => refusal,
  ) // prettier-ignore

describe('a CSV file', () => {
  const rows = [
    ['Name', 'Born'],
    ['Łukasz Gómez', '2014-05-01'],
  ] // prettier-ignore
  it.each([
    ['commas', utf8('Name,Born\nŁukasz Gómez,2014-05-01\n')],
    ['semicolons and a byte order mark', utf8('\ufeffName;Born\r\nŁukasz Gómez;2014-05-01\r\n\r\n')],
    ['tabs', utf8('Name\tBorn\nŁukasz Gómez\t2014-05-01')],
    ['a line that names its separator', utf8('sep=|\r\nName|Born\r\nŁukasz Gómez|2014-05-01')],
    ['UTF-16', utf16('Name;Born\r\nŁukasz Gómez;2014-05-01')],
    ['blanks around its cells', utf8(' Name , Born \n\u00a0Łukasz Gómez , 2014-05-01 \n  ,  \n')],
  ])('with %s', async (_how, bytes) => {
    expect(await readBytes(bytes)).toEqual({ rows, notes: [] })
  })

  it('in the Windows-1252 encoding keeps its accents', async () => {
    expect((await readBytes(new Uint8Array([...utf8('Name\nG'), 0xf3, ...utf8('mez')]))).rows).toEqual([
      ['Name'],
      ['Gómez'],
    ])
  })

  it('in thirty scripts is read unchanged', async () => {
    const names =
      'Αλέξης,Алексей,Ալեքսան,אלכס,محمد,मोहन,মোহন,ਮੋਹਨ,મોહન,மோகன்,మోహన్,ಮೋಹನ್,മോഹൻ,මෝහන්,โมฮัน,ໂມຮັນ,မိုဟန်,მოჰან,ሞሃን,មុហាន,모한,モハン,もはん,莫汉,ᠮᠣᠬᠠᠨ,མོ་ཧན,ꦩꦺꦴꦲꦤ꧀,ߡߏߤߊ߲,ⵎⵓⵃⴰⵏ,ᏌᏊ'
    expect((await readBytes(utf8(names))).rows).toEqual([names.split(',')])
  })

  it('reports an unclosed quote', async () => {
    expect((await readBytes(utf8('Name,No\n"Mia,1\nLeo,2\n'))).notes).toEqual([{ kind: 'open_quote', row: 2 }])
  })

  it('of ten million blanks is empty, and is read within ten seconds', async () => {
    expect(await refusal(utf8(' '.repeat(10_000_000)))).toBe('empty')
  }, 10_000)

  it('beyond the limits is rejected', async () => {
    expect(await refusal(utf8('a\n'.repeat(limits.rows + 1)))).toBe('too_many_rows')
    expect(await refusal(new Uint8Array(limits.bytes + 1))).toBe('too_big')
    expect(await refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBe('not_a_table')
    expect(await refusal(new Uint8Array())).toBe('empty')
  })
})

describe('a workbook', () => {
  const workbook = (rows: (string | number | Date | null)[][], more = {}) =>
    writeXlsx({ sheets: [{ name: 'Players', rows, ...more }] })

  it('returns dates as ISO dates and numbers unchanged', async () => {
    const bytes = await workbook([
      ['Name', 'Born', 'No'],
      ['Łukasz', new Date('2014-05-01'), 7],
      [null, null, null],
    ])
    expect(await readBytes(bytes)).toEqual({
      rows: [
        ['Name', 'Born', 'No'],
        ['Łukasz', '2014-05-01', '7'],
      ],
      notes: [],
    })
  })

  it('with merged cells has their text once', async () => {
    const bytes = await workbook(
      [
        ['Riverside U12', null],
        ['Name', 'No'],
        ['Mia', 7],
      ],
      { merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }] },
    ) // prettier-ignore
    expect((await readBytes(bytes)).rows).toEqual(
      [['Riverside U12'], ['Name', 'No'], ['Mia', '7']].map((row) => expect.arrayContaining(row)),
    ) // prettier-ignore
  })

  it('is read from its first sheet with content, and reports that there are more', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Empty', rows: [] },
        { name: 'Players', rows: [['Mia']] },
      ],
    })
    expect(await readBytes(bytes)).toEqual({ rows: [['Mia']], notes: [{ kind: 'more_sheets' }] })
  })

  it('that unpacks to far more than its size is rejected before unpacking', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(limits.unpacked * 3) }, { level: 9 })
    expect(bomb.length).toBeLessThan(200_000)
    expect(await refusal(bomb)).toBe('too_much_inside')
  })

  it.each([
    ['another archive', zipSync({ 'photo.jpg': strToU8('x') }), 'not_a_table'],
    [
      'a truncated workbook',
      zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<worksheet>') }).slice(0, 60),
      'not_a_table',
    ],
    ['an encrypted workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'locked'],
  ])('that is invalid is rejected: %s', async (_what, bytes, expected) => {
    expect(await refusal(bytes)).toBe(expected)
  })
})
