import type { AccessType } from '#shared/rules/shares.ts'
import type { InputOf } from '../api.ts'
import type { SharesOf } from './Seers.tsx'

/** Whom an item is shared with; `from` is the folder they inherit access from. */
export type Line = {
  key: string
  name: string
  kind: 'admin' | 'orgUnit' | 'player'
  access: AccessType
  from?: string
}
/** Unsaved changes by the line's key. */
export type Edited = Readonly<Record<string, { line: Line; access: AccessType | 'REMOVE' }>>

type Share = { name: string; accessType: AccessType; from: { name: string } | null }
const lineOf = (kind: Line['kind'], key: string, { name, accessType: access, from }: Share): Line => ({
  key,
  kind,
  name,
  access,
  ...(from && { from: from.name }),
})

export const linesOf = ({ admins, orgUnits, players }: SharesOf): Line[] => [
  ...orgUnits.map((each) => lineOf('orgUnit', each.orgUnitId, each)),
  ...admins.map((each) => lineOf('admin', each.userId, each)),
  ...players.map((each) => lineOf('player', each.playerId, each)),
]

type Body = InputOf<'POST /rest-api/academy/storage/share/organization/{orgId}'>['body']

/** The changes as the request body: new lines as added, removed ones as deleted, the others as updated. */
export function payloadOf(standing: readonly Line[], edited: Edited): Pick<Body, 'added' | 'updated' | 'deleted'> {
  const known = new Set(standing.map(({ key }) => key))
  const all = Object.values(edited)
  const added = all.filter(({ line, access }) => !known.has(line.key) && access !== 'REMOVE')
  const updated = all.filter(({ line, access }) => known.has(line.key) && access !== 'REMOVE')
  const deleted = all.filter(({ line, access }) => known.has(line.key) && access === 'REMOVE')
  return { added: sent(added), updated: sent(updated), deleted: sent(deleted) }
}

function sent(list: readonly Edited[string][]) {
  const of = (kind: Line['kind']) => list.filter(({ line }) => line.kind === kind)
  return {
    admins: of('admin').map(({ line, access }) => ({ userId: line.key, accessType: access as AccessType })),
    orgUnits: of('orgUnit').map(({ line }) => ({ orgUnitId: line.key })),
    players: of('player').map(({ line }) => ({ playerId: line.key })),
  }
}
