const toWord = (value: number) => Buffer.from([value >> 8, value & 0xff])
const segment = (marker: number, content: Buffer) =>
  Buffer.concat([toWord(marker), toWord(content.length + 2), content])

/** A JPEG of the given size in pixels, headers only; `frame` is the marker of its encoding. */
export const aJpeg = ({
  width = 200,
  height = 150,
  frame = 0xffc0,
  before: segmentsBefore = [] as Buffer[],
} = {}): Buffer =>
  Buffer.concat([
    toWord(0xffd8),
    segment(0xffe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...segmentsBefore,
    segment(0xffdb, Buffer.alloc(65, 1)),
    segment(frame, Buffer.concat([Buffer.from([8]), toWord(height), toWord(width), Buffer.from([1, 1, 0x11, 0])])),
    segment(0xffc4, Buffer.alloc(20)),
    segment(0xffda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x2a, 0x00, 0x7f]),
    toWord(0xffd9),
  ])

/** An EXIF segment with an embedded thumbnail that has a size of its own. */
export const cameraData = () =>
  segment(0xffe1, Buffer.concat([Buffer.from('Exif\0\0'), aJpeg({ width: 4000, height: 9 })]))
