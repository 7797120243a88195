import { type ApiProblem, type InputOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { change, useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Details } from './answers.ts'
import english from './texts.en.json'

const SAVE = 'PATCH /rest-api/organization/settings/{orgId}'
export type SettingsSent = Omit<InputOf<typeof SAVE>['body'], 'revision'>

/** How settings are saved, upon the state that is shown; and why they cannot be. `failed` as of `useSave`: a form tells a failure itself. */
export function useSettings(
  { id: orgId, revision }: Details,
  { failed }: { failed?: (problem: ApiProblem) => string } = {},
) {
  const t = useTexts('settings', english)
  const { mutate } = useApi('GET /rest-api/organization/details/{orgId}', { orgId })
  const { save } = useSave(SAVE, {
    saved: t('savedSuccessfully'),
    ...(failed && { failed }),
    // The answer is what stands from now on; the names of clubs are shown elsewhere too.
    optimistic: () => [
      change(
        'GET /rest-api/organization/details/{orgId}',
        { orgId },
        (known, saved: Details | undefined) => saved ?? known,
      ),
    ],
    refreshes: ['GET /api/v1/playersAndTeams', 'GET /rest-api/organization/details'],
  })
  const limited = useWhyLimited(orgId)
  const reason = useWhyCannot()('canEditTeam', orgId) ?? limited
  return {
    reason,
    /** Refused when somebody else has changed them meanwhile: then what they say now is read. */
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
