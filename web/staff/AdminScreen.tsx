import { Link } from 'react-router-dom'
import { staffRoles } from '#shared/permissions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { NotRead } from '../shell/NotRead.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Staff.module.css'
import { sales, StaffScreen, support, track } from './StaffScreen.tsx'
import english from './texts.en.json'

/** Entry page for the product's staff, with links by role. */
export default function AdminScreen() {
  const t = useTexts('staff', english)
  const whyCannot = useWhyCannot()
  const all = [
    { key: 'users', to: paths.users(), roles: support },
    { key: 'supportInbox', to: paths.supportInbox(), roles: support },
    { key: 'mails', to: paths.mailDelivery(), roles: support },
    { key: 'stats', to: paths.statsReport(), roles: sales },
    { key: 'clubs', to: paths.clubsReport(), roles: sales },
    { key: 'subscriptions', to: paths.subscriptionsReport(), roles: sales },
    { key: 'promotions', to: paths.promotions(), roles: sales },
    { key: 'costs', to: paths.costsReport(), roles: sales },
    { key: 'use', to: paths.useReport(), roles: track },
    { key: 'health', to: paths.healthreview(), roles: support },
  ] as const
  const open = all.filter(({ roles }) => whyCannot({ staff: roles }) === undefined)
  return (
    <StaffScreen title={t('staff')} roles={staffRoles}>
      {open.length === 0 ? (
        <EmptyState title={t('nothingHere')} hint={t('nothingHereHint')} />
      ) : (
        <ul className={styles.cards}>
          {whyCannot({ staff: support }) === undefined && <Erasures />}
          {open.map(({ key, to }) => (
            <Card as="li" key={key}>
              <h2 className={styles.title}>
                <Link to={to}>{t(key)}</Link>
              </h2>
              <p className={styles.hint}>{t(`${key}Hint`)}</p>
              {key === 'supportInbox' && <Waiting />}
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
  const notRead = <NotRead read={read} failed={t('erasuresFailed')} />
  if (erasures.length === 0) return <Card as="li">{notRead}</Card>
  const late = erasures.filter((each) => each.late).length
  return (
    <Card as="li">
      <h2 className={styles.title}>{t('erasures')}</h2>
      {notRead}
      <p className={styles.hint}>{t('erasuresHint')}</p>
      <Badge tone="warning">{t('erasuresStand', { count: erasures.length })}</Badge>{' '}
      {late > 0 && <Badge tone="danger">{t('erasuresLate', { count: late })}</Badge>}
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
function Waiting() {
  const t = useTexts('staff', english)
  const read = useApi('GET /rest-api/staff/support-waiting', {}, { handles: ['failures'], refreshInterval: 30_000 })
  const waiting = read.data?.waiting ?? 0
  return (
    <>
      <NotRead read={read} failed={t('waitingFailed')} />
      {waiting > 0 && <Badge tone="warning">{t('supportWaiting', { count: waiting })}</Badge>}
    </>
  )
}
