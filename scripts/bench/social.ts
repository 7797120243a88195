import { demoPart } from '../demo/ids.ts'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'

const stamp = { actor: 'the-bench', at: new Date().toISOString() }

type Places = { organizations: { id: string; teams: { id: string }[] }[] }

/** What chat and the library cost at the table: where one costs more, families wait, and a club pays. */
export async function socialFigures(bench: Bench): Promise<Figure[]> {
  const { organizations } = JSON.parse((await bench.get('/rest-api/academy/organization', 'coach')).text) as Places
  const club = organizations.find(({ teams }) => teams.length > 0)
  const [team] = club?.teams ?? []
  if (!club || !team) throw new Error('The demo’s coach has no team.')
  return [...(await chatFigures(bench, club.id, team.id)), ...(await libraryFigures(bench, club.id))]
}

const idOf = async (bench: Bench, as: 'coach' | 'parent' | 'parent2') =>
  (JSON.parse((await bench.get('/rest-api/users/profile', as)).text) as { id: string }).id

async function chatFigures(bench: Bench, organizationId: string, teamId: string): Promise<Figure[]> {
  const { teamConversation } = await import('#functions/chat/ids.ts')
  const { bringIn } = await import('#functions/chat/membership.ts')
  const { messages, placeOf } = await import('#functions/table/messages.ts')
  const { conversations } = await import('#functions/table/conversations.ts')
  const { update, write } = await import('#functions/table/table.ts')
  const [coach, parent, other] = await Promise.all([
    idOf(bench, 'coach'),
    idOf(bench, 'parent'),
    idOf(bench, 'parent2'),
  ])
  const conversationSid = teamConversation(teamId)
  const row = (seq: number) => ({ messageSid: `bench-${seq}`, seq, place: placeOf(seq), userId: parent })
  const text = 'We leave at nine from the car park at the school, and there are three seats left.'
  const said = Array.from({ length: 60 }, (_, i) =>
    messages.create({ conversationSid, ...row(1000 + i), text, sentAt: stamp.at }),
  )
  await write(stamp, ...said)
  await update(stamp, conversations.change({ conversationSid }, { set: { seq: 1059 } }))
  await bench.send('POST', `/rest-api/chat/conversations/${conversationSid}/messages`, 'coach', {
    messageSid: 'bench-sent',
    text: 'Who drives?',
  })
  const sending = await bench.lastCost('POST /rest-api/chat/conversations/{conversationSid}/messages')
  await bench.get(`/rest-api/chat/conversations/${conversationSid}/messages`, 'coach')
  const page = await bench.lastCost('GET /rest-api/chat/conversations/{conversationSid}/messages')
  const people = [coach, parent, other].map((userId) => ({ userId, staff: userId === coach }))
  for (let i = 0; i < 60; i++) {
    const group = { conversationSid: `${organizationId}.${demoPart('c', `bench ${i}`)}`, type: 'group' as const }
    await bringIn(stamp, { ...group, friendlyName: `Drivers ${i}` }, people, { evenUnsafe: true })
  }
  await bench.get('/rest-api/chat/conversations', 'coach')
  const list = await bench.lastCost('GET /rest-api/chat/conversations')
  await bench.get('/rest-api/chat/unread-count', 'coach')
  const unread = await bench.lastCost('GET /rest-api/chat/unread-count')
  return [
    { what: 'chat: a message, round trips until it is stored', value: sending.trips, unit: 'trips', atMost: 2 },
    { what: 'chat: a page of 50 messages, with the access read', value: page.readUnits, unit: 'read units', atMost: 5 },
    { what: 'chat: a list of 60 conversations', value: list.readUnits, unit: 'read units', atMost: 6 },
    { what: 'chat: what is unread', value: unread.readUnits, unit: 'read units', atMost: 1 },
  ]
}

async function libraryFigures(bench: Bench, organizationId: string): Promise<Figure[]> {
  const { libraries } = await import('#functions/table/libraries.ts')
  const { placeIn, storageItems } = await import('#functions/table/storageItems.ts')
  const { write } = await import('#functions/table/table.ts')
  const coach = await idOf(bench, 'coach')
  const idFor = (name: string) => `${organizationId}.${demoPart('s', `bench ${name}`)}`
  const common = { addedBy: coach, addedAt: stamp.at }
  /** A folder of the coach’s, with so many things in it. */
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
      libraries.change(await libraries.now(organizationId), { [storageItemId]: node }),
    )
    for (let from = 0; from < size; from += 100) {
      const some = Array.from({ length: Math.min(100, size - from) }, (_, i) =>
        storageItems.create({
          ...common,
          storageItemId: idFor(`${name} ${from + i}`),
          type: 'LINK',
          name: `Drill ${from + i}`,
          hyperLink: 'https://www.theifab.com/',
          parentId: storageItemId,
          place: placeIn(organizationId, storageItemId),
        }),
      )
      await write(stamp, ...some)
    }
    return storageItemId
  }
  const base = `/rest-api/academy/storage/organization/${organizationId}`
  const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
  const drills = await folder('Drills', 200)
  await bench.get(`${base}?storageItemParentId=${drills}`, 'coach')
  const listed = await bench.lastCost(LIST)
  let deepest = await folder('Deep 0', 0)
  for (let i = 1; i < 6; i++) deepest = await folder(`Deep ${i}`, 0, deepest)
  await bench.get(`${base}?storageItemParentId=${deepest}`, 'coach')
  const deep = await bench.lastCost(LIST)
  await bench.get(`${base}?sharedWithMe=true`, 'parent')
  const shared = await bench.lastCost(LIST)
  const thousand = await folder('A thousand', 1000)
  await bench.send('POST', `${base}/move`, 'coach', { ids: [thousand], parentId: drills })
  const moving = await bench.lastCost('POST /rest-api/academy/storage/organization/{orgId}/move')
  return [
    {
      what: 'library: a folder of 200 items, with the tree and the access read',
      value: listed.readUnits,
      unit: 'read units',
      atMost: 8,
    },
    { what: 'library: a folder six folders deep', value: deep.readUnits, unit: 'read units', atMost: 4 },
    { what: 'library: what is shared with a parent', value: shared.readUnits, unit: 'read units', atMost: 10 },
    { what: 'library: a folder of 1,000 items is moved, round trips', value: moving.trips, unit: 'trips', atMost: 5 },
    { what: 'library: a folder of 1,000 items is moved', value: moving.writeUnits, unit: 'write units' },
  ]
}
