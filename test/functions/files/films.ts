/** A box (atom) of an MP4 film. */
function box(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const header = (notes: string) =>
  box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), box('udta', box('©xyz', Buffer.from(notes)))]))

/** A film of about `length` bytes as phones write it: with its header at the end, which contains the location. */
export const aFilm = ({ length = 1000, notes = '+41.87-087.62/' } = {}): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2', 'latin1')),
    box('mdat', Buffer.alloc(length, 7)),
    header(notes),
  ])
