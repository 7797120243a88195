import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { putObject } from '#functions/media/bucket.ts'
import { files } from '#functions/table/files.ts'
import { libraries, libraryUsage } from '#functions/table/libraries.ts'
import { placeIn, type StorageItem, storageItems, storageTags } from '#functions/table/storageItems.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { storageItemOf } from '#shared/ids.ts'
import { thumbnailOf } from '#shared/rules/files.ts'
import { storageLimit, toDo } from '#shared/rules/library.ts'
import { type LibraryNode, partyOfUser } from '#shared/rules/shares.ts'
import { demoPart } from './ids.ts'

/** A drawn picture, which is also its own thumbnail. */
const picture = (name: 'tournament' | 'shirts'): Buffer => readFileSync(join(import.meta.dirname, `${name}.jpg`))

/** A PDF with one page and a line of text. */
function pdf(text: string): Buffer {
  const page = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const places = parts.map((part, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${part}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

type NewItem = Pick<StorageItem, 'type' | 'name'> & {
  in?: string
  description?: string
  hyperLink?: string
  tags?: string[]
  media?: 'image/jpeg' | 'application/pdf' | 'text/plain'
  bytes?: Buffer
  shares?: LibraryNode['shares']
}
type LibraryOptions = { organizationId: string; teamId: string; playerId: string; coach: string }

/** The library of the youth club: drills of a team, pictures, documents for everybody, and something for one player only. */
const itemsOf = ({ organizationId, teamId, playerId, coach }: LibraryOptions): NewItem[] => [
  {
    type: 'DIRECTORY',
    name: 'Training drills',
    description: 'What we practise this season, week by week.',
    shares: { [teamId]: 'USER', [partyOfUser(coach)]: 'EDITOR' },
  },
  { type: 'DIRECTORY', name: 'Passing', in: 'Training drills' },
  {
    type: 'FILE',
    name: 'Passing in triangles.pdf',
    in: 'Passing',
    media: 'application/pdf',
    bytes: pdf('Passing in triangles \\(demo\\)'),
    tags: ['Passing'],
  },
  {
    type: 'FILE',
    name: 'Warm-up.pdf',
    in: 'Training drills',
    media: 'application/pdf',
    bytes: pdf('Warm-up, ten minutes \\(demo\\)'),
  },
  {
    type: 'LINK',
    name: 'Laws of the game',
    in: 'Training drills',
    hyperLink: 'https://www.theifab.com/',
    tags: ['Rules'],
  },
  { type: 'FORM', name: 'How was your week?', in: 'Training drills' },
  { type: toDo, name: 'Before the first game', in: 'Training drills' },
  { type: 'DIRECTORY', name: 'Team photos', shares: { [teamId]: 'USER' } },
  { type: 'FILE', name: 'Autumn tournament.jpg', in: 'Team photos', media: 'image/jpeg', bytes: picture('tournament') },
  { type: 'FILE', name: 'New shirts.jpg', in: 'Team photos', media: 'image/jpeg', bytes: picture('shirts') },
  { type: 'DIRECTORY', name: 'Club papers', shares: { [organizationId]: 'USER' } },
  {
    type: 'FILE',
    name: 'Who to call.txt',
    in: 'Club papers',
    media: 'text/plain',
    bytes: Buffer.from('Demo text.\n\nThe office is open on Tuesdays and Thursdays from five to seven.\n'),
  },
  {
    type: 'FILE',
    name: 'For Mia.txt',
    media: 'text/plain',
    bytes: Buffer.from('Demo text.\n\nYour left foot is getting better. Ten minutes against the wall, twice a week.\n'),
    shares: { [playerId]: 'USER', [partyOfUser(coach)]: 'OWNER' },
  },
]

/** Fills the library once; an existing one stays as it is. */
export async function seedLibrary(stamp: Stamp, options: LibraryOptions): Promise<void> {
  const { organizationId, coach } = options
  const library = await libraries.current(organizationId)
  if (library.version > 0) return
  const items = itemsOf(options)
  const fileIdOf = (name: string) => `${organizationId}.${demoPart('f', name)}`
  const idOf = (name: string) => storageItemOf(fileIdOf(name))
  const tagOf = (tag: string) => `${organizationId}.${demoPart('k', tag)}`
  const nodes: Record<string, LibraryNode> = {}
  for (const { type, name, in: parent, shares } of items)
    if (type === 'DIRECTORY' || shares)
      nodes[idOf(name)] = {
        ...(type === 'DIRECTORY' && { name, ...(parent && { parentId: idOf(parent) }) }),
        ...(shares && { shares }),
      }
  for (const { name, bytes, media } of items) {
    if (!bytes) continue
    await putObject(`files/${fileIdOf(name)}`, bytes, {})
    if (media === 'image/jpeg') await putObject(thumbnailOf(fileIdOf(name)), bytes, {})
  }
  const size = items.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
  await write(
    stamp,
    libraries.change(library, nodes),
    libraryUsage.take(organizationId, size, storageLimit(1)),
    ...[...new Set(items.flatMap(({ tags = [] }) => tags))].map((tag) =>
      storageTags.create({ storageTagId: tagOf(tag), tag }),
    ),
    ...items.flatMap(({ in: parent, bytes, media, shares: _shares, tags, ...item }) => {
      const storageItemId = idOf(item.name)
      const parentId = parent && idOf(parent)
      const file = bytes && media && { media, amount: bytes.length, fileName: item.name }
      return [
        storageItems.create({
          ...item,
          ...file,
          ...(media === 'image/jpeg' && { state: 'pictured' as const }),
          storageItemId,
          place: placeIn(organizationId, parentId),
          addedBy: coach,
          addedAt: stamp.at,
          ...(parentId && { parentId }),
          ...(tags && { tags: tags.map((tag) => demoPart('k', tag)) }),
        }),
        ...(file
          ? [
              files.create({
                fileId: fileIdOf(item.name),
                userId: coach,
                name: item.name,
                type: file.media,
                size: file.amount,
                state: 'kept',
                about: storageItemId,
              }),
            ]
          : []),
      ]
    }),
  )
}
