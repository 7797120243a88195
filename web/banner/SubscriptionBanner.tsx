import { useSyncExternalStore } from 'react'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Link } from '../kit/Link.tsx'
import { paths } from '../paths.ts'
import styles from '../shell/Banner.module.css'
import { readNotice, setSubscriptionNotice, subscribeNotices } from '../shell/subscriptionNotice.ts'
import english from './texts.en.json'

/** Tells those who run or coach in a club that its subscription has expired, and who can renew it and how. */
export function SubscriptionBanner({ orgId }: { orgId: string }) {
  const t = useTexts('banner', english)
  const { closed, reason } = useSyncExternalStore(subscribeNotices, () => readNotice(orgId))
  const { data } = useApi(
    'GET /rest-api/organization/billing-access/{orgId}',
    { orgId },
    { handles: ['failures', 'not_allowed'] },
  )
  const hasIssue = data && (data.limitedFunctionality || (data.state === 'GRACE_PERIOD' && data.canRenew))
  if (!hasIssue || closed) return null
  // Says what is limited before users type something that would be refused.
  const issue = data.limitedFunctionality ? `${t('subscriptionIssue')} ${t('nothingAdded')}` : t('subscriptionIssue')
  const to = data.limitedFunctionality ? paths.licenses({ orgId }) : paths.billing({ orgId })
  return (
    <div className={styles.banner} role="status">
      <Notice tone="warning">
        {data.canRenew ? (
          <>
            {reason && data.limitedFunctionality ? problemText(reason) : issue}{' '}
            <Link to={to}>{data.limitedFunctionality ? t('renewSubscription') : t('changeCard')}</Link>
          </>
        ) : (
          `${issue} ${t('contactAdministrator')}`
        )}
      </Notice>
      <Button kind="quiet" onClick={() => setSubscriptionNotice(orgId, false)}>
        {t('closeNotice')}
      </Button>
    </div>
  )
}
