import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sessions } from '#functions/table/sessions.ts'
import { type FileMetadata, type Media, putFile } from './files.ts'
import { type Item, itemAt, itemOf, lineOf, putAll, type Table, textOf } from './items.ts'
import { accountOf, createReplacer, type Person, type Pool } from './people.ts'

type ImportOptions = { table: Table; media: Media; pool: Pool; folder: string; now: string }
type ExportedPerson = Pick<Person, 'name' | 'email' | 'shut'> & Record<'profile' | 'user', string>

/**
 * Imports an exported club into another stage. The items that make the club visible to people are written last: after
 * an interruption nobody sees half a club, and the next run starts from the beginning.
 */
export async function importClub({ table, media, pool, folder, now }: ImportOptions) {
  const lines = async (name: string) => (await readFile(join(folder, name), 'utf8')).split('\n').filter(Boolean)
  const { organizationId } = JSON.parse(await readFile(join(folder, 'club.json'), 'utf8')) as { organizationId: string }
  if (await itemAt(table, `ORG#${organizationId}`, 'ORG')) throw new Error(`${organizationId} already exists.`)

  const accounts = new Map<string, string>()
  const profiles: string[] = []
  const users: string[] = []
  // An avatar's file has a random name that only its owner's profile refers to, so it is skipped with the profile.
  const unnamed = new Set<string>()
  let createdCount = 0
  for (const line of await lines('people.ndjson')) {
    const { name, email, profile, user, shut } = JSON.parse(line) as ExportedPerson
    const account = await accountOf(table, pool, { email, profile: itemOf(profile) })
    accounts.set(name, account.userId)
    // People who already have an account keep their profile here.
    if (!account.isNew) {
      unnamed.add(`avatar/${textOf(itemOf(profile), 'avatarName')}`)
      continue
    }
    createdCount++
    profiles.push(profile, ...(shut ? [lineOf(closedAccount(itemOf(profile), now))] : []))
    users.push(user)
  }
  const replaceUserIds = createReplacer(accounts)
  const toItem = (line: string): Item => ({ ...itemOf(replaceUserIds(line)), movedAt: { S: now } })

  const all = (await lines('files.ndjson')).map((line) => JSON.parse(line) as FileMetadata)
  const files = all.filter(({ key }) => !unnamed.has(key))
  for (const file of files)
    await putFile(media, { ...file, key: replaceUserIds(file.key) }, await readFile(join(folder, 'files', file.key)))
  const items = (await lines('items.ndjson')).map(toItem)
  const isUserItem = (item: Item) => textOf(item, 'pk').startsWith('USER#')
  const isClub = (item: Item) => textOf(item, 'pk') === `ORG#${organizationId}` && textOf(item, 'sk') === 'ORG'
  await putAll(table, profiles.map(toItem))
  // After these, another run takes the people for known and skips their profiles and bans: those are written before.
  await putAll(table, users.map(toItem))
  await putAll(
    table,
    items.filter((item) => !isUserItem(item) && !isClub(item)),
  )
  await putAll(table, items.filter(isUserItem))
  await putAll(table, items.filter(isClub))
  return { organizationId, items: items.length, accounts: accounts.size, made: createdCount, files: files.length }
}

/** People who were banned stay banned in the new stage. */
const closedAccount = ({ pk }: Item, at: string): Item => ({
  ...(pk && { pk }),
  sk: { S: 'ME#SESSION' },
  kind: { S: sessions.kind },
  version: { N: '1' },
  by: { S: 'import' },
  at: { S: at },
  disabled: { BOOL: true },
})
