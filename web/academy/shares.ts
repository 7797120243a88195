import type { AccessType } from '#shared/rules/shares.ts'
import type { InputOf } from '../api.ts'
import type { ItemShares } from './AccessList.tsx'

/** Whom an item is shared with; `from` is the folder they inherit access from. */
export type ShareLine = {
  key: string
  name: string
  kind: 'admin' | 'orgUnit' | 'player'
  access: AccessType
  from?: string
}
/** Unsaved changes by the line's key. */
export type ShareEdits = Readonly<Record<string, { line: ShareLine; access: AccessType | 'REMOVE' }>>

type StoredShare = { name: string; accessType: AccessType; from: { name: string } | null }
const toShareLine = (
  kind: ShareLine['kind'],
  key: string,
  { name, accessType: access, from }: StoredShare,
): ShareLine => ({
  key,
  kind,
  name,
  access,
  ...(from && { from: from.name }),
})

export const toShareLines = ({ admins, orgUnits, players }: ItemShares): ShareLine[] => [
  ...orgUnits.map((each) => toShareLine('orgUnit', each.orgUnitId, each)),
  ...admins.map((each) => toShareLine('admin', each.userId, each)),
  ...players.map((each) => toShareLine('player', each.playerId, each)),
]

type Body = InputOf<'POST /rest-api/academy/storage/share/organization/{orgId}'>['body']

/** The changes as the request body: new lines as added, removed ones as deleted, the others as updated. */
export function toPayload(
  existing: readonly ShareLine[],
  edited: ShareEdits,
): Pick<Body, 'added' | 'updated' | 'deleted'> {
  const existingKeys = new Set(existing.map(({ key }) => key))
  const edits = Object.values(edited)
  const added = edits.filter(({ line, access }) => !existingKeys.has(line.key) && access !== 'REMOVE')
  const updated = edits.filter(({ line, access }) => existingKeys.has(line.key) && access !== 'REMOVE')
  const deleted = edits.filter(({ line, access }) => existingKeys.has(line.key) && access === 'REMOVE')
  return { added: toRequest(added), updated: toRequest(updated), deleted: toRequest(deleted) }
}

function toRequest(list: readonly ShareEdits[string][]) {
  const ofKind = (kind: ShareLine['kind']) => list.filter(({ line }) => line.kind === kind)
  return {
    admins: ofKind('admin').map(({ line, access }) => ({ userId: line.key, accessType: access as AccessType })),
    orgUnits: ofKind('orgUnit').map(({ line }) => ({ orgUnitId: line.key })),
    players: ofKind('player').map(({ line }) => ({ playerId: line.key })),
  }
}
