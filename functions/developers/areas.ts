import type { AreaWithTokens } from '#shared/api/tokens.ts'

type Handler = (event: never, context: never) => unknown

/** The handlers of each area that access tokens can use; each is a chunk of the bundle, loaded with its first call. */
export const handlersOf: { readonly [Name in AreaWithTokens]: () => Promise<{ handler: Handler }> } = {
  calendar: () => import('../calendar/handler.ts'),
  planning: () => import('../calendar/planHandler.ts'),
  attendance: () => import('../calendar/attendanceHandler.ts'),
  teams: () => import('../teams/handler.ts'),
  money: () => import('../money/handler.ts'),
  registrations: () => import('../registrations/handler.ts'),
  organization: () => import('../organization/handler.ts'),
  agreements: () => import('../agreements/handler.ts'),
  developers: () => import('./handler.ts'),
}
