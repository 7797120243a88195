import { randomUUID } from 'node:crypto'
import { demoPart } from '../demo/ids.ts'
import type { Bench } from './cloud.ts'
import { lineFigures } from './lines.ts'
import type { Figure } from './report.ts'
import { screenSize } from './screens.ts'
import { taskFigures } from './tasks.ts'
import { uploadFigures } from './uploads.ts'
import { stamp } from './stamp.ts'

type Places = { organizations: { id: string; teams: { id: string }[] }[] }

/** The cost of chat and the library at the table, which affects how long families wait and what a club pays. */
export async function socialFigures(bench: Bench): Promise<Figure[]> {
  const { organizations } = JSON.parse((await bench.get('/rest-api/academy/organization', 'coach')).text) as Places
  const club = organizations.find(({ teams }) => teams.length > 0)
  const [team] = club?.teams ?? []
  if (!club || !team) throw new Error('The demo’s coach has no team.')
  const { teamConversation } = await import('#functions/table/conversationIds.ts')
  return [
    {
      what: 'chat: its screen, more than the shell and Today',
      value: screenSize('ChatScreen'),
      unit: 'KB gz',
      atMost: 45,
    },
    {
      what: 'library: its screen, more than the shell and Today',
      value: screenSize('StorageScreen'),
      unit: 'KB gz',
      atMost: 60,
    },
    ...(await chatFigures(bench, club.id, team.id)),
    ...(await libraryFigures(bench, club.id)),
    ...(await taskFigures(bench, team.id)),
    ...(await lineFigures(bench, teamConversation(team.id))),
  ]
}

const idOf = async (bench: Bench, account: 'coach' | 'parent' | 'parent2') =>
  (JSON.parse((await bench.get('/rest-api/users/profile', account)).text) as { id: string }).id

/** Typical messages before a match, used in rotation: 41 letters on average. */
const sayings = [
  'We leave at nine from the school car park',
  'Can somebody take Mia home after the match?',
  'Yes, we have two seats left in the van',
  'Thanks a lot! See you there',
  'The second pitch, beside the swimming pool, as last time',
]

async function chatFigures(bench: Bench, organizationId: string, teamId: string): Promise<Figure[]> {
  const { teamConversation } = await import('#functions/table/conversationIds.ts')
  const { addMembers: bringIn } = await import('#functions/chat/membership.ts')
  const { messages, placeOf } = await import('#functions/table/messages.ts')
  const { conversations } = await import('#functions/table/conversations.ts')
  const { runMetered } = await import('#functions/table/meter.ts')
  const { myConversations } = await import('#functions/table/conversations.ts')
  const { update, write } = await import('#functions/table/table.ts')
  const [coach, parent, otherParent] = await Promise.all([
    idOf(bench, 'coach'),
    idOf(bench, 'parent'),
    idOf(bench, 'parent2'),
  ])
  const conversationSid = teamConversation(teamId)
  const row = (seq: number) => ({ messageSid: randomUUID(), seq, place: placeOf(seq), userId: parent })
  const newMessages = Array.from({ length: 60 }, (_, i) => {
    const text = sayings[i % sayings.length] ?? ''
    return messages.createOnce({ conversationSid, ...row(1000 + i), text, sentAt: stamp.at })
  })
  await write({ ...stamp, actor: parent }, ...newMessages)
  await update(stamp, conversations.change({ conversationSid }, { set: { seq: 1059 } }))
  await bench.send('POST', `/rest-api/chat/conversations/${conversationSid}/messages`, 'coach', {
    messageSid: 'bench-sent',
    text: 'Who drives?',
  })
  const sendCost = await bench.lastCost('POST /rest-api/chat/conversations/{conversationSid}/messages')
  await bench.get(`/rest-api/chat/conversations/${conversationSid}/messages`, 'coach')
  const page = await bench.lastCost('GET /rest-api/chat/conversations/{conversationSid}/messages')
  const pageAlone = await runMetered(async (meter) => {
    await messages.before({ conversationSid }, { from: 1, to: 1058, limit: 50 })
    return meter
  })
  const people = [coach, parent, otherParent].map((userId) => ({ userId, staff: userId === coach }))
  for (let i = 0; i < 60; i++) {
    const group = { conversationSid: `${organizationId}.${demoPart('c', `bench ${i}`)}`, type: 'group' as const }
    await bringIn(stamp, { ...group, friendlyName: `Drivers ${i}` }, people, { allowUnsafe: true })
  }
  await bench.get('/rest-api/chat/conversations', 'coach')
  const list = await bench.lastCost('GET /rest-api/chat/conversations')
  const listAlone = await runMetered(async (meter) => {
    await myConversations.of({ userId: coach })
    return meter
  })
  await bench.get('/rest-api/chat/unread-count', 'coach')
  const unreadCost = await bench.lastCost('GET /rest-api/chat/unread-count')
  return [
    { what: 'chat: a message, round trips until it is stored', value: sendCost.trips, unit: 'trips', atMost: 2 },
    { what: 'chat: a page of 50 messages', value: pageAlone.readUnits, unit: 'read units', atMost: 2 },
    {
      what: 'chat: the same with the access and the membership read',
      value: page.readUnits,
      unit: 'read units',
      atMost: 4,
    },
    { what: 'chat: a list of 60 conversations', value: listAlone.readUnits, unit: 'read units', atMost: 3 },
    { what: 'chat: the same with the access read', value: list.readUnits, unit: 'read units', atMost: 4 },
    { what: 'chat: what is unread', value: unreadCost.readUnits, unit: 'read units', atMost: 1 },
  ]
}

/** Typical files of coaches, with realistic names. */
const link = (i: number) =>
  ({ type: 'LINK', name: `Drill ${i}`, hyperLink: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }) as const
const film = (i: number) =>
  ({
    type: 'FILE',
    name: `VID_2026${i + 1000}.mp4`,
    media: 'video/mp4',
    amount: 48_123_456,
    state: 'pictured',
  }) as const
const paper = (i: number) =>
  ({ type: 'FILE', name: `Passing in triangles ${i}.pdf`, media: 'application/pdf', amount: 231_556 }) as const
const fileSamples = [link, film, paper, paper]

async function libraryFigures(bench: Bench, organizationId: string): Promise<Figure[]> {
  const { libraries } = await import('#functions/table/libraries.ts')
  const { placeIn, storageItems } = await import('#functions/table/storageItems.ts')
  const { runMetered } = await import('#functions/table/meter.ts')
  const { write } = await import('#functions/table/table.ts')
  const coach = await idOf(bench, 'coach')
  const idFor = (name: string) => `${organizationId}.${demoPart('s', `bench ${name}`)}`
  const common = { addedBy: coach, addedAt: stamp.at }
  /** Creates a folder of the coach’s with `size` items. */
  async function folder(name: string, size: number, parentId?: string) {
    const storageItemId = idFor(name)
    const node = { name, shares: { [`user:${coach}`]: 'OWNER' as const }, ...(parentId && { parentId }) }
    await write(
      stamp,
      storageItems.create({
        ...common,
        storageItemId,
        type: 'DIRECTORY',
        name,
        place: placeIn(organizationId, parentId),
      }),
      libraries.change(await libraries.current(organizationId), { [storageItemId]: node }),
    )
    for (let from = 0; from < size; from += 100) {
      const rows = Array.from({ length: Math.min(100, size - from) }, (_, i) =>
        storageItems.create({
          ...common,
          ...(fileSamples[i % fileSamples.length] ?? link)(from + i),
          storageItemId: idFor(`${name} ${from + i}`),
          parentId: storageItemId,
          place: placeIn(organizationId, storageItemId),
        }),
      )
      await write(stamp, ...rows)
    }
    return storageItemId
  }
  const base = `/rest-api/academy/storage/organization/${organizationId}`
  const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
  const drills = await folder('Drills', 200)
  await bench.get(`${base}?storageItemParentId=${drills}`, 'coach')
  const listCost = await bench.lastCost(LIST)
  const handlerCost = await runMetered(async (meter) => {
    await storageItems.inList(placeIn(organizationId, drills))
    return meter
  })
  let deepest = await folder('Deep 0', 0)
  for (let i = 1; i < 6; i++) deepest = await folder(`Deep ${i}`, 0, deepest)
  await bench.get(`${base}?storageItemParentId=${deepest}`, 'coach')
  const deep = await bench.lastCost(LIST)
  await bench.get(`${base}?sharedWithMe=true`, 'parent')
  const sharedListCost = await bench.lastCost(LIST)
  const thousand = await folder('A thousand', 1000)
  await bench.send('POST', `${base}/move`, 'coach', { ids: [thousand], parentId: drills })
  const moveCost = await bench.lastCost('POST /rest-api/academy/storage/organization/{orgId}/move')
  const empty = await folder('Empty', 0)
  const uploads = await uploadFigures(bench, `/academy/storage/${organizationId}/organization/${empty}`)
  return [
    ...uploads,
    { what: 'library: a folder of 200 items', value: handlerCost.readUnits, unit: 'read units', atMost: 4 },
    { what: 'library: a folder of 200 items, asked for by', value: handlerCost.calls, unit: 'queries', atMost: 1 },
    {
      what: 'library: the same with the tree, the club and the access read',
      value: listCost.readUnits,
      unit: 'read units',
      atMost: 7,
    },
    { what: 'library: a folder six folders deep', value: deep.readUnits, unit: 'read units', atMost: 4 },
    { what: 'library: what is shared with a parent', value: sharedListCost.readUnits, unit: 'read units', atMost: 10 },
    {
      what: 'library: a folder of 1,000 items is moved, round trips',
      value: moveCost.trips,
      unit: 'trips',
      atMost: 5,
    },
    { what: 'library: a folder of 1,000 items is moved', value: moveCost.writeUnits, unit: 'write units' },
  ]
}
