import { fullName } from '#shared/rules/names.ts'
import type { AnswerOf } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

const READ = 'GET /rest-api/duplicates/{orgId}'
const TWO = 'PUT /rest-api/duplicates/{orgId}/two'
export type Duplicates = AnswerOf<typeof READ>
type Player = Duplicates['two'][number]['a']
/** Reads that show a club's players, refreshed after a merge or its undo. */
export const mergeReads = [
  READ,
  'GET /rest-api/teams/search/{orgId}',
  'GET /api/v1/team/{teamId}',
  'GET /rest-api/teams/player/{playerId}',
] as const

export const joinNames = (a: Player, b: Player) => [a, b].map(fullName).join(', ')

/** Marks two similar players as different people, with an undo. */
export function useMarkDistinct(orgId: string) {
  const t = useTexts('teams', texts)
  const undoing = useSave(TWO, { refreshes: [READ], saved: t('perhapsOneAgain'), failed: problemText })
  return useSave(TWO, {
    refreshes: [READ],
    saved: t('saidTwo'),
    failed: problemText,
    undo: (_two, { body }) => void undoing.save({ orgId, body: { ...body, two: false } }),
  })
}
