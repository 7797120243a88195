import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { maxAgreements } from '#shared/rules/agreements.ts'
import { byTitle } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { type Agreement, agreementCounts, agreements, agreementTexts } from '../table/agreements.ts'
import { organizations } from '../table/organizations.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, isLastWrittenBy, type Stored, type Write } from '../table/writes.ts'

type Api = typeof contract

export async function listAgreements({
  params: { orgId: organizationId },
}: CallOf<Api, 'GET /rest-api/agreements/club/{orgId}'>) {
  const [organization, rows] = await Promise.all([organizations.get({ organizationId }), agreements.of(organizationId)])
  if (!organization) throw new Problem('not_found')
  const titled = rows.map((row) => ({ ...row, name: row.title }))
  return { name: organization.name, agreements: titled.toSorted(byTitle).map(agreementCard) }
}

/** Creates an agreement. A retry with other content changes the one that the first try has created. */
export async function createAgreement({
  params: { orgId },
  body: { part, title, text },
  stamp,
}: CallOf<Api, 'POST /rest-api/agreements/club/{orgId}'>) {
  const id = { agreementId: `${orgId}.${part}`, textVersion: 1 }
  const row = { ...id, title, textAt: stamp.at }
  const outcome = await retryOnConflict(async () =>
    write(
      stamp,
      agreements.createOnce(row, 'already_there'),
      agreementTexts.create({ ...row, text }),
      await countOneMore(orgId, id.agreementId),
    ),
  )
  const current = await existingAgreement(id.agreementId)
  if (outcome === 'written') return agreementCard(current)
  const storedText = await agreementTexts.get(current, { consistent: true })
  if (current.title === title && storedText?.text === text) return agreementCard(current)
  if (!isLastWrittenBy(current, stamp)) throw new Problem('already_there')
  return changeAgreement({ params: id, body: { title, text, revision: revisionOf(current) }, stamp })
}

export async function readAgreement({
  params: { agreementId },
  query: { version },
}: CallOf<Api, 'GET /rest-api/agreements/agreement/{agreementId}'>) {
  const [row, organization] = await Promise.all([
    existingAgreement(agreementId),
    organizations.get({ organizationId: organizationOf(agreementId) }),
  ])
  const textVersion = version === undefined ? row.textVersion : Number(version)
  const storedText = await agreementTexts.get({ agreementId, textVersion }, { consistent: true })
  if (!storedText || !organization) throw new Problem('not_found')
  const { title, text, textAt } = storedText
  return {
    id: agreementId,
    clubName: organization.name,
    // The title alone may be changed without a new version.
    title: textVersion === row.textVersion ? row.title : title,
    text,
    textVersion,
    since: textAt,
    revision: revisionOf(row),
  }
}

/**
 * Changes an agreement. A text that differs becomes the next version, since versions never change; throws `conflict` if there is a newer
 * one already.
 */
export async function changeAgreement({
  params: { agreementId },
  body: { title, text, revision },
  stamp,
}: Pick<CallOf<Api, 'PUT /rest-api/agreements/agreement/{agreementId}'>, 'params' | 'body' | 'stamp'>) {
  const before = await existingAgreement(agreementId)
  if (revisionOf(before) !== revision) throw new Problem('conflict')
  const storedText = await agreementTexts.get({ agreementId, textVersion: before.textVersion }, { consistent: true })
  const when = ifUnchanged(before)
  if (storedText?.text === text) {
    return agreementCard(await update(stamp, agreements.change({ agreementId }, { set: { title }, when })))
  }
  const next = { textVersion: before.textVersion + 1, textAt: stamp.at, title }
  await write(
    stamp,
    agreements.change({ agreementId }, { set: next, when }),
    agreementTexts.create({ agreementId, ...next, text }),
  )
  return agreementCard(await existingAgreement(agreementId))
}

export async function archiveAgreement({
  params: { agreementId },
  body: { archived },
  stamp,
}: CallOf<Api, 'PUT /rest-api/agreements/agreement/{agreementId}/archived'>) {
  return retryOnConflict(async () => {
    const row = await existingAgreement(agreementId)
    if ((row.archived ?? false) === archived) return agreementCard(row)
    const archiveChange = agreements.change(
      { agreementId },
      { set: { archived }, add: { turns: 1 }, when: ifUnchanged(row) },
    )
    if (archived) return agreementCard(await update(stamp, archiveChange))
    await write(stamp, archiveChange, await countOneMore(organizationOf(agreementId), agreementId))
    return agreementCard(await existingAgreement(agreementId))
  })
}

/** The write that counts one more agreement; throws if the club has the most it can have. */
async function countOneMore(organizationId: string, agreementId: string): Promise<Write> {
  // Read before the agreements: if one is added after this, the write conflicts.
  const count = await agreementCounts.get({ organizationId }, { consistent: true })
  const rows = await agreements.of(organizationId, { consistent: true })
  const otherActive = rows.filter((row) => !row.archived && row.agreementId !== agreementId)
  if (otherActive.length >= maxAgreements) throw new Problem('too_many_agreements')
  return agreementCounts.save(count, { organizationId, asked: otherActive.length + 1 })
}

async function existingAgreement(agreementId: string): Promise<Stored<Agreement>> {
  const row = await agreements.get({ agreementId }, { consistent: true })
  if (!row) throw new Problem('not_found')
  return row
}

/** The revision of title and text; archiving does not change it. */
export const revisionOf = ({ version, turns = 0 }: Stored<Agreement>) => version - turns

const agreementCard = (row: Stored<Agreement>) => ({
  id: row.agreementId,
  title: row.title,
  textVersion: row.textVersion,
  since: row.textAt,
  archived: row.archived ?? false,
  revision: revisionOf(row),
})
