import { files } from '#functions/table/files.ts'
import { libraries } from '#functions/table/libraries.ts'
import { placeIn, binOf, storageItems, storageTags, storageTasks } from '#functions/table/storageItems.ts'
import { update, write } from '#functions/table/table.ts'
import { toDo } from '#shared/rules/library.ts'
import type { TaskType } from '#shared/rules/tasks.ts'
import { partyOfUser } from '#shared/rules/shares.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of the library, and the setup they need. */

const itemOf = ({ organizationId }: Club) => `${organizationId}.s0000000000a`
const tagOf = ({ organizationId }: Club) => `${organizationId}.k0000000000a`
const params = (club: Club) => ({
  storageItemId: itemOf(club),
  storageTagId: tagOf(club),
  fileMetadataId: `${club.organizationId}.f0000000000a`,
})

const base = '/rest-api/academy/storage'
const tasks = '/rest-api/academy/task'
const question = {
  id: 'q1',
  answerType: 'TEXT',
  questionTitle: 'How was it?',
  description: '',
  answers: [],
  optional: false,
}
export const taskOf = {
  form: { updateFormList: [question] },
  todo: { todoListItem: [{ id: 'i1', text: 'Pump up the ball' }] },
}
const ids = async (club: Club) => ({ ids: [itemOf(club)] })

const bodies: Record<string, object | ((club: Club) => Promise<object>)> = {
  [`POST ${base}/organization`]: async ({ organizationId }: Club) => ({ organizationId, type: 'FORM', name: 'Week 3' }),
  'POST /rest-api/academy/file/presigned-url/organization/{orgId}': [
    { fileName: 'Drill.pdf', contentType: 'application/pdf', contentLength: 1000 },
  ],
  [`PUT ${base}/organization/{orgId}/storage-item/{storageItemId}`]: { name: 'Drills' },
  [`PUT ${base}/organization/{orgId}/storage-item/{storageItemId}/thumbnail`]: { jpeg: aJpeg().toString('base64') },
  [`POST ${base}/organization/{orgId}/move`]: async (club) => ({ ...(await ids(club)), parentId: null }),
  [`DELETE ${base}/organization/{orgId}/storage-item`]: ids,
  [`POST ${base}/organization/{orgId}/restore`]: ids,
  [`DELETE ${base}/organization/{orgId}/bin`]: ids,
  [`POST ${base}/share/organization/{orgId}`]: async (club) => ({
    storageItemId: itemOf(club),
    added: { orgUnits: [{ orgUnitId: club.falcons.teamId }] },
  }),
  ...Object.fromEntries(
    (['form', 'todo'] as const).map((kind) => [
      `PUT ${tasks}/${kind}/{storageItemId}`,
      async (club: Club) => {
        const storedTask = await storageTasks.get({ storageItemId: itemOf(club) }, { consistent: true })
        return { task: taskOf[kind], revision: storedTask?.revision ?? 0 }
      },
    ]),
  ),
  [`PUT ${base}/tag`]: async ({ organizationId }) => ({ organizationId, tag: 'Defence' }),
}
const queries: Record<string, (club: Club) => Record<string, string>> = {
  [`GET ${base}/tag`]: ({ organizationId }) => ({ organizationId }),
  [`GET ${base}/share/organization/{orgId}/search-people-and-teams`]: (club) => ({ storageItemId: itemOf(club) }),
}

/** A file visible to the whole club, owned by this user. */
async function anItem(userId: string, club: Club) {
  const { organizationId } = club
  const storageItemId = itemOf(club)
  const fileRow = { userId, name: 'Drill.pdf', type: 'application/pdf', size: 1000, state: 'kept' } as const
  const set = {
    storageItemId,
    type: 'FILE',
    name: fileRow.name,
    fileName: fileRow.name,
    media: fileRow.type,
    amount: fileRow.size,
    place: placeIn(organizationId, undefined),
    addedBy: userId,
    addedAt: stamp.at,
    deletedAt: undefined,
  } as const
  const library = await libraries.current(organizationId)
  const shares = { [organizationId]: 'USER', [partyOfUser(userId)]: 'OWNER' } as const
  await write(
    stamp,
    storageItems.upsert({ storageItemId }, { set }),
    files.upsert({ fileId: params(club).fileMetadataId }, { set: { ...fileRow, about: storageItemId } }),
    libraries.change(library, { [storageItemId]: { shares } }),
  )
}
const aTask = (type: TaskType) => async (userId: string, club: Club) => {
  await anItem(userId, club)
  await update(stamp, storageItems.change({ storageItemId: itemOf(club) }, { set: { type } }))
}
async function aPicture(userId: string, club: Club) {
  await anItem(userId, club)
  await update(stamp, storageItems.change({ storageItemId: itemOf(club) }, { set: { media: 'image/jpeg' } }))
}
async function deletedItem(userId: string, club: Club) {
  await anItem(userId, club)
  const set = { place: binOf(club.organizationId), deletedAt: stamp.at, userId }
  await update(stamp, storageItems.change({ storageItemId: itemOf(club) }, { set }))
}
const aTag = (_userId: string, club: Club) =>
  update(
    stamp,
    storageTags.upsert({ storageTagId: tagOf(club) }, { set: { storageTagId: tagOf(club), tag: newPart('x') } }),
  )

const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  ...Object.fromEntries(
    [
      `GET ${base}/organization/{orgId}/storage-item/{storageItemId}`,
      'GET /rest-api/academy/file/presigned-url/{fileMetadataId}',
      `PUT ${base}/organization/{orgId}/storage-item/{storageItemId}`,
      `POST ${base}/organization/{orgId}/move`,
      `DELETE ${base}/organization/{orgId}/storage-item`,
      `GET ${base}/favorite/{storageItemId}`,
      `POST ${base}/favorite/{storageItemId}`,
      `DELETE ${base}/favorite/{storageItemId}`,
      `POST ${base}/recent/organization/{orgId}/storage/{storageItemId}`,
      `POST ${base}/recent/organization/{orgId}/storage/{storageItemId}/player/{playerId}`,
      `GET ${base}/share/organization/{orgId}/storage-item/{storageItemId}`,
      `POST ${base}/share/organization/{orgId}`,
      `GET ${base}/share/organization/{orgId}/search-people-and-teams`,
      `GET ${base}/tag/storage-item/{storageItemId}`,
    ].map((key) => [key, anItem]),
  ),
  ...Object.fromEntries(
    ['GET', 'PUT'].flatMap((method) => [
      [`${method} ${tasks}/form/{storageItemId}`, aTask('FORM')],
      [`${method} ${tasks}/todo/{storageItemId}`, aTask(toDo)],
    ]),
  ),
  [`PUT ${base}/organization/{orgId}/storage-item/{storageItemId}/thumbnail`]: aPicture,
  [`POST ${base}/organization/{orgId}/restore`]: deletedItem,
  [`DELETE ${base}/organization/{orgId}/bin`]: deletedItem,
  [`DELETE ${base}/tag/{storageTagId}`]: aTag,
}

export const exampleRequests: Requests = { params, queries, bodies, prepared }
