import { type Access, clubsOf } from '#shared/permissions.ts'
import type { AccessToken } from '../table/accessTokens.ts'
import { isOver, type SessionState } from '../table/sessions.ts'

type Owner = { session: SessionState; access: Access }
/** A token in the shape of the API, without its secret. */
export const tokenCard = (token: AccessToken, { session, access }: Owner, now: string) => ({
  tokenId: token.tokenId,
  name: token.name,
  areas: token.areas,
  madeAt: token.madeAt,
  endsAt: token.endsAt,
  usedOn: token.usedOn ?? null,
  state: hasEnded(token, session)
    ? ('ended' as const)
    : Date.parse(token.endsAt) <= Date.parse(now)
      ? ('expired' as const)
      : clubsOf(access).includes(token.organizationId)
        ? ('good' as const)
        : ('left' as const),
})

/** Whether its owner has ended all sessions since it was created, or is disabled. */
const hasEnded = ({ madeAt }: AccessToken, session: SessionState) => isOver(session, sinceOf(madeAt))

/**
 * When a token was created, in seconds since 1970, to compare with the end of all sessions: a token of the same second is invalid, since
 * nobody can sign in and create one within that second.
 */
export const sinceOf = (madeAt: string): number => secondsOf(madeAt) - 1

export const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)
