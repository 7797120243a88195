/** A box of an MP4 film. */
function box(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const header = (notes: string) =>
  box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), box('udta', box('©xyz', Buffer.from(notes)))]))

/** A film of about so many bytes as a phone writes it: its header at the end, with where it was made in it. */
export const aFilm = ({ length = 1000, notes = '+41.87-087.62/' } = {}): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2', 'latin1')),
    box('mdat', Buffer.alloc(length, 7)),
    header(notes),
  ])
