import { staffRoles } from '#shared/permissions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { ReadFailure } from '../shell/ReadFailure.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Staff.module.css'
import { salesRoles, StaffScreen, supportRoles, trackRoles } from './StaffScreen.tsx'
import english from './texts.en.json'

/** Entry page for the product's staff, with links by role. */
export default function AdminScreen() {
  const t = useTexts('staff', english)
  const whyCannot = useWhyCannot()
  const allLinks = [
    { key: 'users', to: paths.users(), roles: supportRoles },
    { key: 'supportInbox', to: paths.supportInbox(), roles: supportRoles },
    { key: 'mails', to: paths.mailDelivery(), roles: supportRoles },
    { key: 'stats', to: paths.statsReport(), roles: salesRoles },
    { key: 'clubs', to: paths.clubsReport(), roles: salesRoles },
    { key: 'subscriptions', to: paths.subscriptionsReport(), roles: salesRoles },
    { key: 'promotions', to: paths.promotions(), roles: salesRoles },
    { key: 'costs', to: paths.costsReport(), roles: salesRoles },
    { key: 'use', to: paths.useReport(), roles: trackRoles },
    { key: 'health', to: paths.healthreview(), roles: supportRoles },
  ] as const
  const allowedLinks = allLinks.filter(({ roles }) => whyCannot({ staff: roles }) === undefined)
  return (
    <StaffScreen title={t('staff')} roles={staffRoles}>
      {allowedLinks.length === 0 ? (
        <EmptyState title={t('nothingHere')} hint={t('nothingHereHint')} />
      ) : (
        <ul className={styles.cards}>
          {whyCannot({ staff: supportRoles }) === undefined && <Erasures />}
          {allowedLinks.map(({ key, to }) => (
            <Card as="li" key={key}>
              <h2 className={styles.title}>
                <Link to={to}>{t(key)}</Link>
              </h2>
              <p className={styles.hint}>{t(`${key}Hint`)}</p>
              {key === 'supportInbox' && <WaitingBadge />}
            </Card>
          ))}
        </ul>
      )}
    </StaffScreen>
  )
}

/** Pending erasures, which run automatically; an overdue one has to be looked into. Renders nothing if there are none. */
function Erasures() {
  const t = useTexts('staff', english)
  const read = useApi('GET /rest-api/staff/erasures', {}, { handles: ['failures'] })
  const erasures = read.data?.erasures ?? []
  if (erasures.length === 0 && !read.error) return null
  const failureNotice = <ReadFailure read={read} failed={t('erasuresFailed')} />
  if (erasures.length === 0) return <Card as="li">{failureNotice}</Card>
  const overdueCount = erasures.filter((each) => each.late).length
  return (
    <Card as="li">
      <h2 className={styles.title}>{t('erasures')}</h2>
      {failureNotice}
      <p className={styles.hint}>{t('erasuresHint')}</p>
      <Badge tone="warning">{t('erasuresStand', { count: erasures.length })}</Badge>{' '}
      {overdueCount > 0 && <Badge tone="danger">{t('erasuresLate', { count: overdueCount })}</Badge>}
      <details>
        <summary>{t('erasuresShow')}</summary>
        <ul>
          {erasures.map(({ receiptId, due }) => (
            <li key={receiptId}>
              <Link to={paths.erasureReceipt({ receiptId })}>{dateTimeText(due, readerZone())}</Link>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}

/** Number of people waiting for an answer, visible outside the inbox. */
function WaitingBadge() {
  const t = useTexts('staff', english)
  const read = useApi('GET /rest-api/staff/support-waiting', {}, { handles: ['failures'], refreshInterval: 30_000 })
  const waitingCount = read.data?.waiting ?? 0
  return (
    <>
      <ReadFailure read={read} failed={t('waitingFailed')} />
      {waitingCount > 0 && <Badge tone="warning">{t('supportWaiting', { count: waitingCount })}</Badge>}
    </>
  )
}
