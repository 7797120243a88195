import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { BulkDelete } from './BulkDelete.tsx'
import type { BulkActionProps, BulkProgress } from './bulkAction.ts'
import styles from './Payments.module.css'
import { BulkPayment } from './BulkPayment.tsx'
import { BulkRemind } from './BulkRemind.tsx'
import english from './texts.en.json'

/** Actions on all selected fees. */
export function BulkActions({ chosen, onDone }: Pick<BulkActionProps, 'chosen' | 'onDone'>) {
  const t = useTexts('money', english)
  const limitReason = useWhyLimited(organizationOf(chosen[0]?.orgUnitId ?? ''))
  const [progress, setProgress] = useState<BulkProgress>()
  // While an action runs, the refreshed list may no longer have the finished fees.
  if (chosen.length === 0 && !progress) return null
  const actionProps = { chosen, limitReason, progress, setProgress, onDone }
  return (
    <div className={styles.bulk}>
      <BulkRemind {...actionProps} />
      <BulkPayment {...actionProps} />
      <BulkDelete {...actionProps} />
      <span role="status" className="visually-hidden">
        {/* The dialog announces its own progress. */}
        {progress &&
          progress.action !== 'putDown' &&
          t(`${progress.action}At`, { at: progress.at, count: progress.count })}
      </span>
    </div>
  )
}
