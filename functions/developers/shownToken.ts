import { type Access, clubsOf } from '#shared/permissions.ts'
import type { AccessToken } from '../table/accessTokens.ts'
import { isOver, type SessionState } from '../table/sessions.ts'

type Owner = { session: SessionState; access: Access }
/** A token as its owner and club see it, without the secret. */
export const shownToken = (token: AccessToken, { session, access }: Owner, now: string) => ({
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
 * The time in seconds since 1970 that a token counts as issued at, compared with the end of sessions: one created in the same
 * second in which all ended is over. Nobody signs in again and creates one in that second.
 */
export const sinceOf = (madeAt: string): number => secondsOf(madeAt) - 1

export const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)
