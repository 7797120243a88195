import { useEffect } from 'react'
import { parseImpersonation } from '#shared/rules/impersonation.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { readerZone, timeText } from '../kit/format.ts'
import { leaveInPlace } from '../session/inPlace.ts'
import styles from './Banner.module.css'
import english from './texts.en.json'
import { useStopInPlace } from './useStopInPlace.ts'

/** A banner on every screen while a staff member acts on a user's behalf: whose, until when, and a button to stop. */
export function InPlace({ cookie }: { cookie: string }) {
  const t = useTexts('shell', english)
  const { data: profile } = useApi('GET /rest-api/users/profile', {}, { handles: ['failures'] })
  const { stop, stopping } = useStopInPlace()
  const ends = parseImpersonation(cookie)?.ends
  useEffect(() => {
    if (ends === undefined) return
    const timer = setTimeout(leaveInPlace, Math.max(0, Date.parse(ends) - Date.now()))
    return () => clearTimeout(timer)
  }, [ends])
  const name = profile?.fullName || profile?.username || t('somebodyElse')
  return (
    <div className={styles.banner} role="status">
      <Notice tone="warning">
        {ends === undefined ? t('inPlace', { name }) : t('inPlaceUntil', { name, time: timeText(ends, readerZone()) })}
      </Notice>
      <Button busy={stopping} onClick={() => void stop()}>
        {t('stopInPlace')}
      </Button>
    </div>
  )
}
