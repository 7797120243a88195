import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { worker } from '../worker.ts'
import { copies, type Source } from './copies.ts'
import { refreshCopies } from './refreshCopies.ts'

/** Hears of each change of something that is repeated elsewhere, and brings its copies up to date. */
export const handler = worker(async ({ kind, pk, sk }) => {
  const isLoose = kind === organizationAdministrators.kind || kind === teamAdministrators.kind
  if (isLoose)
    return `${await refreshCopies('Profile', profiles.key({ userId: sk.slice(sk.lastIndexOf('#') + 1) }))} copies`
  if (kind === mergedPlayers.kind)
    return `${await refreshCopies('Player', players.key({ playerId: pk.slice('PLAYER#'.length) }))} copies`
  if (!Object.hasOwn(copies, kind)) throw new TypeError('Nothing repeats what is of this kind.')
  return `${await refreshCopies(kind as Source, { pk, sk })} copies`
})
