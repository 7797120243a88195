import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import { mayBill } from '#shared/rules/subscriptions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { Cards } from './Cards.tsx'
import { BillingHistory } from './BillingHistory.tsx'
import { Seats } from './Seats.tsx'
import { SubscriptionInfo } from './SubscriptionInfo.tsx'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/organization/billing/{orgId}'

/** A club's subscription, bills and cards. */
export default function BillingScreen() {
  const t = useTexts('subscriptions', english)
  const { orgId: pathOrgId = '' } = useParams()
  const [query] = useSearchParams()
  const queryOrgId = query.get('orgId') ?? ''
  const orgId = isId('organization', queryOrgId) ? queryOrgId : pathOrgId
  const denialReason = useWhyCannot()(mayBill, orgId)
  const read = useApi(READ, denialReason === undefined ? { orgId } : undefined, { handles: ['failures'] })
  // Old URL format; the page's frame belongs to the club in the path.
  if (orgId !== pathOrgId) return <Navigate to={paths.billing({ orgId })} replace />
  const skeleton = (
    <Skeletons label={t('loadingBilling')}>
      <Skeleton height="160px" />
      <Skeleton height="120px" />
      <Skeleton height="240px" />
    </Skeletons>
  )
  return (
    <Screen title={t('billing')}>
      {denialReason === undefined ? (
        <Loaded read={read} failed={t('billingFailed')} skeleton={skeleton}>
          {(billing) => (
            <div className={styles.column}>
              <div className={styles.columns}>
                <div className={styles.column}>
                  <SubscriptionInfo billing={billing} />
                  <Cards billing={billing} />
                </div>
                <Seats orgId={orgId} />
              </div>
              <BillingHistory invoices={billing.invoices} />
            </div>
          )}
        </Loaded>
      ) : (
        // Renders nothing while the user's rights are unknown.
        denialReason !== '' && <EmptyState title={t('noBilling')} />
      )}
    </Screen>
  )
}
