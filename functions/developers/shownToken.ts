import type { AccessToken } from '../table/accessTokens.ts'
import { isOver, type SessionState } from '../table/sessions.ts'

/** A token as its owner and their club see it: never its secret. */
export const shownToken = (token: AccessToken, session: SessionState, now: string) => ({
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
      : ('good' as const),
})

/** Whether its owner has ended all sessions since it was made, or is shut out. */
const hasEnded = ({ madeAt }: AccessToken, session: SessionState) => isOver(session, secondsOf(madeAt))

export const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)
