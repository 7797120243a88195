import { organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import texts from './texts.en.json'

/** Buys one more licence for a team, after showing its price. */
export function BuyLicence({ teamId, onBought }: { teamId: string; onBought: () => void }) {
  const t = useTexts('teams', texts)
  const orgId = organizationOf(teamId)
  const denialReason = useWhyCannot()('canEditBilling', orgId)
  const { data } = useApi(
    'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}',
    denialReason === undefined ? { orgId, query: {} } : undefined,
  )
  const { save, saving } = useSave('GET /rest-api/payments/purchase/team/license/{teamId}', {
    refreshes: [
      'GET /api/v1/orgOverview/{orgId}',
      'GET /rest-api/payments/teams/{orgId}',
      'GET /rest-api/organization/billing/{orgId}',
      'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}',
    ],
    saved: ({ licensesRemaining }) => t(licensesRemaining > 0 ? 'licenceAdded' : 'licenceNone'),
    // Same message for every reason.
    failed: () => t('licenceFailed'),
  })
  if (denialReason !== undefined) return <p>{denialReason && t('licenceAsk')}</p>
  if (!data?.canBuy) return null
  const { subscriptionId, monthlyInCents, nowInCents, trialEnd } = data
  async function buy(): Promise<void> {
    if (await save({ teamId, query: { quantity: '1', ...(subscriptionId && { subscriptionId }) } })) onBought()
  }
  return (
    <>
      <p>
        {monthlyInCents !== null && t('licenceCost', { month: moneyText(monthlyInCents) })}{' '}
        {trialEnd
          ? t('licenceFree', { date: dateText(trialEnd) })
          : nowInCents !== null && t('licenceNow', { amount: moneyText(nowInCents) })}
      </p>
      <Button kind="primary" busy={saving} onClick={() => void buy()}>
        {t('buyLicence')}
      </Button>
    </>
  )
}
