import type { AnswerOf } from '../api.ts'

const READ = 'GET /rest-api/duplicates/{orgId}'
export type Duplicates = AnswerOf<typeof READ>
/** What shows players of a club, read again once two are one, or two again. */
export const afterMerge = [
  READ,
  'GET /rest-api/teams/search/{orgId}',
  'GET /api/v1/team/{teamId}',
  'GET /rest-api/teams/player/{playerId}',
] as const
