import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { maxPaidAtOnce } from '#shared/rules/paying.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { moneyText } from '../kit/format.ts'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Payments.module.css'
import type { MyFee } from './answers.ts'
import english from './texts.en.json'

type Club = { name: string; sum: number; count: number }

/** Buttons to pay what is due: one payment per club, in which its fees can be chosen. */
export function PayOnline({ fees }: { fees: MyFee[] }) {
  const clubs = new Map<string, Club>()
  for (const { organization, outstandingInCents } of fees) {
    const { name, sum, count } = clubs.get(organization.id) ?? { name: organization.name, sum: 0, count: 0 }
    clubs.set(organization.id, { name, sum: sum + outstandingInCents, count: count + 1 })
  }
  if (clubs.size === 0) return null
  return (
    <div className={styles.actions}>
      {[...clubs].map(([orgId, club]) => (
        <PayClubButton key={orgId} orgId={orgId} {...club} />
      ))}
    </div>
  )
}

/** Above the limit of fees per payment it shows no sum, since not all are preselected. */
function PayClubButton({ orgId, name, sum, count }: Club & { orgId: string }) {
  const t = useTexts('money', english)
  const { isOpening, openPayment, reason } = useOpenPayment(orgId)
  return (
    <Button kind="primary" busy={isOpening} onClick={() => void openPayment()} disabledReason={reason}>
      {count > maxPaidAtOnce
        ? t('paySoonest', { most: maxPaidAtOnce, club: name })
        : t('payAll', { sum: moneyText(sum), club: name })}
    </Button>
  )
}

/** Opens the club's payment page with this fee preselected; other fees of the club are listed too. */
export function PayFeeButton({ feePlayerId, outstandingInCents }: Pick<MyFee, 'feePlayerId' | 'outstandingInCents'>) {
  const t = useTexts('money', english)
  const { isOpening, openPayment, reason } = useOpenPayment(organizationOf(feePlayerId))
  return (
    <div className={styles.actions}>
      <Button kind="primary" busy={isOpening} onClick={() => void openPayment(feePlayerId)} disabledReason={reason}>
        {t('payFee', { sum: moneyText(outstandingInCents) })}
      </Button>
    </div>
  )
}

/** Opens a club's payment page. The preselected fee is in the navigation state, not in the URL. */
function useOpenPayment(orgId: string) {
  const navigate = useNavigate()
  const reason = useWhyCannot()({ grownUp: 'member' }, orgId)
  const [isOpening, setIsOpening] = useState(false)
  async function openPayment(feePlayerId?: string) {
    setIsOpening(true)
    try {
      const { payId } = await callApi('POST /rest-api/fee/payment-link', { body: { orgId } })
      await navigate(paths.pay({ payId }), { state: { feePlayerId } })
    } catch {
      // callApi already shows the error.
    } finally {
      setIsOpening(false)
    }
  }
  return { isOpening, openPayment, reason }
}
