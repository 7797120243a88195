import { useCached } from '../api.ts'
import { useTexts } from '../i18n.ts'
import english from '../rights/texts.en.json'

/**
 * Why nothing can be added to a club, as a sentence for `disabledReason`; undefined while its subscription is active or unknown.
 * The shell fetches that.
 */
export function useWhyLimited(orgId: string): string | undefined {
  const t = useTexts('rights', english)
  const billingAccess = useCached('GET /rest-api/organization/billing-access/{orgId}', { orgId })
  return billingAccess?.limitedFunctionality ? t('needsSubscription') : undefined
}
