import type { AnswerOf } from '../../api.ts'

export const READ = 'GET /rest-api/families/player/{playerId}'
export type Family = AnswerOf<typeof READ>
export type Person = Family['people'][number]
/** `teamId` is the team whose coach is looking. */
export type AboutFamily = { family: Family; teamId: string | undefined }
