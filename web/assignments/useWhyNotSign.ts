import { hasRight } from '#shared/permissions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import type { PlayerTask } from './shapes.ts'
import english from './texts.en.json'

/** Why the user cannot sign for a player, as a sentence that says who can. Undefined if they can, '' while unknown. */
export function useWhyNotSign({ player: { id: playerId }, theySign }: PlayerTask): string | undefined {
  const t = useTexts('assignments', english)
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  if (!data) return ''
  const ownPlayer = data.players.find(({ id }) => id === playerId)
  if (!ownPlayer || !hasRight(ownPlayer, 'sees')) return t('familySigns')
  if (data.child) return t('guardianSigns')
  return theySign ? t('theySign') : undefined
}
