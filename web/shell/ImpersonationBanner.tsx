import { useEffect } from 'react'
import { parseImpersonation } from '#shared/rules/impersonation.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { readerZone, timeText } from '../kit/format.ts'
import { stopImpersonation } from '../session/impersonation.ts'
import styles from './Banner.module.css'
import english from './texts.en.json'
import { useStopImpersonation } from './useStopImpersonation.ts'

/** A banner on every screen while a staff member acts on a user's behalf: whose, until when, and a button to stop. */
export function ImpersonationBanner({ cookie }: { cookie: string }) {
  const t = useTexts('shell', english)
  const { data: profile } = useApi('GET /rest-api/users/profile', {}, { handles: ['failures'] })
  const { stop, isStopping } = useStopImpersonation()
  const endsAt = parseImpersonation(cookie)?.ends
  useEffect(() => {
    if (endsAt === undefined) return
    const timer = setTimeout(stopImpersonation, Math.max(0, Date.parse(endsAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  const name = profile?.fullName || profile?.username || t('somebodyElse')
  return (
    <div className={styles.banner} role="status">
      <Notice tone="warning">
        {endsAt === undefined
          ? t('inPlace', { name })
          : t('inPlaceUntil', { name, time: timeText(endsAt, readerZone()) })}
      </Notice>
      <Button busy={isStopping} onClick={() => void stop()}>
        {t('stopInPlace')}
      </Button>
    </div>
  )
}
