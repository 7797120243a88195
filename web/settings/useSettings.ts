import { type ApiProblem, type InputOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { change, useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Details } from './answers.ts'
import english from './texts.en.json'

const SAVE = 'PATCH /rest-api/organization/settings/{orgId}'
export type SettingsSent = Omit<InputOf<typeof SAVE>['body'], 'revision'>

/**
 * Saves settings based on the shown revision, or says why they cannot be changed. `failed` as in `useSave`; without it, a form
 * shows the error.
 */
export function useSettings(
  { id: orgId, revision }: Details,
  { failed }: { failed?: (problem: ApiProblem) => string } = {},
) {
  const t = useTexts('settings', english)
  const { mutate } = useApi('GET /rest-api/organization/details/{orgId}', { orgId })
  const { save } = useSave(SAVE, {
    saved: t('savedSuccessfully'),
    ...(failed && { failed }),
    // The response replaces the cached settings; club names are also shown elsewhere.
    optimistic: () => [
      change(
        'GET /rest-api/organization/details/{orgId}',
        { orgId },
        (known, saved: Details | undefined) => saved ?? known,
      ),
    ],
    refreshes: ['GET /api/v1/playersAndTeams', 'GET /rest-api/organization/details'],
  })
  const limitReason = useWhyLimited(orgId)
  const reason = useWhyCannot()('canEditTeam', orgId) ?? limitReason
  return {
    reason,
    /** Rejected if somebody else has changed the settings meanwhile, which are then read again. */
    async save(body: SettingsSent): Promise<void> {
      try {
        const saved = await save({ orgId, body: { ...body, revision } })
        if (saved === undefined) void mutate()
      } catch (error) {
        void mutate()
        throw error
      }
    },
  }
}
