import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { moneyText } from '../kit/format.ts'
import { paths } from '../paths.ts'
import styles from './Payments.module.css'
import english from './texts.en.json'

type MyFee = AnswerOf<'GET /rest-api/fee/my-fees'>['fees'][number]

/** Leads to where what is owed is paid: one payment for each club, with all its fees on it to choose from. */
export function PayOnline({ fees }: { fees: MyFee[] }) {
  const clubs = new Map<string, { name: string; sum: number }>()
  for (const { organization, outstandingInCents } of fees) {
    const club = clubs.get(organization.id) ?? { name: organization.name, sum: 0 }
    clubs.set(organization.id, { ...club, sum: club.sum + outstandingInCents })
  }
  if (clubs.size === 0) return null
  return (
    <div className={styles.actions}>
      {[...clubs].map(([orgId, club]) => (
        <PayClub key={orgId} orgId={orgId} {...club} />
      ))}
    </div>
  )
}

function PayClub({ orgId, name, sum }: { orgId: string; name: string; sum: number }) {
  const t = useTexts('money', english)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function open() {
    setBusy(true)
    try {
      const { payId } = await callApi('POST /rest-api/fee/payment-link', { body: { orgId } })
      await navigate(paths.pay({ payId }))
    } catch {
      // What went wrong is told in a message.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="primary" busy={busy} onClick={() => void open()}>
      {t('payAll', { sum: moneyText(sum), club: name })}
    </Button>
  )
}
