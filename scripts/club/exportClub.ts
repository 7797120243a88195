import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fetchFile, type FileMetadata, keysOf, type Media } from './files.ts'
import { itemsOf, lineWithoutMovedAt, type Table } from './items.ts'
import { excludedAttributes, excludedKinds } from './excluded.ts'
import { createReplacer, peopleIn } from './people.ts'

type Exporting = { table: Table; media: Media; organizationId: string; folder: string }

/** Exports all data of a club into a folder; returns how much that is. */
export async function exportClub({ table, media, organizationId, folder }: Exporting) {
  const items = await itemsOf(table, organizationId)
  if (!items.some((item) => item['sk']?.S === 'ORG')) throw new Error(`There is no club ${organizationId}.`)
  const people = await peopleIn(table, items, organizationId)
  const replaceUserIds = createReplacer(new Map([...people].map(([userId, { name }]) => [userId, name])))
  const lines = items
    .map((item) => replaceUserIds(lineWithoutMovedAt(item)))
    .map((line) => ({ line, place: placeOf(line) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ line }) => line)
  const persons = [...people.values()].map(({ name, email, profile, user, shut }) =>
    JSON.stringify({
      name,
      email,
      profile: replaceUserIds(lineWithoutMovedAt(profile)),
      user: replaceUserIds(lineWithoutMovedAt(user)),
      shut,
    }),
  )
  const ownedPrefixes = ['avatar', 'files'].map((each) => `${each}/${organizationId}`)
  const pictures = [...people].flatMap(([userId, { profile }]) => {
    const avatarName = profile['avatarName']?.S
    return [`avatar/${userId}`, ...(avatarName === undefined ? [] : [`avatar/${avatarName}`])]
  })
  await openFolder(folder)
  const files = await exportFiles(media, [...ownedPrefixes, ...pictures], join(folder, 'files'), replaceUserIds)
  await writeOwn(join(folder, 'items.ndjson'), textOf(lines))
  await writeOwn(join(folder, 'people.ndjson'), textOf(persons))
  await writeOwn(join(folder, 'files.ndjson'), textOf(files.map((each) => JSON.stringify(each))))
  const summary = {
    organizationId,
    items: lines.length,
    people: persons.length,
    files: files.length,
    left: excludedKinds,
    leftWithin: excludedAttributes,
  }
  await writeOwn(join(folder, 'club.json'), `${JSON.stringify(summary, null, 2)}\n`)
  return summary
}

/** The export holds names and addresses of children, so other users of this machine must not read it. */
const openFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })
async function writeOwn(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600 })
  // writeFile keeps the mode of an existing file.
  await chmod(path, 0o600)
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const placeOf = (line: string): string => {
  const { pk, sk } = JSON.parse(line) as Record<'pk' | 'sk', { S: string }>
  return `${pk.S}\n${sk.S}`
}

/**
 * Exports the files that the club and its people have uploaded; their names contain the same placeholders for accounts
 * as the items.
 */
async function exportFiles(
  media: Media,
  prefixes: readonly string[],
  folder: string,
  replaceUserIds: (text: string) => string,
): Promise<FileMetadata[]> {
  const all: FileMetadata[] = []
  for (const prefix of prefixes)
    for await (const key of keysOf(media, prefix)) {
      const { kept, bytes } = await fetchFile(media, key)
      const path = join(folder, replaceUserIds(key))
      await openFolder(dirname(path))
      await writeOwn(path, bytes)
      all.push({ ...kept, key: replaceUserIds(key) })
    }
  return all.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
