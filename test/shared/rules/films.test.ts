import { describe, expect, it } from 'vitest'
import { metadataPlaces, metadataBoxes, mp4WithoutMetadata } from '#shared/rules/films.ts'

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const four = (size: number) => [size >>> 24, (size >>> 16) & 255, (size >>> 8) & 255, size & 255]
const box = (name: string, ...content: number[][]) => {
  const inner = content.flat()
  return [...four(8 + inner.length), ...letters(name), ...inner]
}
/** With an eight-byte length, as in films of more than 4 GB. */
const longBox = (name: string, ...content: number[][]) => {
  const inner = content.flat()
  return [...four(1), ...letters(name), 0, 0, 0, 0, ...four(16 + inner.length), ...inner]
}
/** The last box of a file may leave its length open. */
const openBox = (name: string, ...content: number[][]) => [...four(0), ...letters(name), ...content.flat()]
const filled = (count: number) => Array.from({ length: count }, () => 7)
const film = (...boxes: number[][]) => Uint8Array.from(boxes.flat())
const ftyp = box('ftyp', letters('isom'))
const places = (bytes: Uint8Array) => metadataBoxes(bytes)?.map(({ name, at, head, size }) => [name, at, head, size])

describe('the metadata boxes of a film', () => {
  it.each<[string, Uint8Array, (string | number)[][] | undefined]>([
    ['no metadata', film(ftyp, box('mdat', filled(4))), []],
    ['a metadata box at the top level', film(ftyp, box('uuid', filled(4)), box('mdat')), [['uuid', 12, 8, 12]]],
    ['a metadata box in the header', film(box('moov', box('mvhd'), box('udta', filled(2)))), [['udta', 16, 8, 10]]],
    [
      'a deeply nested metadata box',
      film(box('moov', box('trak', box('mdia', box('minf', box('meta')))))),
      [['meta', 32, 8, 8]],
    ],
    ['a metadata box within another one', film(box('udta', box('meta'))), [['udta', 0, 8, 16]]],
    ['a metadata box in a header with a 64-bit length', film(longBox('moov', box('udta'))), [['udta', 16, 8, 8]]],
    ['a metadata box with a 64-bit length', film(longBox('uuid', filled(3)), box('mdat')), [['uuid', 0, 16, 19]]],
    ['a metadata box without a length', film(ftyp, openBox('uuid', filled(3))), [['uuid', 12, 8, 11]]],
    ['a box that contains no boxes', film(box('mdat', box('udta'))), []],
    ['an empty file', new Uint8Array(), []],
    ['an incomplete box', film(ftyp, filled(7)), undefined],
    ['a box longer than the file', film([...four(9), ...letters('mdat')]), undefined],
    ['a box shorter than its header', film([...four(7), ...letters('mdat')], filled(8)), undefined],
    [
      'a 64-bit box shorter than its header',
      film([...four(1), ...letters('mdat'), 0, 0, 0, 0, ...four(15)]),
      undefined,
    ],
    ['a 64-bit box truncated in its header', film([...four(1), ...letters('mdat'), 0, 0, 0, 0, 0, 0, 0]), undefined],
    [
      'a box longer than its container',
      film(box('moov', [...four(9), ...letters('udta')]), box('mdat', filled(8))),
      undefined,
    ],
    ['an incomplete box in a container', film(box('moov', filled(3))), undefined],
  ])('with %s', (_what, bytes, found) => expect(places(bytes)).toEqual(found))

  it('are replaced by free space, without other changes', () => {
    const before = [
      ftyp,
      box('moov', box('mvhd', filled(5)), box('udta', filled(3))),
      longBox('uuid', filled(2)),
      box('mdat', filled(4)),
    ]
    const after = [
      ftyp,
      box('moov', box('mvhd', filled(5)), box('free', [0, 0, 0])),
      longBox('free', [0, 0]),
      box('mdat', filled(4)),
    ]
    const bytes = film(...before)
    expect(mp4WithoutMetadata(bytes)).toEqual(film(...after))
    expect(bytes).toEqual(film(...before))
    expect(mp4WithoutMetadata(film(ftyp, filled(3)))).toBeUndefined()
  })
  it('are found in a view of a larger buffer', () => {
    const whole = film(filled(5), box('uuid', filled(4)))
    expect(places(whole.subarray(5))).toEqual([['uuid', 0, 8, 12]])
  })
})

describe('the metadata positions of a large film', () => {
  /** A film with only the headers of its boxes; the file may contain part of the last box. */
  const find = async (bytes: Uint8Array, length = bytes.length) => {
    const asked: number[] = []
    const found = await metadataPlaces(async (at, count) => {
      asked.push(count)
      return bytes.slice(at, at + count)
    }, length)
    expect(asked.every((count) => count >= 0 && count <= 16)).toBe(true)
    return found
  }
  const head = (name: string, size: number) => [...four(size), ...letters(name)]

  it.each<[string, number[][], { at: number; size: number }[] | undefined]>([
    [
      'its header and metadata boxes beside it',
      [ftyp, box('mdat', filled(20)), box('moov', filled(9)), box('uuid')],
      [
        { at: 40, size: 17 },
        { at: 57, size: 8 },
      ],
    ],
    [
      'metadata boxes',
      [ftyp, box('udta'), box('meta'), box('free')],
      [
        { at: 12, size: 8 },
        { at: 20, size: 8 },
      ],
    ],
    ['a header without a length', [ftyp, openBox('moov', filled(4))], [{ at: 12, size: 12 }]],
    [
      'a header after a box with a 64-bit length',
      [ftyp, longBox('mdat', filled(30)), box('moov')],
      [{ at: 58, size: 8 }],
    ],
    ['none without metadata', [ftyp, box('mdat')], []],
    ['undefined if the first box is not a film’s', [box('mdat'), ftyp], undefined],
    ['undefined for an incomplete box', [ftyp, filled(3)], undefined],
  ])('are %s', async (_what, boxes, found) => expect(await find(film(...boxes))).toEqual(found))

  it('are none if a header is larger than any film’s', async () => {
    const [most, more] = [32_000_000, 32_000_001]
    expect(await find(film(ftyp, head('moov', most)), 12 + most)).toEqual([{ at: 12, size: most }])
    expect(await find(film(ftyp, head('moov', more)), 12 + more)).toBeUndefined()
    expect(await find(film(ftyp, head('mdat', more)), 12 + more)).toEqual([])
  })
  it('are searched in at most 200 boxes', async () => {
    const pieces = (count: number) => Array.from({ length: count }, () => box('moof'))
    expect(await find(film(ftyp, ...pieces(198), box('moov')))).toHaveLength(1)
    expect(await find(film(ftyp, ...pieces(199), box('moov')))).toEqual([])
  })
})
